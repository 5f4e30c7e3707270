import { approveRewrite, pause, reject, rejectedRefusal, revise } from '../decisions/decide-review.ts'
import { isRedGate } from '../handover/release-problem.ts'
import { parentCommand } from '../hierarchy/parent-command.ts'
import { type Seen, staleWords } from '../journal/seen.ts'
import { planQuestions } from '../living/plan-question.ts'
import type { TaskId } from '../plan/ids.ts'
import { asksOnly, blockers, type Receipt } from '../proof/receipt.ts'
import { mayLand, unwaivable, type Waiver, waiverFor } from '../proof/waiver.ts'
import { isSameLink } from '../pull-request/pull-request-link.ts'
import { err, ok, type Result, unreachable } from '../result.ts'
import { allRisks } from '../risk/risks.ts'
import { differingSettings } from '../settings/run-settings.ts'
import { isFailure } from '../shown/escalation.ts'
import { someOf } from '../text/lists.ts'
import type { Resumption } from './attempt-start.ts'
import type { Event } from './event.ts'
import { type Command, type Refusal, refuse } from './input.ts'
import { retrying } from './next-start.ts'
import { FRESH, findTask, lastAttempt, type RunState, type TaskRun } from './state.ts'

/** Turns a human's command into facts, or refuses it with a way out. A decision is about exactly what was displayed. */
export function decideCommand(state: RunState, input: Command): Result<readonly Event[], Refusal> {
  const stale = input.seen && 'task' in input ? staleRefusal(state, input.task, input.seen) : null
  if (stale) return err(stale)
  const decided = decideAsked(state, input)
  return decided.ok && (input.weak || input.seen) ? ok(decided.value.map(event => marked(event, input))) : decided
}

function staleRefusal(state: RunState, task: TaskId, seen: Seen): Refusal | null {
  const run = findTask(state, task)
  const words = run && staleWords(seen, run)
  if (!words) return null
  return {
    reason: 'stale',
    message: `Task ${task} changed since this was decided: ${words}.`,
    hints: [`look at it again: pm-agent show ${task}`],
  }
}

/** The fact with the displayed state that it is bound to, and whether it is weak. */
function marked(event: Event, { weak, seen }: Command): Event {
  switch (event.type) {
    case 'gates-waived':
    case 'task-approved':
    case 'task-revised':
    case 'task-rejected':
    case 'run-paused':
      return { ...event, ...(weak ? { weak } : {}), ...(seen?.receipt ? { receipt: seen.receipt } : {}) }
    case 'task-retried':
    case 'task-skipped':
    case 'rewrite-taken':
    case 'task-stopped':
    case 'task-told':
    case 'run-stopped':
    case 'baseline-accepted':
    case 'risk-decided':
      return weak ? { ...event, weak } : event
    default:
      return event
  }
}

function decideAsked(state: RunState, input: Command): Result<readonly Event[], Refusal> {
  // Resuming a finished run offers its branch again; risks are often decided at the end.
  if (state.finished && input.type !== 'resume-run' && input.type !== 'decide-risk')
    return refuse('run-is-finished', 'This run is finished.', [
      'pm-agent run starts a new one when the plan has open tasks',
    ])
  switch (input.type) {
    case 'stop-run':
      return ok(state.stopped ? [] : [{ type: 'run-stopped', by: input.by }])
    case 'resume-run':
      return ok(isResumable(state) ? [{ type: 'run-resumed' }] : [])
    case 'accept-baseline': {
      // It may be accepted before it is measured: `run --accept-baseline`.
      if (state.baseline?.baseline.problems.length === 0)
        return refuse('nothing-to-accept', 'The base is healthy: there is nothing to accept.', [])
      return ok(state.baselineAccepted ? [] : [{ type: 'baseline-accepted', by: input.by }])
    }
    case 'use-settings':
      return ok(settingsChange(state, input))
    case 'follow-pull-request':
      return ok(isSameLink(state.pullRequest, input.link) ? [] : [{ type: 'pull-request-linked', link: input.link }])
    case 'retry-all':
      return retryAll(state, input)
    case 'decide-risk':
      return decideRisk(state, input)
    case 'retry-task':
    case 'skip-task':
    case 'approve-task':
    case 'waive-task':
    case 'revise-task':
    case 'reject-task':
    case 'pause-task':
    case 'stop-task':
    case 'tell-task':
      return taskCommand(state, input)
    default:
      return unreachable(input)
  }
}

