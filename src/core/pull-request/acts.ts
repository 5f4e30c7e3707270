import { releaseQuestion } from '../handover/release-words.ts'
import { seenOf } from '../journal/seen.ts'
import type { Commit } from '../plan/ids.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { LABELS, otherHolder } from './claim.ts'
import type { PullRequest } from './forge.ts'
import type { Mark } from './mark.ts'
import { receiptMark, withPage } from './pull-request-page.ts'

/** What the remote shows at one moment. */
export interface RemoteView {
  readonly pull: PullRequest
  /** Marks of all comments in their order, those of this run only if they are signed by it. */
  readonly marks: readonly Mark[]
  /** The tip of the branch there; null if it is gone. */
  readonly tip: string | null
  /** Whether that tip has the published commits, and whether they only add to it. */
  readonly push: 'there' | 'forward' | 'moved'
  /** Claims of other runs that this one replaces when it begins. */
  readonly released: readonly string[]
  /** Our part of the body as it would be now. */
  readonly page: string
}

/** The state of a run as a pull request shows it. */
export type PullStanding =
  | { readonly is: 'executing' }
  /** Only a human can continue. The cause names the questions: the same cause is told once. */
  | { readonly is: 'blocked'; readonly cause: string }
  /** Ended as asked, with tasks left. */
  | { readonly is: 'resting' }
  | { readonly is: 'complete' }

/** One change of the remote. Each can be repeated: it is due only while the remote does not show it. */
export type Act =
  | { readonly act: 'push'; readonly commit: Commit }
  | { readonly act: 'label'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly act: 'comment'; readonly mark: Mark }
  /** Renews our part of the body. */
  | { readonly act: 'describe'; readonly body: string }
  | { readonly act: 'ready' }
  /** Another run was first: our claim is taken back. */
  | { readonly act: 'withdraw' }

/** The standing of a run that nothing drives any more. */
export function standingOf(
  state: RunState,
  { push, tip, isScopeDone }: Pick<RemoteView, 'push' | 'tip'> & { readonly isScopeDone: boolean },
): PullStanding {
  const causes = [
    ...state.tasks.flatMap(run => (run.stage.is === 'escalated' ? [questionCause(run)] : [])),
    ...(state.paused ? ['paused'] : []),
    ...(state.stopped ? ['stopped'] : []),
    ...(state.halted ? [`halted=${state.halted.problem.slice(0, CAUSE_CHARS_MAX).toWellFormed()}`] : []),
    ...(state.unpublished ? [`unpublished=${state.unpublished.reason}`] : []),
    ...(releaseQuestion(state) ? [`release=${state.tip}`] : []),
    ...(push === 'moved' ? [`moved=${tip}`] : []),
  ]
  if (causes.length > 0) return { is: 'blocked', cause: causes.join(',') }
  if (state.finished && state.published === state.tip) return { is: 'complete' }
  return isScopeDone ? { is: 'resting' } : { is: 'blocked', cause: 'waiting' }
}

const CAUSE_CHARS_MAX = 80

/** A question that is asked again, or about another receipt, is another cause. */
export function questionCause(run: TaskRun): string {
  const asked = run.decisions.filter(({ fact }) => fact.type === 'task-escalated').length
  const { receipt } = seenOf(run)
  return `${run.task.id}.${asked}${receipt === null ? '' : `@${receiptMark(receipt)}`}`
}

/** The changes of the remote that are due, in order. Derived from scratch each time, so a kill between any two loses nothing. */
export function dueActs(state: RunState, standing: PullStanding, remote: RemoteView): readonly Act[] {
  const { runId: run } = state.opened
  if (!remote.pull.open) return []
  if (otherHolder(remote.marks, run) !== null) return hasBegun(remote, run) ? [{ act: 'withdraw' }] : []
  return [
    // The comment is the claim: comments have an order, labels have none.
    ...comments(remote, standing, run),
    ...labels(remote.pull, standing),
    ...(remote.push === 'forward' && state.published ? [{ act: 'push', commit: state.published } as const] : []),
    ...ending(standing, run, remote),
  ]
}

const hasBegun = ({ marks }: RemoteView, run: string): boolean =>
  marks.some(mark => mark.kind === 'begun' && mark.run === run)

function labels({ labels: there }: PullRequest, standing: PullStanding): readonly Act[] {
  if (standing.is !== 'executing') return []
  return change(there, { add: [LABELS.executing], remove: [LABELS.blocked] })
}

function change(
  there: readonly string[],
  wanted: { readonly add: readonly string[]; readonly remove: readonly string[] },
): readonly Act[] {
  const add = wanted.add.filter(label => !there.includes(label))
  const remove = wanted.remove.filter(label => there.includes(label))
  return add.length + remove.length > 0 ? [{ act: 'label', add, remove }] : []
}

function comments(remote: RemoteView, standing: PullStanding, run: string): readonly Act[] {
  const begun: readonly Act[] = hasBegun(remote, run)
    ? []
    : [{ act: 'comment', mark: { kind: 'begun', run, over: remote.released } }]
  const pause = lastPause(remote, run)
  const isOver = pause?.isOpen && !(standing.is === 'blocked' && standing.cause === pause.cause)
  return [
    ...begun,
    ...(isOver ? [{ act: 'comment', mark: { kind: 'continued', run, pause: pause.number } } as const] : []),
  ]
}

/** The newest pause of a run; open until a comment tells that it went on. */
export function lastPause({ marks }: Pick<RemoteView, 'marks'>, run: string) {
  const blocked = marks.findLast(mark => mark.kind === 'blocked' && mark.run === run)
  if (blocked?.kind !== 'blocked') return null
  const { pause: number, cause } = blocked
  const isOpen = !marks.some(mark => mark.kind === 'continued' && mark.run === run && mark.pause === number)
  return { number, cause, isOpen }
}

function ending(standing: PullStanding, run: string, remote: RemoteView): readonly Act[] {
  const { pull, marks } = remote
  const body = withPage(pull.body, remote.page)
  const describe: readonly Act[] = body === pull.body ? [] : [{ act: 'describe', body }]
  switch (standing.is) {
    case 'executing':
      return []
    case 'resting':
      return [...describe, ...change(pull.labels, { add: [], remove: [LABELS.executing, LABELS.blocked] })]
    case 'blocked': {
      const pause = lastPause(remote, run)
      const isTold = pause?.isOpen && pause.cause === standing.cause
      const mark = { kind: 'blocked', run, pause: (pause?.number ?? 0) + 1, cause: standing.cause } as const
      return [
        ...describe,
        ...(isTold ? [] : [{ act: 'comment', mark } as const]),
        ...change(pull.labels, { add: [LABELS.blocked], remove: [LABELS.executing] }),
      ]
    }
    case 'complete': {
      const isTold = marks.some(mark => mark.kind === 'report' && mark.run === run)
      return [
        ...describe,
        ...(isTold ? [] : [{ act: 'comment', mark: { kind: 'report', run } } as const]),
        ...change(pull.labels, { add: [], remove: [LABELS.executing, LABELS.blocked] }),
        ...(pull.draft ? [{ act: 'ready' } as const] : []),
      ]
    }
  }
}
