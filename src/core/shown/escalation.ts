import type { EscalationReason } from '../decisions/escalation-reason.ts'
import { allDependents } from '../plan/graph.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import { documentPath } from '../plan/plan-documents.ts'
import { asksOnly } from '../proof/receipt.ts'
import { mayLand, unwaivable } from '../proof/waiver.ts'
import { mayRewrite } from '../replanning/wish.ts'
import { unreachable } from '../result.ts'
import { ADDED_MARK } from '../run/added-tasks.ts'
import { draftOf, type RunState, type TaskRun } from '../run/state.ts'
import type { Asked } from '../run/task-decision.ts'
import { plural, someOf } from '../text/lists.ts'

/** A question to a human. */
export interface Escalation {
  readonly problem: string
  readonly impact: string
  readonly options: readonly EscalationOption[]
  readonly recommended: number
  readonly blocking: boolean
}
interface EscalationOption {
  readonly words: string
  readonly command: string
  /** The decision that `--option` takes; null for something that only the human can do. */
  readonly decision: QuestionAnswer | null
}

/** A decision that answers a question. */
export type QuestionAnswer = 'approve' | 'revise' | 'reject' | 'retry' | 'skip' | 'waive'

/** The question of a waiting task; null if it does not wait. */
export const escalationOf = (state: RunState, run: TaskRun): Escalation | null =>
  run.stage.is === 'escalated' ? escalationFor(state, run, run.stage) : null

/** The standard form of a question: problem, affected tasks, options, recommendation. */
export function escalationFor(state: RunState, run: TaskRun, asked: Asked): Escalation {
  const waiting = allDependents(state.plan.tasks, run.task.id)
  const isForAll = asked.reason === 'agent-cannot-start'
  const alone =
    waiting.length > 0
      ? `${list(waiting)} cannot start; independent tasks continue`
      : 'no other task waits for it; the plan cannot be finished'
  return {
    problem: problemOf(run.task, asked),
    impact: isForAll ? 'tasks that need this agent cannot continue; the others can' : alone,
    options: optionsFor(state, run, asked),
    // Recommend keeping the test by default; only a person can say the new expectation is intended.
    recommended: asksForWord(run, asked) ? 1 : 0,
    blocking: isForAll || waiting.length > 0,
  }
}

/** Whether it did something that only a person can confirm. */
function asksForWord({ attempts }: TaskRun, { reason }: Asked): boolean {
  if (isPaused(reason) || OWN_OPTIONS.has(reason)) return false
  const receipt = attempts.at(-1)?.receipt
  return reason === 'changes-tests' || reason === 'question' || Boolean(receipt && asksOnly(receipt))
}

const isPaused = (reason: EscalationReason): boolean => reason === 'stopped' || reason === 'agent-unavailable'

/** Questions whose answers do not depend on the receipt. */
const OWN_OPTIONS: ReadonlySet<EscalationReason> = new Set([
  'held',
  'review-wanted',
  'review-degraded',
  'agent-cannot-start',
  'ambiguous',
  'rejected',
  'rewriting',
  'text-proposed',
  'revisions-spent',
  'sub-plan-missing',
  'too-large',
])