function decideRisk(
  state: RunState,
  { risk, status, by, note }: Extract<Command, { type: 'decide-risk' }>,
): Result<readonly Event[], Refusal> {
  const risks = allRisks(state)
  const found = risks.find(({ id }) => id === risk)
  if (!found)
    return refuse('unknown-risk', `There is no risk ${risk} in this run.`, [
      risks.length > 0 ? `its risks are ${risks.map(({ id }) => id).join(', ')}` : 'no risk was reported or detected',
    ])
  if (found.status === status)
    return refuse(
      'risk-is-decided',
      `Risk ${risk} is ${status} already${found.decision ? ` (${found.decision.by})` : ''}.`,
      [],
    )
  if (note.trim() === '')
    return refuse('no-reason-given', 'A decision about a risk needs a reason: it is shown in every report.', [
      `pm-agent risk ${status === 'accepted' ? 'accept' : 'mitigate'} ${risk} -m "why"`,
    ])
  return ok([{ type: 'risk-decided', task: found.task, risk, description: found.description, status, by, note }])
}

/** Whether a human's call of `run` changes anything: a red release gate runs again. */
const isResumable = (state: RunState): boolean =>
  state.stopped ||
  state.halted !== null ||
  state.unpublished !== null ||
  isGivenUp(state) ||
  (!state.finished && state.release.gate !== null && isRedGate(state, state.release.gate.proof))

/** Whether an agent is paused until a human continues the run. */
const isGivenUp = ({ troubles }: RunState): boolean =>
  [...troubles.values()].some(({ paused, until }) => paused && until === null)

function settingsChange(
  state: RunState,
  { type: _, ...settings }: Extract<Command, { type: 'use-settings' }>,
): readonly Event[] {
  const changes = differingSettings(state.config, settings)
  return Object.keys(changes).length === 0 ? [] : [{ type: 'settings-changed', ...changes }]
}

function taskCommand(state: RunState, input: Extract<Command, { task: TaskId }>): Result<readonly Event[], Refusal> {
  const run = findTask(state, input.task)
  if (!run) {
    const ids = state.tasks.map(other => other.task.id)
    return refuse('unknown-task', `There is no task ${input.task} in this plan.`, [
      `its tasks are ${someOf(ids, { max: 20 })}`,
    ])
  }
  const { task, by, note } = input
  const inside = parentCommand(state, run, input, taskCommand)
  if (inside) return inside
  if (input.type === 'approve-task') return approve(run, input)
  if (input.type === 'waive-task') return waive(run, input)
  if (input.type === 'revise-task') return revise(state, run, input)
  if (input.type === 'reject-task') return withWrittenText(state, run, reject(state, run, input))
  if (input.type === 'pause-task') return pause(state, run, input)
  if (input.type === 'stop-task') return stop(run, input)
  if (input.type === 'tell-task') return tell(run, input)
  switch (run.stage.is) {
    case 'completed':
      return refuse('task-is-completed', `Task ${task} is completed.`, [`pm-agent show ${task}`])
    case 'working':
    case 'drafted':
    case 'proving':
    case 'proven':
    case 'landing':
      return refuse('task-is-running', `Task ${task} is under way.`, [
        `pm-agent stop ${task} stops it; nothing is lost`,
      ])
    case 'skipped':
      if (input.type === 'skip-task') return refuse('task-is-skipped', `Task ${task} is skipped already.`, [])
      return ok([retry(run, input)])
    case 'queued':
      if (input.type === 'retry-task')
        return refuse('nothing-to-retry', `Task ${task} is in the queue already.`, [`pm-agent why ${task}`])
      return ok([{ type: 'task-skipped', task, by, note }])
    case 'escalated':
      return ok([input.type === 'retry-task' ? retry(run, input) : { type: 'task-skipped', task, by, note }])
    default:
      return unreachable(run.stage)
  }
}

