import type { Event, Recorded } from './event.ts'
import type { TaskId } from './ids.ts'
import { invariant, unreachable } from './result.ts'
import { type Attempt, type Opened, type RunState, type Stage, type TaskRun, taskRun } from './state.ts'

/** Applies one fact. Total over the journal: what was recorded once can always be replayed. */
export function evolve(state: RunState | null, record: Recorded): RunState {
  const { event, at, version } = record
  if (event.type === 'run-opened') return opened(event, at, version)
  invariant(state, `the journal begins with ${event.type}`)
  return { ...apply(state, event, at), version, lastAt: at }
}

function opened(event: Opened, at: number, version: number): RunState {
  const existed = new Map(event.existed.map(entry => [entry.task, entry.outputs]))
  const tasks = event.plan.tasks.map((task): TaskRun => {
    const outputs = existed.get(task.id)
    const stage: Stage = outputs
      ? { is: 'completed', outcome: 'existed', commit: null }
      : { is: 'queued', kind: 'implement', from: null, session: null }
    const log = outputs ? [{ at, words: 'its box was ticked in the plan when the run began' }] : []
    return {
      task,
      stage,
      attempts: [],
      fixes: 0,
      relaunches: 0,
      launches: 0,
      outputs: outputs ?? {},
      notes: [],
      log,
      endedAt: outputs ? at : null,
    }
  })
  return {
    version,
    opened: event,
    openedAt: at,
    lastAt: at,
    tip: null,
    published: null,
    unpublished: null,
    baseline: null,
    baselineToken: null,
    baselineAccepted: false,
    tasks,
    index: new Map(tasks.map((run, position) => [run.task.id, position])),
    dispatched: [],
    stopped: false,
    halted: null,
    finished: false,
  }
}

function apply(state: RunState, event: Exclude<Event, { type: 'run-opened' }>, at: number): RunState {
  switch (event.type) {
    case 'branch-started':
      return { ...state, tip: event.tip }
    case 'baseline-started':
      return { ...state, baselineToken: event.token }
    case 'proof-started':
      return stage(state, event.task, { is: 'proving', attempt: event.attempt, token: event.token })
    case 'baseline-recorded':
      return { ...state, baselineToken: null, baseline: { base: event.base, baseline: event.baseline } }
    case 'baseline-accepted':
      return { ...state, baselineAccepted: true, halted: null }
    case 'attempt-started':
      return attemptStarted(state, event, at)
    case 'agent-launched':
      return changeAttempt(state, event.task, event.attempt, attempt => ({ ...attempt, process: event.process }))
    case 'attempt-ended':
      return attemptEnded(state, event, at)
    case 'proof-recorded':
      return proofRecorded(state, event)
    case 'task-triaged':
      return triaged(state, event, at)
    case 'task-escalated':
      return change(state, event.task, run => ({
        ...run,
        stage: { is: 'escalated', reason: event.reason, escalation: event.escalation },
        log: [...run.log, { at, words: `given to a human: ${event.escalation.problem}` }],
      }))
    case 'landing-started': {
      const { attempt, onto, message, tag } = event
      return stage(state, event.task, { is: 'landing', attempt, onto, message, tag, at })
    }
    case 'task-landed':
      return landed(state, event, at)
    case 'landing-refused':
      return change(state, event.task, run => ({
        ...run,
        stage: { is: 'queued', kind: 'implement', from: null, session: null },
        log: [...run.log, { at, words: `not landed: ${event.reason}` }],
      }))
    case 'branch-published':
      return { ...state, published: event.tip, unpublished: null }
    case 'publishing-refused':
      return { ...state, unpublished: { tip: event.tip, reason: event.reason, detail: event.detail } }
    case 'task-retried':
      return retried(state, event, at)
    case 'task-skipped':
      return change(state, event.task, run => ({
        ...run,
        stage: { is: 'skipped', by: event.by, note: event.note },
        endedAt: at,
        log: [...run.log, { at, words: `${event.by} said to skip it${event.note ? `: ${event.note}` : ''}` }],
      }))
    case 'run-stopped':
      return { ...state, stopped: true }
    case 'run-resumed':
      return { ...state, stopped: false, halted: null, unpublished: null, baseline: usable(state) }
    case 'run-halted':
      return { ...state, halted: { problem: event.problem, hints: event.hints } }
    case 'run-finished':
      return { ...state, finished: true }
    default:
      return unreachable(event)
  }
}