/** The answers to a question, numbered from 1 wherever they are shown. */
function optionsFor(state: RunState, run: TaskRun, asked: Asked): readonly EscalationOption[] {
  const { id } = run.task
  const option = (decision: QuestionAnswer, words: string, rest = ''): EscalationOption => ({
    words,
    command: `pm-agent ${decision} ${id}${rest}`,
    decision,
  })
  const text = ' -m "…"'
  const receipt = run.attempts.at(-1)?.receipt
  const retry = option('retry', retryWords(run), text)
  const skip = option('skip', 'leave it out and continue without it', text)
  const rewriting = mayRewrite(state, run) ? 'the planner writes a new text for it' : 'rewrite it in the plan'
  const reject = option('reject', `the task itself is wrong: ${rewriting}`, text)
  const land = option('approve', 'let it land')
  if (asksForWord(run, asked))
    return [option('approve', `yes, that is intended (pm-agent show ${id} --diff shows it): let it land`), retry, skip]
  switch (asked.reason) {
    case 'review-degraded':
      return [
        option('retry', 'ask the reviewer again about the same work'),
        option('approve', 'you looked at it yourself: let it land'),
        option('revise', 'send it back with the changes you want', text),
      ]
    case 'held':
    case 'review-wanted':
      return [land, option('revise', 'send it back with the changes you want', text), reject]
    case 'revisions-spent': {
      const isProven = receipt && mayLand(receipt, run.waivers)
      return [
        option('retry', 'make the last changes after all, with new rounds', text),
        ...(isProven ? [land] : []),
        reject,
      ]
    }
    case 'ambiguous':
    case 'rejected':
    case 'rewriting':
    case 'text-proposed':
      return textOptions(asked.reason, `task ${id} in ${placeWords(state, run)}`, option)
    case 'sub-plan-missing':
      return [...subPlanSteps(state, run.task), option('retry', 'it is written by now: read it'), skip]
    case 'too-large':
      return [option('retry', 'let an agent do it as a whole', text), reject, skip]
    case 'agent-cannot-start':
      return [
        ownStep('install it or put it on the PATH, and continue with all its tasks', 'pm-agent run'),
        ownStep('let another agent work', 'pm-agent run --agent NAME'),
        skip,
      ]
    case 'stopped':
    case 'agent-unavailable':
      return [option('retry', 'continue from its current state'), skip]
    default: {
      const waive = option('waive', 'let it land anyway; it is then called waived', text)
      const again =
        asked.reason === 'judge-crashed' ? option('retry', 'ask the judge again about the same work') : retry
      return [again, ...(receipt && unwaivable(receipt).length === 0 ? [waive] : []), skip]
    }
  }
}

/** The ways to another text of a task. */
function textOptions(
  reason: 'ambiguous' | 'rejected' | 'rewriting' | 'text-proposed',
  place: string,
  option: (decision: QuestionAnswer, words: string, rest?: string) => EscalationOption,
): readonly EscalationOption[] {
  const text = ' -m "…"'
  const edit = ownStep(`edit ${place}, then continue`, 'pm-agent run')
  const keep = option('retry', 'keep its text and continue with its files')
  const skip = option('skip', 'leave it out and continue without it', text)
  switch (reason) {
    case 'ambiguous':
      return [edit, option('retry', 'let an agent begin with its text as it is', text), skip]
    case 'rejected':
      return [edit, keep, skip]
    case 'rewriting':
      return [ownStep('let the planner write a new text and show it to you', 'pm-agent run'), edit, keep]
    case 'text-proposed':
      return [
        option('approve', 'take its text (pm-agent review shows the difference)'),
        option('reject', 'let the planner write another one', text),
        edit,
      ]
    default:
      return unreachable(reason)
  }
}

const ownStep = (words: string, command: string): EscalationOption => ({ words, command, decision: null })

/** The ways to a sub-plan. */
const subPlanSteps = (state: RunState, { id }: Task): readonly EscalationOption[] => [
  ownStep(`let the planner write ${documentPath(state, id)}, then continue`, `pm-agent plan --phase ${id}`),
  ownStep(`write its tasks into ${documentPath(state, id)}, then continue`, 'pm-agent run'),
]

/** The place of a task's text in its document. */
function placeWords(state: RunState, { task: { span, parent } }: TaskRun): string {
  const path = documentPath(state, parent)
  return span.line > 0 ? `${path} (line ${span.line})` : path
}

/** The words for a retry, depending on existing files and session. */
function retryWords(run: TaskRun): string {
  const hasFiles = run.attempts.some(attempt => (draftOf(attempt)?.changes.length ?? 0) > 0)
  return hasFiles
    ? 'continue with its files, with a hint for the agent (--fresh: without them)'
    : 'try again, with a hint for the agent'
}

/** The problem in one sentence with its reasons. */
export function problemOf(task: Task, asked: Asked): string {
  const reasons = asked.reasons.length > 0 ? `: ${asked.reasons.join('; ')}` : ''
  const look = asked.branch === null ? '' : ` (look at it: git log -p ${asked.branch})`
  return `${problemWords(task, asked)}${reasons}${look}`
}

/** A task as people call it: added ones without our mark. */
const nameOf = ({ id, title }: Task): string =>
  `${id} (${title.startsWith(ADDED_MARK) ? title.slice(ADDED_MARK.length) : title})`