/** If the document has a new text for it already, a rejected task begins again with that text. */
function withWrittenText(
  state: RunState,
  { task: { id, title } }: TaskRun,
  rejected: Result<readonly Event[], Refusal>,
): Result<readonly Event[], Refusal> {
  const question = planQuestions(state).find(({ task }) => task === id)
  if (!rejected.ok || question?.is !== 'reworded') return rejected
  const { written: plan, planText } = state
  const { fields } = question
  const changes = [{ is: 'reworded' as const, task: id, title, fields }]
  const own = rejected.value.filter(({ type }) => type !== 'planning-wanted')
  return ok([...own, { type: 'plan-edited', plan, planText, changes }])
}

function retry(run: TaskRun, { by, note, fresh }: Extract<Command, { type: 'retry-task' | 'retry-all' }>): Event {
  return { type: 'task-retried', task: run.task.id, by, note, again: fresh ? FRESH : retrying(run, note) }
}

/** Retries everything that failed; questions stay, because each needs its own answer. */
function retryAll(state: RunState, input: Extract<Command, { type: 'retry-all' }>): Result<readonly Event[], Refusal> {
  const failed = state.tasks.filter(({ stage }) => stage.is === 'escalated' && isFailure(stage.reason))
  if (failed.length > 0) return ok(failed.map(run => retry(run, input)))
  const asked = state.tasks.filter(({ stage }) => stage.is === 'escalated').map(({ task }) => task.id)
  return refuse(
    'nothing-to-retry',
    'No task waits because it failed.',
    asked.map(id => `task ${id} asks for your decision: pm-agent show ${id}`),
  )
}

/** The engine ends a running agent, and then the task waits; without one it waits at once. */
function stop(
  run: TaskRun,
  { task, by, note }: Extract<Command, { type: 'stop-task' }>,
): Result<readonly Event[], Refusal> {
  const stopped: Event = { type: 'task-stopped', task, by, note }
  const waits = (again: Resumption): Result<readonly Event[], Refusal> => {
    return ok([stopped, { type: 'task-escalated', task, reason: 'stopped', reasons: [], again }])
  }
  switch (run.stage.is) {
    case 'working':
      return ok(run.stopping ? [] : [stopped])
    case 'drafted':
    case 'proving':
      return waits('prove')
    case 'queued': {
      const { is: _, ...again } = run.stage
      return waits(again)
    }
    case 'proven':
    case 'landing':
      return refuse('nothing-to-stop', `Task ${task} is proven and about to land.`, [`pm-agent show ${task}`])
    case 'completed':
    case 'skipped':
    case 'escalated':
      return refuse('nothing-to-stop', `Nobody works on task ${task}.`, [`pm-agent why ${task}`])
    default:
      return unreachable(run.stage)
  }
}

function tell(
  { stage }: TaskRun,
  { task, by, note }: Extract<Command, { type: 'tell-task' }>,
): Result<readonly Event[], Refusal> {
  if (note.trim() === '')
    return refuse('nothing-to-tell', 'There is nothing to tell.', [
      `pm-agent tell ${task} -m "what its agent is to know"`,
    ])
  if (stage.is === 'completed' || stage.is === 'landing' || stage.is === 'proven')
    return refuse('task-is-completed', `Task ${task} is done: no agent will be asked about it again.`, [])
  if (stage.is === 'skipped')
    return refuse('task-is-skipped', `Task ${task} is skipped.`, [`pm-agent retry ${task} -m "…" takes it in again`])
  return ok([{ type: 'task-told', task, by, note }])
}

