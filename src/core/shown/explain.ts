import { deciderName } from '../journal/decider.ts'
import { budgetWords } from '../money/budget.ts'
import { launchCosts, moneyWords, together, tokenWords } from '../money/cost.ts'
import { hasOwnWork } from '../plan/hierarchy.ts'
import { shortCommit } from '../plan/ids.ts'
import { blockers, gateSentence, isProven } from '../proof/receipt.ts'
import { unreachable } from '../result.ts'
import { tieringOf } from '../risk/task-tier.ts'
import { tierWords } from '../risk/tier-words.ts'
import { type Attempt, findTask, isSettled, type RunState, type TaskRun } from '../run/state.ts'
import { describeEnding } from '../run/triage.ts'
import { plural } from '../text/lists.ts'
import { elapsed } from '../text/time.ts'
import { basisWords } from './bookkeeping.ts'
import { decisionLog, publicWords } from './decision-words.ts'
import { problemOf } from './escalation.ts'
import { heldWords, runHeldWords } from './held-words.ts'
import { insideOfParent, insideWords, isOpenInside, rootBlockers, taskStatus, unsettled, waitWords } from './status.ts'

/** The time of the request, and whether a pm-agent process drives the run then. */
export interface SeenState {
  readonly now: number
  readonly isDriven: boolean
  /** The process that drives the run, or drove it before it died; absent for the driver itself. */
  readonly holder?: { readonly pid: number; readonly host: string }
}

/** The reasons for a task's state, for its retries and for each decision. */
export function explain(state: RunState, run: TaskRun, seen: SeenState): readonly string[] {
  const lines = [
    whyNow(state, run, seen),
    ...tierLines(state, run),
    ...run.attempts.flatMap(attempt => attemptStory(run, attempt, seen)),
    ...decisions(run),
    ...lockLines(run, seen),
  ]
  // Quoted text may end with its own full stop.
  return lines.map(line => line.replace(/([.!?…])\.$/, '$1'))
}

/** Empty for the usual tier. */
function tierLines(state: RunState, run: TaskRun): readonly string[] {
  const tiering = tieringOf(state, run)
  return tiering.reasons.length > 0 ? [`Tier ${tierWords(tiering)}.`] : []
}

/** The other process that holds the run: only it decides the next step. */
const lockLines = (run: TaskRun, { isDriven, holder }: SeenState): readonly string[] =>
  isDriven && holder && !isSettled(run)
    ? [`The run is held by process ${holder.pid} on ${holder.host}; pm-agent stop ends it.`]
    : []

function whyNow(state: RunState, run: TaskRun, seen: SeenState): string {
  const name = `Task ${run.task.id}`
  const status = taskStatus(state, run)
  if (isOpenInside(state, run))
    return `${name} continues with its sub-plan: ${insideWords(insideOfParent(state, run)!)}.`
  switch (status) {
    case 'waiting':
      return `${name} has not started: it needs ${unsettled(state, run)
        .map(id => `task ${id} (${statusOf(state, id)})`)
        .join(', ')}.`
    case 'blocked':
      return `${name} cannot start: ${rootBlockers(state, run)
        .map(id => `task ${id}`)
        .join(', ')} waits for a human (pm-agent show ${rootBlockers(state, run)[0]}).`
    case 'ready':
      return `${name} is ready: ${readyWords(state, run, seen)}`
    case 'implementing':
      return workedOn(run, seen)
    case 'testing':
      if (waitWords(state, run)) return `${name} is done and not proven yet: ${waitWords(state, run)}.`
      if (!seen.isDriven) return `${name} was being proven when its pm-agent ended; pm-agent run proves it again.`
      return `${name} is being proven: its files are collected and the gates run in a clean checkout.`
    case 'test-failed':
      return `${name} goes back to an agent: its proof did not hold (see below)${waiting(state, run)}.`
    case 'landing':
      return `${name} is proven${landingWords(state, run, seen)}.`
    case 'completed':
      return completedWords(state, run)
    case 'paused':
    case 'escalated':
      return run.stage.is === 'escalated' ? `${name} waits for you: ${problemOf(run.task, run.stage)}.` : ''
    case 'skipped':
      return run.stage.is === 'skipped'
        ? `${name} was skipped by ${deciderName(run.stage)}${run.stage.note ? `: ${run.stage.note}` : ''}.`
        : ''
    default:
      return unreachable(status)
  }
}