function problemWords(task: Task, { reason, fixes, relaunches }: Asked): string {
  const name = `Task ${nameOf(task)}`
  // In the middle of a sentence.
  const it = `task ${nameOf(task)}`
  switch (reason) {
    case 'fixes-spent':
      return fixes === 0
        ? `${name} fails its checks (limits.fixes: 0)`
        : `${name} still fails after ${plural(fixes, 'round')} of fixing`
    case 'same-failure':
      return `${name} fails in the same way again and again`
    case 'relaunches-spent':
      return `The agent for ${it} failed ${plural(relaunches + 1, 'time')}`
    case 'launches-spent':
      return `${name} has used up its launches`
    case 'agent-blocked':
      return `The agent for ${it} says that it is blocked`
    case 'agent-contradiction':
      return `The agent for ${it} says that the task contradicts itself`
    case 'unproven':
      return `${name} is not proven to be done`
    case 'changes-tests':
      return `${name} changes what existing tests expect, and its contract does not say so`
    case 'question':
      return `${name} does something that may or may not be intended`
    case 'tampering':
      return `The agent for ${it} worked on the checks instead of the task`
    case 'verification-failed':
      return `${name} found that the result does not meet its criteria`
    case 'forbidden':
      return `${name} does what its contract forbids`
    case 'adaptation':
      return `${name} cannot be finished within its scope, and the task that it needs is not added without you`
    case 'judge-crashed':
      return `The judge of ${it} gave no usable verdict`
    case 'judge-wrote':
      return `The judge of ${it} changed the files that it had to judge, so its verdict is void`
    case 'held':
      return `${name} is proven, and ${HELD[task.hold ? 'byPlan' : 'byPaths']}`
    case 'ambiguous':
      return `${name} cannot be done as it is written, and no agent was started`
    case 'review-wanted':
      return `${name} is proven and waits for your approval before it lands`
    case 'review-degraded':
      return `${name} passed every check, and its reviewer gave no usable answer, so it has not been reviewed`
    case 'rejected':
    case 'rewriting':
    case 'text-proposed':
      return `${name} was rejected${REJECTED[reason]}`
    case 'revisions-spent':
      return `${name} is paused: you asked for changes more often than limits.revisions allows`
    case 'sub-plan-missing':
      return `${name} is next, but its sub-plan has no task yet`
    case 'too-large':
      return `${name} is too large for one session`
    case 'quick-failed':
      return `${name} failed, and quick mode does not try again`
    case 'agent-unavailable':
      return `The agent for ${it} could not work, although it was started several times`
    case 'agent-cannot-start':
      return 'the program of an agent cannot be started'
    case 'no-progress':
      return `Agents for ${it} keep submitting files that were already refused`
    case 'stopped':
      return `${name} was stopped and waits until you tell it to continue`
    case 'environment':
      return `${name} cannot be judged on this machine`
    default:
      return unreachable(reason)
  }
}

const HELD = {
  byPlan: 'its plan holds it until a human approves it',
  byPaths: 'it changes paths that only a human may let land',
} as const

/** Who writes the next text of a rejected task. */
const REJECTED = {
  rejected: ' and waits until you edit its text',
  rewriting: ', and the planner writes a new text for it',
  'text-proposed': ', and the planner wrote a new text for it',
} as const

/** Whether a task waits because it or its agent failed; all other reasons need a human's decision. */
export function isFailure(reason: EscalationReason): boolean {
  switch (reason) {
    case 'fixes-spent':
    case 'same-failure':
    case 'relaunches-spent':
    case 'launches-spent':
    case 'unproven':
    case 'verification-failed':
    case 'judge-crashed':
    case 'judge-wrote':
    case 'review-degraded':
    case 'environment':
    case 'agent-unavailable':
    case 'agent-cannot-start':
    case 'no-progress':
    case 'quick-failed':
      return true
    case 'agent-blocked':
    case 'agent-contradiction':
    case 'changes-tests':
    case 'question':
    case 'tampering':
    case 'forbidden':
    case 'adaptation':
    case 'stopped':
    case 'ambiguous':
    case 'rejected':
    case 'rewriting':
    case 'text-proposed':
    case 'revisions-spent':
    case 'held':
    case 'review-wanted':
    case 'sub-plan-missing':
    case 'too-large':
      return false
    default:
      return unreachable(reason)
  }
}

const list = (ids: readonly TaskId[]): string =>
  ids.length === 1 ? `task ${ids[0]}` : `tasks ${someOf(ids, { max: 8 })}`