/** A base that was found unhealthy is measured again when the human comes back: the machine may be well now. */
const usable = ({ baseline, baselineAccepted }: RunState): RunState['baseline'] =>
  baseline && baseline.baseline.problems.length > 0 && !baselineAccepted ? null : baseline

function attemptStarted(state: RunState, event: Extract<Event, { type: 'attempt-started' }>, at: number): RunState {
  const attempt: Attempt = {
    number: event.attempt,
    kind: event.kind,
    agent: event.agent,
    base: event.base,
    from: event.from,
    token: event.token,
    contract: event.contract,
    contractHash: event.contractHash,
    prompt: event.prompt,
    startedAt: at,
    process: null,
    ended: null,
    receipt: null,
  }
  const first = taskRun(state, event.task).attempts.length === 0
  const next = change(state, event.task, run => ({
    ...run,
    stage: { is: 'working', attempt: event.attempt },
    attempts: [...run.attempts, attempt],
    launches: run.launches + 1,
  }))
  return first ? { ...next, dispatched: [...next.dispatched, event.task] } : next
}

function attemptEnded(state: RunState, event: Extract<Event, { type: 'attempt-ended' }>, at: number): RunState {
  const { ending, reading, session, draft, outputFile, durationMs } = event
  const next = changeAttempt(state, event.task, event.attempt, attempt => ({
    ...attempt,
    ended: { at, ending, reading, session, draft, outputFile, durationMs },
  }))
  return stage(next, event.task, { is: 'drafted', attempt: event.attempt })
}

function proofRecorded(state: RunState, event: Extract<Event, { type: 'proof-recorded' }>): RunState {
  const next = changeAttempt(state, event.task, event.attempt, attempt => ({ ...attempt, receipt: event.receipt }))
  return stage(next, event.task, { is: 'proven', attempt: event.attempt })
}

function triaged(state: RunState, event: Extract<Event, { type: 'task-triaged' }>, at: number): RunState {
  const words = `${event.disposition}: ${event.reasons.join('; ')}`
  return change(state, event.task, run => {
    const log = [...run.log, { at, words }]
    if (event.disposition === 'escalate') return { ...run, log }
    const { kind, from, session } = event.again
    return {
      ...run,
      stage: { is: 'queued', kind, from, session },
      fixes: run.fixes + (event.disposition === 'retry' ? 1 : 0),
      relaunches: run.relaunches + (event.disposition === 'relaunch' && event.counted ? 1 : 0),
      log,
    }
  })
}

/** A human's word to try again gives the task its budgets back. */
function retried(state: RunState, event: Extract<Event, { type: 'task-retried' }>, at: number): RunState {
  return change(state, event.task, run => ({
    ...run,
    stage: { is: 'queued', kind: 'implement', from: null, session: null },
    fixes: 0,
    relaunches: 0,
    launches: 0,
    notes: event.note ? [...run.notes, event.note] : run.notes,
    log: [...run.log, { at, words: `${event.by} said to try again${event.note ? `: ${event.note}` : ''}` }],
  }))
}

function landed(state: RunState, event: Extract<Event, { type: 'task-landed' }>, at: number): RunState {
  const next = change(state, event.task, run => {
    const receipt = run.attempts.at(-1)?.receipt
    return {
      ...run,
      stage: { is: 'completed', outcome: receipt?.basis === 'existed' ? 'existed' : 'proven', commit: event.commit },
      outputs: event.outputs,
      endedAt: at,
    }
  })
  return { ...next, tip: event.commit }
}

/** Replaces one task; the array is copied, everything else is shared. */
function change(state: RunState, id: TaskId, changed: (run: TaskRun) => TaskRun): RunState {
  const at = state.index.get(id)
  invariant(at !== undefined, `the journal names task ${id}, the plan does not`)
  const tasks = state.tasks.slice()
  tasks[at] = changed(tasks[at]!)
  return { ...state, tasks }
}

const stage = (state: RunState, id: TaskId, to: Stage): RunState => change(state, id, run => ({ ...run, stage: to }))

function changeAttempt(state: RunState, id: TaskId, number: number, changed: (attempt: Attempt) => Attempt): RunState {
  return change(state, id, run => ({
    ...run,
    attempts: run.attempts.map(attempt => (attempt.number === number ? changed(attempt) : attempt)),
  }))
}