/** An approval answers a question. A failed check needs a waiver with a reason. */
function approve(
  run: TaskRun,
  { task, by, note }: Extract<Command, { type: 'approve-task' }>,
): Result<readonly Event[], Refusal> {
  const taken = approveRewrite(run, { type: 'approve-task', task, by, note })
  if (taken) return taken
  const rejected = rejectedRefusal(run)
  if (rejected) return rejected
  if (waitsForLook(run)) return ok([{ type: 'task-approved', task, by, note }])
  const receipt = refusedReceipt(run)
  if (!receipt)
    return refuse('nothing-to-approve', `Task ${task} does not wait for an approval.`, [`pm-agent why ${task}`])
  if (!asksOnly(receipt))
    return (
      unwaivableRefusal(task, receipt) ??
      refuse(
        'nothing-to-approve',
        `Task ${task} did not pass its checks: ${gateWords(receipt)}. Approve answers questions only.`,
        [
          `pm-agent waive ${task} -m "why this may land" lets it land in spite of them; it is then called waived`,
          `pm-agent retry ${task} -m "…" sends it back to an agent`,
        ],
      )
    )
  return ok([{ type: 'gates-waived', task, ...waiving(run, waiverFor(receipt, { by, note, as: 'approved' })) }])
}

/** Only displayed results can be waived, and only with a written reason. */
function waive(
  run: TaskRun,
  { task, by, note }: Extract<Command, { type: 'waive-task' }>,
): Result<readonly Event[], Refusal> {
  const rejected = rejectedRefusal(run)
  if (rejected) return rejected
  const receipt = refusedReceipt(run)
  if (!receipt) return refuse('nothing-to-waive', `No check keeps task ${task} from landing.`, [`pm-agent why ${task}`])
  const never = unwaivableRefusal(task, receipt)
  if (never) return never
  if (asksOnly(receipt))
    return refuse('nothing-to-waive', `Task ${task} failed no check: it waits for an answer (${gateWords(receipt)}).`, [
      `pm-agent approve ${task} says that it is wanted`,
    ])
  if (note.trim() === '')
    return refuse('no-reason-given', 'A waiver needs a reason: it is shown in every report.', [
      `pm-agent waive ${task} -m "why this may land"`,
    ])
  return ok([{ type: 'gates-waived', task, ...waiving(run, waiverFor(receipt, { by, note, as: 'waived' })) }])
}

const waiving = (run: TaskRun, waiver: Waiver) => ({ attempt: lastAttempt(run)!.number, ...waiver })

/** Whether it is proven, and only a human's look keeps it from landing. */
function waitsForLook({ stage, attempts, waivers }: TaskRun): boolean {
  if (stage.is !== 'escalated') return false
  const receipt = attempts.at(-1)?.receipt
  if (stage.reason === 'held' || stage.reason === 'review-wanted') return true
  return stage.reason === 'revisions-spent' && !!receipt && mayLand(receipt, waivers)
}

/**
 * The receipt of a waiting task; null if it does not wait, or nothing blocks it. Work that was sent back, or made for an
 * earlier text of the task, has none: a question of another kind must not let it land.
 */
function refusedReceipt(run: TaskRun): Receipt | null {
  const receipt = run.attempts.slice(run.attemptsBefore).at(-1)?.receipt
  return run.stage.is === 'escalated' && receipt && blockers(receipt).length > 0 ? receipt : null
}

function unwaivableRefusal(task: TaskId, receipt: Receipt): Result<never, Refusal> | null {
  const never = unwaivable(receipt)
  if (never.length === 0) return null
  const files = never.flatMap(({ paths = [] }) => paths).join(', ')
  const place = files ? ` in ${files}` : ''
  return refuse('cannot-be-waived', `Task ${task} left merge conflict markers${place}: these cannot be waived.`, [
    `pm-agent retry ${task} -m "resolve the conflict${place}"`,
    `pm-agent skip ${task} continues without it`,
  ])
}

const gateWords = (receipt: Receipt): string =>
  blockers(receipt)
    .map(({ gate, verdict }) => `${gate} ${verdict}`)
    .join(', ')
