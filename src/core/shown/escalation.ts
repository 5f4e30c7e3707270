import { allDependents } from '../plan/graph.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import { asksOnly } from '../proof/receipt.ts'
import { unwaivable } from '../proof/waiver.ts'
import { unreachable } from '../result.ts'
import type { EscalationReason } from '../run/event.ts'
import { draftOf, type RunState, type TaskRun } from '../run/state.ts'
import type { Asked } from '../run/task-decision.ts'
import { someOf } from '../text/lists.ts'

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
}

/** The question of a waiting task; null if it does not wait. */
export const escalationOf = (state: RunState, run: TaskRun): Escalation | null =>
  run.stage.is === 'escalated' ? escalationFor(state, run, run.stage) : null

/** The standard form of a question: problem, affected tasks, options, recommendation. */
export function escalationFor(state: RunState, run: TaskRun, asked: Asked): Escalation {
  const { reason } = asked
  const id = run.task.id
  const waiting = allDependents(state.plan.tasks, id)
  const retry = { words: retryWords(run), command: `pm-agent retry ${id} -m "…"` }
  const skip = { words: 'leave it out and go on without it', command: `pm-agent skip ${id} -m "…"` }
  const approve = { words: 'let it land', command: `pm-agent approve ${id}` }
  const wanted = {
    words: `yes, that is wanted (pm-agent show ${id} --diff shows it): let it land`,
    command: `pm-agent approve ${id}`,
  }
  const receipt = run.attempts.at(-1)?.receipt
  const isPaused = reason === 'stopped' || reason === 'agent-unavailable'
  const asks = reason === 'changes-tests' || reason === 'question' || Boolean(receipt && asksOnly(receipt))
  const asksForAWord = asks && !isPaused && reason !== 'held'
  const waive = { words: 'let it land all the same; it is called waived', command: `pm-agent waive ${id} -m "…"` }
  const ask = { words: 'ask the judge again about the same work', command: `pm-agent retry ${id}` }
  const goOn = { words: 'go on from where it stands', command: `pm-agent retry ${id}` }
  const mayBeWaived = receipt && unwaivable(receipt).length === 0
  const answers = isPaused
    ? [goOn, skip]
    : [reason === 'judge-crashed' ? ask : retry, ...(mayBeWaived ? [waive] : []), skip]
  if (reason === 'agent-cannot-start') return cannotStart(problemOf(run.task, asked), skip)
  return {
    problem: problemOf(run.task, asked),
    impact:
      waiting.length > 0
        ? `${list(waiting)} cannot start; independent tasks go on`
        : 'no other task waits for it; the plan cannot be finished',
    options: asksForAWord ? [wanted, retry, skip] : reason === 'held' ? [approve, retry, skip] : answers,
    // Recommend keeping the test by default; only a person can say the new expectation is intended.
    recommended: asksForAWord ? 1 : 0,
    blocking: waiting.length > 0,
  }
}

/** One question for every task of that agent: calling `run` again is the answer. */
const cannotStart = (problem: string, skip: Escalation['options'][number]): Escalation => ({
  problem,
  impact: 'no task that needs this agent can go on; the others do',
  options: [
    { words: 'install it or put it on the PATH, and go on with all its tasks', command: 'pm-agent run' },
    { words: 'let another agent work', command: 'pm-agent run --agent NAME' },
    skip,
  ],
  recommended: 0,
  blocking: true,
})

/** The words for a retry, depending on existing files and session. */
function retryWords(run: TaskRun): string {
  const hasFiles = run.attempts.some(attempt => (draftOf(attempt)?.changes.length ?? 0) > 0)
  return hasFiles
    ? 'go on with its files, with a hint for the agent (--fresh: without them)'
    : 'try again, with a hint for the agent'
}

/** The problem in one sentence with its reasons. */
export function problemOf(task: Task, asked: Asked): string {
  const look = asked.branch === null ? [] : [`look at it: git log -p ${asked.branch}`]
  const reasons = [...asked.reasons, ...look].join('; ')
  return `${problemWords(task, asked)}${reasons ? `: ${reasons}` : ''}`
}

function problemWords({ id, title, hold }: Task, { reason, fixes, relaunches }: Asked): string {
  const name = `Task ${id} (${title})`
  switch (reason) {
    case 'fixes-spent':
      return `${name} still fails after ${fixes} rounds of fixing`
    case 'same-failure':
      return `${name} fails in the same way again and again`
    case 'relaunches-spent':
      return `the agent for ${name} went wrong ${relaunches + 1} times`
    case 'launches-spent':
      return `${name} has used up its launches`
    case 'agent-blocked':
      return `the agent for ${name} says that it is blocked`
    case 'agent-contradiction':
      return `the agent for ${name} says that the task contradicts itself`
    case 'unproven':
      return `${name} is unproven: nothing that we can run was red before the change and green after it`
    case 'changes-tests':
      return `${name} changes what existing tests expect, and its contract does not say so`
    case 'question':
      return `${name} does something that may be wanted and may not`
    case 'tampering':
      return `the agent for ${name} worked on the checks instead of the task`
    case 'verification-failed':
      return `${name} found that the result does not hold`
    case 'forbidden':
      return `${name} does what its contract forbids`
    case 'adaptation':
      return `${name} cannot be finished within its scope, and what it would need is not added without you`
    case 'judge-crashed':
      return `the judge of ${name} gave no verdict that could be used`
    case 'judge-wrote':
      return `the judge of ${name} changed the files it was to judge, so that its verdict is void`
    case 'held':
      return hold
        ? `${name} is proven, and its plan holds it for a human to look at before it lands`
        : `${name} is proven, and it reaches so far that a human looks at it before it lands`
    case 'quick-failed':
      return `${name} failed, and quick mode does not try again`
    case 'agent-unavailable':
      return `the agent for ${name} was asked again and again and could not work`
    case 'agent-cannot-start':
      return 'the program of an agent cannot be started'
    case 'no-progress':
      return `agents for ${name} hand in the same files again, which were refused before`
    case 'stopped':
      return `${name} was stopped and waits until you say to go on`
    case 'environment':
      return `${name} cannot be judged on this machine`
    default:
      return unreachable(reason)
  }
}

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
    case 'held':
      return false
    default:
      return unreachable(reason)
  }
}

const list = (ids: readonly TaskId[]): string =>
  ids.length === 1 ? `task ${ids[0]}` : `tasks ${someOf(ids, { max: 8 })}`
