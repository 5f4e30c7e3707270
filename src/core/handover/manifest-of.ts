import { hasOwnWork } from '../plan/hierarchy.ts'
import type { Commit } from '../plan/ids.ts'
import { bookkeepingPaths } from '../plan/make-contract.ts'
import type { Expectation } from '../plan/plan.ts'
import { waiverWords } from '../proof/waiver.ts'
import { unreachable } from '../result.ts'
import { allRisks } from '../risk/risks.ts'
import { tierOf } from '../risk/task-tier.ts'
import { lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import { fittingsOf } from '../settings/config.ts'
import { reviewPlace } from '../shown/bookkeeping.ts'
import { strengthOf } from '../strength/strength.ts'
import { SECRET_SHAPES } from '../text/secrets.ts'
import { breakingChanges, breakingWords } from './breaking-changes.ts'
import { type CriterionEvidence, criteriaEvidence } from './criterion-evidence.ts'
import {
  type ExpectedResult,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestClaim,
  type ManifestRooms,
  type ManifestTask,
  summaryOfClaims,
} from './manifest.ts'
import { migrationSteps, recommendedNext, rollbackPlan } from './release-advice.ts'
import { isWaivedCheck } from './release-problem.ts'
import type { ClaimVerdict, ReleaseCheck, ReleaseProof } from './release-proof.ts'

/** A task that only groups a sub-plan has no work of its own. */
export const ownWork = ({ tasks }: Pick<RunState, 'tasks'>): readonly TaskRun[] =>
  tasks.filter(({ task }) => hasOwnWork(task))

/** The manifest of a proven branch. All of it derives from the journal; `at` is the time of its proof. */
export function manifestOf(
  state: RunState,
  proof: ReleaseProof,
  { at, finalReview }: { readonly at: number; readonly finalReview: string },
): Manifest {
  const { plan, opened } = state
  const evidence = criteriaEvidence(state)
  const claims = [
    ...proof.checks.flatMap(check => {
      const verdict = isWaivedCheck(state, check) ? 'waived' : check.verdict
      return CLAIMED.has(verdict) ? [checkClaim(proof, check, verdict)] : []
    }),
    ...evidence.flatMap(one => criterionClaim(state, one) ?? []),
  ]
  const breaking = breakingChanges(state)
  return {
    format: MANIFEST_FORMAT,
    plan_id: plan.id,
    title: plan.title,
    plan_doc: opened.place.path,
    design_doc: plan.design ?? null,
    completed_at: new Date(at).toISOString(),
    branch: opened.branch,
    commit: proof.tip,
    tree: proof.tree,
    code_tree: proof.codeTree,
    base_commit: opened.base,
    merge:
      proof.merge?.is === 'clean'
        ? {
            base_branch: opened.baseBranch ?? null,
            base_commit: proof.merge.base,
            tree: proof.merge.tree,
            code_tree: proof.merge.codeTree,
          }
        : null,
    tasks: ownWork(state).map(run => manifestTask(state, run, evidence)),
    ...summaryOfClaims(claims),
    risks: allRisks(state).map(({ id, status, description, severity, decision }) => ({
      ...{ id, status, description, severity },
      decided_by: decision?.by ?? null,
      note: decision?.note ?? null,
    })),
    breaking_changes: breaking.map(breakingWords),
    migration_steps: migrationSteps(state, proof),
    rollback_plan: rollbackPlan(state),
    recommended_next: recommendedNext(state, proof),
    final_review: finalReview,
    waivers: state.tasks.flatMap(({ task, waivers }) =>
      waivers.map(waiver => `task ${task.id}: ${waiverWords(waiver)}`),
    ),
    not_run: proof.checks
      .filter(({ verdict }) => verdict === 'absent')
      .map(({ name, command }) => `${name}: ${command} is not installed`),
    claims,
    rooms: roomsOf(state, proof),
    environment: { sandbox: proof.sandbox, toolchain: versionsIn(proof.toolchain) },
    ...(proof.rehearsed ? { rehearsal: true } : {}),
  }
}

function manifestTask(state: RunState, run: TaskRun, evidence: readonly CriterionEvidence[]): ManifestTask {
  const { task, stage } = run
  const commit = stage.is === 'completed' ? stage.commit : null
  const strength = commit === null ? null : strengthOf(lastAttempt(run)?.receipt)
  const isBreaking = task.breaking || breakingChanges(state).some(change => change.task === task.id)
  return {
    task_id: task.id,
    title: task.title,
    outcome: stage.is === 'completed' ? stage.outcome : stage.is,
    commit_sha: commit,
    review_artifact: commit === null ? null : reviewPlace(state, task.id),
    tier: tierOf(state, run),
    breaking_change: isBreaking && commit !== null,
    ...(strength && strength.of > 0 ? { strength: { noticed: strength.noticed, of: strength.of } } : {}),
    criteria: evidence
      .filter(one => one.task === task.id)
      .map(one => ({
        text: one.criterion.text,
        shown_by: one.by,
        places: one.places,
        claim: criterionClaim(state, one)?.id ?? null,
      })),
  }
}

/** Versions only: the paths of programs are private. */
const versionsIn = (toolchain: ReleaseProof['toolchain']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(toolchain).filter(([, value]) => !value.startsWith('/')))

const CLAIMED: ReadonlySet<ClaimVerdict> = new Set<ClaimVerdict>(['passed', 'known-failure', 'flaky', 'waived'])

function checkClaim(proof: ReleaseProof, check: ReleaseCheck, verdict: ClaimVerdict): ManifestClaim {
  const { name, area, on, codeTree, command, comparedBy, exitCode, outputDigest, durationMs, tests } = check
  return {
    id: `${on}/${name}${area === undefined ? '' : ` ${area}`}`,
    on,
    commit: proof.tip,
    ...(on === 'merge' && proof.merge ? { merged_with: proof.merge.base } : {}),
    code_tree: codeTree,
    command,
    verdict,
    expected: expectedOf(check, verdict),
    compared_by: comparedBy,
    exit_code: exitCode,
    output_digest: outputDigest,
    duration_ms: durationMs,
    ...(tests ? { tests } : {}),
  }
}

function expectedOf({ tests, known = [], failed = [], exitCode }: ReleaseCheck, verdict: ClaimVerdict): ExpectedResult {
  if (tests) {
    const mayFail = verdict === 'flaky' || verdict === 'waived' ? failed : known
    return {
      ...(verdict === 'passed' ? { exit_code: 0 } : {}),
      tests_passed: tests.passed,
      ...(mayFail.length > 0 ? { may_fail: mayFail } : {}),
    }
  }
  return { exit_code: verdict === 'known-failure' || verdict === 'waived' ? (exitCode ?? 1) : 0 }
}

/** A criterion whose command passed on exactly the code of its task's commit; null if it cannot be repeated like that. */
function criterionClaim(
  { tasks }: RunState,
  { task: id, criterion, by, gate }: CriterionEvidence,
): ManifestClaim | null {
  const run = tasks.find(({ task }) => task.id === id)!
  const receipt = lastAttempt(run)?.receipt
  const commit: Commit | null = run.stage.is === 'completed' ? run.stage.commit : null
  // Such a check ran on code that is no commit.
  if (by !== 'command' || !gate || !receipt || !commit || !criterion.check || gate.fromBase?.length) return null
  const { command, expect } = criterion.check
  return {
    id: `task ${id}/${criterion.id}`,
    on: 'task',
    commit,
    code_tree: receipt.codeTree,
    command,
    verdict: 'passed',
    expected: expectedBy(expect),
    compared_by: expect.is === 'exit' || expect.is === 'values' ? 'exit-code' : 'stdout',
    exit_code: gate.exitCode,
    output_digest: gate.outputDigest === null ? '' : `sha256:${gate.outputDigest}`,
    duration_ms: gate.durationMs,
  }
}

function expectedBy(expect: Expectation): ExpectedResult {
  switch (expect.is) {
    case 'exit':
      return { exit_code: expect.code }
    case 'stdout':
      return { stdout: expect.text }
    case 'number':
      return { number: expect.value }
    case 'words':
      return { words: expect.words }
    // Values are compared by the proof; whoever repeats the claim compares the exit code alone.
    case 'values':
      return { exit_code: 0 }
    default:
      return unreachable(expect)
  }
}

function roomsOf(state: RunState, { preparation }: ReleaseProof): ManifestRooms {
  const { limits, generated = {} } = state.config
  const { copy, services, env, network } = fittingsOf(state.config)
  const values = Object.entries(env.set)
  // A value that looks like a key is left out: a person who repeats the claims has to provide it.
  const isSecret = (value: string) => SECRET_SHAPES.some(({ shape }) => shape.test(value))
  return {
    ...preparation,
    bookkeeping: bookkeepingPaths(state),
    minutes: limits.gateMinutes,
    memory_mb: limits.memoryMb,
    network,
    copy,
    services,
    env: {
      pass: [...env.pass, ...values.filter(([, value]) => isSecret(value)).map(([name]) => name)],
      set: Object.fromEntries(values.filter(([, value]) => !isSecret(value))),
    },
    generated: Object.keys(generated),
  }
}
