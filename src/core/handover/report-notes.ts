import { deciderName } from '../journal/decider.ts'
import { residueOf } from '../plan/commit-strategy.ts'
import { type GateResult, headline, type Verdict } from '../proof/receipt.ts'
import { waiverWords } from '../proof/waiver.ts'
import { isJudgeOff, JUDGE_OFF } from '../review/planned-looks.ts'
import { lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import { isAssignable } from '../settings/gate-assignment.ts'
import { plural } from '../text/lists.ts'

/** What a reader of a result has to know besides the result itself, by kind. One sentence each. */
export interface ReportNotes {
  /** Checks that a human let pass. */
  readonly waivers: readonly string[]
  /** Checks that could not run, or that show nothing. */
  readonly not_run: readonly string[]
  /** Changes beyond the named files, and large ones. */
  readonly scope: readonly string[]
  /** Everything else that is not simply proven. */
  readonly reservations: readonly string[]
}

export const reportNotes = (state: RunState): ReportNotes => ({
  waivers: state.tasks.flatMap(({ task, waivers }) => waivers.map(waiver => `task ${task.id}: ${waiverWords(waiver)}`)),
  not_run: [...baseNotes(state), ...landed(state).flatMap(unrunNotes), ...gateNotes(state)],
  scope: landed(state).flatMap(run => scopeNotes(state, run)),
  reservations: [...runNotes(state), ...state.tasks.flatMap(skipNotes), ...landed(state).flatMap(doubtNotes)],
})

const landed = ({ tasks }: RunState): readonly TaskRun[] => tasks.filter(({ stage }) => stage.is === 'completed')

const gatesOf = (run: TaskRun): readonly GateResult[] => lastAttempt(run)?.receipt?.gates ?? []

/** The files that a task's landed work changed. */
export const filesOfTask = (run: TaskRun): readonly string[] =>
  (lastAttempt(run)?.ended?.draft?.changes ?? []).map(change => change.path)

const baseNotes = ({ baseline }: RunState): readonly string[] =>
  (baseline?.baseline.gates ?? [])
    .filter(({ verdict }) => verdict !== 'passed')
    .map(
      ({ gate, verdict }) =>
        `${gate} ${BASE_WORDS[verdict] ?? `was ${verdict}`} on the base: it does not count as a check`,
    )

const BASE_WORDS: Readonly<Partial<Record<Verdict, string>>> = {
  environment: 'could not run',
  failed: 'failed',
  'known-failure': 'failed',
}

function unrunNotes(run: TaskRun): readonly string[] {
  const name = `task ${run.task.id}`
  const unrun = gatesOf(run).filter(({ gate, verdict }) => isAssignable(gate) && verdict === 'not-run')
  const uncontrolled = gatesOf(run).find(({ verdict }) => verdict === 'uncontrolled')
  const unjudged = gatesOf(run).filter(({ verdict }) => verdict === 'unjudged').length
  return [
    ...(unrun.length > 0
      ? [`${name}: ${unrun.map(({ gate }) => gate).join(', ')} did not run: ${headline(unrun[0]!)}`]
      : []),
    ...(uncontrolled
      ? [`${name}: ${uncontrolled.gate.replace('control:', '')} is uncontrolled: ${headline(uncontrolled)}`]
      : []),
    ...(unjudged > 0
      ? [
          `${name}: ${unjudged} criteri${unjudged === 1 ? 'on has' : 'a have'} no command and ${unjudged === 1 ? 'was' : 'were'} not judged`,
        ]
      : []),
  ]
}

/** Checks of the release gate that did not run or that failed before the plan. */
const gateNotes = ({ release }: RunState): readonly string[] =>
  (release.gate?.proof.checks ?? []).flatMap(({ name, command, verdict, known = [] }) => {
    if (verdict === 'absent') return [`release gate: ${name} (${command}) is not installed here`]
    if (verdict === 'flaky') return [`release gate: ${name} (${command}) is flaky`]
    if (verdict !== 'known-failure') return []
    const tests = known.length > 0 ? ` (${plural(known.length, 'test')})` : ''
    return [`release gate: ${name} (${command}) fails${tests}, as it did before the plan`]
  })

/** Notes in landed code that postpone work without a follow-up: in tests, or let pass by a human or by the plan. */
export const notesLeft = (state: RunState): readonly string[] =>
  landed(state).flatMap(run =>
    gatesOf(run)
      .filter(({ gate, verdict }) => gate === 'left-for-later' && verdict !== 'passed')
      .flatMap(({ evidence }) => evidence.split('\n').filter(Boolean))
      .map(line => `task ${run.task.id}: ${line}`),
  )

const SIZE_GATES: ReadonlySet<string> = new Set(['scope', 'patch-size', 'privileged'])

function scopeNotes(state: RunState, run: TaskRun): readonly string[] {
  const residue = residueOf(state.plan, run.task, filesOfTask(run))
  return [
    ...gatesOf(run)
      .filter(({ gate, verdict, excused }) => SIZE_GATES.has(gate) && verdict !== 'passed' && !excused)
      .map(({ evidence }) => `task ${run.task.id}: ${evidence.replaceAll('\n', ' ')}`),
    ...(residue.length > 0
      ? [`task ${run.task.id} changed what its Commit Strategy row does not name: ${residue.join(', ')}`]
      : []),
  ]
}

function runNotes(state: RunState): readonly string[] {
  const { baselineAccepted, baseline, unpublished, tasks } = state
  const isUnprotected = tasks.some(run => run.attempts.some(attempt => attempt.receipt?.unprotected))
  return [
    ...(isJudgeOff(state.config) ? [JUDGE_OFF] : []),
    ...(baselineAccepted
      ? [`the base was accepted although: ${baseline?.baseline.problems.join('; ') || 'nothing was wrong with it'}`]
      : []),
    ...(isUnprotected
      ? [
          'there was no sandbox: agents and checks could access everything that you can access (pm-agent doctor says how to get one)',
        ]
      : []),
    ...(unpublished && unpublished.reason !== 'rehearsal'
      ? [`the branch is not in your repository: ${unpublished.detail}`]
      : []),
  ]
}

const skipNotes = ({ task, stage }: TaskRun): readonly string[] =>
  stage.is === 'skipped'
    ? [`task ${task.id} was skipped by ${deciderName(stage)}${stage.note ? `: ${stage.note}` : ''}`]
    : []

/** The agent's own doubts, and its claims that disagree with the facts. */
function doubtNotes(run: TaskRun): readonly string[] {
  const report = gatesOf(run).find(({ gate }) => gate === 'report')
  const doubt = gatesOf(run).find(({ gate }) => gate === 'self-assessment')
  return [
    ...(report && report.verdict !== 'passed' ? [`task ${run.task.id}: ${report.evidence.replaceAll('\n', ' ')}`] : []),
    ...(doubt ? [`task ${run.task.id}: ${doubt.evidence}`] : []),
  ]
}
