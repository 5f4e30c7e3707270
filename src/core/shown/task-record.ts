/** The fields of a task that a project manager keeps: owner, changed files, review, duration. All of them derived. */
import { outputPaths, type Task } from '../plan/plan.ts'
import type { FileChange } from '../proof/draft.ts'
import { isProven } from '../proof/receipt.ts'
import { type MandatoryGate, mandatoryGates } from '../review/mandatory-gates.ts'
import { tierReviewOf } from '../review/tier-review.ts'
import { allRisks, type Risk, risksOf } from '../risk/risks.ts'
import { tieringOf } from '../risk/task-tier.ts'
import { holdsWork } from '../risk/tier.ts'
import { draftOf, lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import type { Config } from '../settings/config.ts'
import { matchesGlob } from '../text/glob.ts'
import { decisionLog } from './decision-words.ts'
import { taskStatus } from './status.ts'

/** A review note, and whether the agent wrote it or it was derived from the facts. */
export interface ReviewNote {
  readonly summary: string
  readonly risks: readonly string[]
  readonly rollback: string
  readonly made_by: 'agent' | 'facts'
}

/** A risk in the documented JSON. */
const riskView = ({ id, description, severity, status, task, decision }: Risk) => ({
  id,
  description,
  severity,
  status,
  source_task: task,
  ...(decision ? { decided_by: decision.by, decision_note: decision.note } : {}),
})

export type RiskView = ReturnType<typeof riskView>

export const riskViews = (risks: readonly Risk[]): readonly RiskView[] => risks.map(riskView)

/** The fields of the whole run besides those of `viewRun`. */
export const runRecord = (state: RunState) => ({
  plan_id: state.plan.id,
  baseline_sha: state.opened.base,
  current_sha: state.tip,
  unresolved_risks: riskViews(allRisks(state).filter(({ status }) => status === 'open')),
  checkpoint_tags: state.tasks.flatMap(({ stage }) => (stage.is === 'completed' && stage.tag ? [stage.tag] : [])),
})

/** The fields of one task. */
export const taskRecord = (state: RunState, run: TaskRun) => ({
  task_id: run.task.id,
  status: recordStatus(state, run),
  ownership: ownershipOf(state, run),
  files_changed: filesChanged(run),
  known_risks: riskViews(risksOf(state, run)),
  review_tier: tieringOf(state, run).tier,
  review_result: reviewResult(run),
  review_notes: reviewNoteOf(state, run),
  tier_review: tierReviewOf(state, run),
  mandatory_gates: mandatoryGatesOf(state, run),
  duration_ms: durationOf(state, run),
  retry_count: run.fixes,
  decision_log: decisionLog(run),
  artifacts: filesChanged(run).map(({ path }) => path),
  commit_sha: run.stage.is === 'completed' ? run.stage.commit : null,
})

const filesChanged = (run: TaskRun): readonly FileChange[] => {
  const attempt = lastAttempt(run)
  return (attempt && draftOf(attempt)?.changes) ?? []
}

function recordStatus(state: RunState, run: TaskRun) {
  switch (taskStatus(state, run)) {
    case 'waiting':
    case 'blocked':
      return 'pending'
    case 'ready':
      return 'ready'
    case 'completed':
      return 'completed'
    case 'paused':
    case 'escalated':
      return 'escalated'
    case 'skipped':
      return 'skipped'
    case 'implementing':
    case 'testing':
    case 'test-failed':
    case 'landing':
      return 'in_progress'
  }
}

/** The owner that the plan names, else the owners of the areas, else the folders of its files; null before any is known. */
function ownershipOf({ config }: Pick<RunState, 'config'>, run: TaskRun): string | null {
  if (run.task.owner) return run.task.owner
  const changed = filesChanged(run).map(({ path }) => path)
  const paths = changed.length > 0 ? changed : namedPaths(run.task)
  const names = ownersOf(paths, config)
  return names.length > 0 ? names.join(', ') : null
}

const namedPaths = (task: Task): readonly string[] => [
  ...task.files.create,
  ...task.files.modify,
  ...task.files.delete,
  ...outputPaths(task),
]

const NAMES_MAX = 3

function ownersOf(paths: readonly string[], { areas }: Pick<Config, 'areas'>): readonly string[] {
  const owners = paths.map(path => areas.find(({ glob, owner }) => owner && matchesGlob(path, glob))?.owner)
  const known = owners.filter(owner => typeof owner === 'string')
  const names = known.length > 0 ? known : paths.map(folderOf)
  return [...new Set(names)].slice(0, NAMES_MAX)
}

/** The module that a file belongs to: at most two folders deep. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || 'the top folder'

/** The result of checks, approvals and waivers for the newest work; null before any. */
function reviewResult(run: TaskRun): 'passed' | 'waived' | 'approved' | 'failed' | 'unverified' | null {
  const receipt = lastAttempt(run)?.receipt
  if (run.stage.is === 'completed' && run.stage.outcome === 'unverified') return 'unverified'
  if (!receipt) return null
  const excused = receipt.gates.flatMap(gate => gate.excused?.as ?? [])
  if (excused.includes('waived')) return 'waived'
  if (!isProven(receipt)) return 'failed'
  return excused.includes('approved') || run.approved ? 'approved' : 'passed'
}

/** The agent's own note, or one from the facts; null before there are any files. */
export function reviewNoteOf(state: RunState, run: TaskRun): ReviewNote | null {
  const ended = lastAttempt(run)?.ended
  const changes = filesChanged(run)
  const written = ended?.reading.is === 'valid' ? ended.reading.report.reviewNote : null
  if (!written && changes.length === 0) return null
  const risks = risksOf(state, run).map(({ description }) => description)
  return {
    summary: written?.summary.trim() || summaryOf(run, changes),
    risks: written && written.risks.length > 0 ? written.risks : risks,
    rollback: written?.rollback.trim() || rollbackOf(state, run),
    made_by: written?.summary.trim() ? 'agent' : 'facts',
  }
}

/** The six gates of the newest work and the definition of done; empty before there is a receipt. */
export function mandatoryGatesOf(state: RunState, run: TaskRun): readonly MandatoryGate[] {
  const attempt = lastAttempt(run)
  if (!attempt?.receipt) return []
  const { contract, receipt } = attempt
  return mandatoryGates({ contract, receipt, changes: filesChanged(run), note: reviewNoteOf(state, run) })
}

const FILES_MAX = 5

function summaryOf({ task }: TaskRun, changes: readonly FileChange[]): string {
  const count = (status: FileChange['status']) => changes.filter(change => change.status === status).length
  const counts = (['added', 'modified', 'deleted'] as const).flatMap(status =>
    count(status) > 0 ? [`${count(status)} ${status}`] : [],
  )
  const names = changes.slice(0, FILES_MAX).map(({ path }) => path)
  const more = changes.length > FILES_MAX ? ', …' : ''
  return `${task.title}. Files: ${counts.join(', ')} (${names.join(', ')}${more}).`
}

function rollbackOf(state: RunState, run: TaskRun): string {
  const revert = `revert the commit with the trailer "Refs: task-${run.task.id}"`
  const far = tieringOf(state, run).reasons.flatMap(reason =>
    reason.from === 'path' && holdsWork(reason) ? [reason.path] : [],
  )
  return far.length > 0 ? `undo the effects of ${far.join(', ')} first, then ${revert}` : revert
}

/** From the first dispatch to the end, or to the newest event of a running one; null before. */
const durationOf = ({ lastAt }: RunState, run: TaskRun): number | null => {
  const [first] = run.attempts
  return first === undefined ? null : (run.endedAt ?? lastAt) - first.startedAt
}