function workedOn(run: TaskRun, { now, isDriven }: SeenState): string {
  const { agent, startedAt } = run.attempts.at(-1)!
  return isDriven
    ? `Task ${run.task.id} is being worked on by ${agent}, for ${elapsed(now - startedAt)} now.`
    : `Task ${run.task.id} was being worked on by ${agent} when its pm-agent ended; pm-agent run keeps the files and continues.`
}

function landingWords(state: RunState, run: TaskRun, { isDriven }: SeenState): string {
  if (!isDriven) return '; pm-agent run puts it on the plan branch'
  const [first] = state.lane
  if (run.stage.is !== 'proven' || first === undefined || first === run.task.id)
    return ' and being put on the plan branch'
  return ` and waits for its turn to land: task ${first} is before it`
}

const statusOf = (state: RunState, id: TaskRun['task']['id']): string => {
  const needed = findTask(state, id)
  return needed ? taskStatus(state, needed) : 'not in the plan'
}

function readyWords(state: RunState, run: TaskRun, { isDriven, holder }: SeenState): string {
  if (state.halted || state.stopped) return `but ${runHeldWords(state)}.`
  if (!isDriven) {
    const died = holder ? `: its pm-agent (process ${holder.pid} on ${holder.host}) has died` : ''
    return `but no process drives the run${died}; pm-agent run continues.`
  }
  const waits = waitWords(state, run)
  if (waits) return `it is ${waits}.`
  const money = budgetWords(state, run)
  if (money) return `it does not begin: ${money}.`
  const why = runHeldWords(state) ?? heldWords(state, run)
  return why ? `it waits, because ${why}.` : 'it starts when its turn comes.'
}

const waiting = (state: RunState, run: TaskRun): string => {
  const waits = waitWords(state, run)
  if (waits) return `; it is ${waits}`
  const why = runHeldWords(state) ?? heldWords(state, run)
  return why ? `; it waits, because ${why}` : ''
}

function completedWords(state: RunState, run: TaskRun): string {
  const receipt = run.attempts.at(-1)?.receipt
  const found = run.decisions.findLast(({ fact }) => fact.type === 'task-existed')?.fact
  if (!receipt && found) return `Task ${run.task.id} is completed without an agent: ${publicWords(run.task, found)}.`
  const inside = insideOfParent(state, run)
  if (!receipt && inside && !hasOwnWork(run.task))
    return `Task ${run.task.id} is completed with its sub-plan: ${insideWords(inside)}.`
  if (!receipt) return `Task ${run.task.id} was completed before this run: its box was ticked.`
  const commit = run.stage.is === 'completed' && run.stage.commit ? ` as ${shortCommit(run.stage.commit)}` : ''
  return `Task ${run.task.id} is completed${commit}: ${basisWords(receipt)}.`
}

function attemptStory(run: TaskRun, attempt: Attempt, { isDriven }: SeenState): readonly string[] {
  const name = `Attempt ${attempt.number} (${attempt.kind}, ${attempt.agent})`
  if (!attempt.ended) return [isDriven ? `${name} is under way.` : `${name} was cut short.`]
  const { ending, reading, draft } = attempt.ended
  const claimed =
    reading.is === 'valid'
      ? `it said "${reading.report.status}"`
      : reading.is === 'invalid'
        ? 'its result file was unreadable'
        : 'it left no result file'
  const files = draft ? `${plural(draft.changes.length, 'changed file')}` : 'no files collected'
  const lines = [`${name}: ${describeEnding(ending)}; ${claimed}; ${files}${costWords(run, attempt)}.`]
  if (attempt.receipt) {
    if (isProven(attempt.receipt)) lines.push(`  proven: ${basisWords(attempt.receipt)}.`)
    for (const gate of blockers(attempt.receipt)) lines.push(`  ${gateSentence(gate)}`)
  }
  return lines
}

/** The usage of the attempt and its judges; empty if unknown. */
function costWords(run: TaskRun, attempt: Attempt): string {
  const money = together(launchCosts(run).filter(cost => cost.attempt === attempt.number))
  const tokens = money.tokens ? [tokenWords(money.tokens)] : []
  const words = [...(money.usd === null ? [] : [moneyWords(money)]), ...tokens]
  return words.length > 0 ? `; ${words.join(', ')}` : ''
}

/** All but the open question, which is the first line already. */
function decisions(run: TaskRun): readonly string[] {
  const isQuestion = ({ fact }: TaskRun['decisions'][number]) => fact.type === 'task-escalated'
  const open = run.stage.is === 'escalated' ? run.decisions.findLastIndex(isQuestion) : -1
  return decisionLog(run).flatMap((words, at) => (at === open ? [] : [`Decision: ${words}.`]))
}
