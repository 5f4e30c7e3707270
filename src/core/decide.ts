import { saysDiskFull } from './disk-full.ts'
import { escalationFor } from './escalation.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import type { TaskId } from './ids.ts'
import type { Command, Input, Observation, Refusal } from './input.ts'
import { blockers } from './receipt.ts'
import { err, ok, type Result, unreachable } from './result.ts'
import { FRESH, findTask, lastAttempt, type RunState, type TaskRun, taskRun } from './state.ts'
import { type Disposition, triageConflict, triageEnding, triageLanding, triageProof } from './triage.ts'

/** A command or an observation becomes facts, or a command is refused with a way out. */
export function decide(state: RunState, input: Input, now: number): Result<readonly Event[], Refusal> {
  switch (input.type) {
    case 'retry-task':
    case 'skip-task':
    case 'approve-task':
    case 'waive-task':
    case 'stop-run':
    case 'accept-baseline':
    case 'resume-run':
    case 'use-settings':
      return command(state, input)
    default:
      return ok(observe(state, input, now))
  }
}

function command(state: RunState, input: Command): Result<readonly Event[], Refusal> {
  // Resuming a finished run offers its branch once more, and nothing else.
  if (state.finished && input.type !== 'resume-run')
    return refuse('run-is-finished', 'This run is finished.', [
      'pm-agent run starts a new one when the plan has open tasks',
    ])
  switch (input.type) {
    case 'stop-run':
      return ok(state.stopped ? [] : [{ type: 'run-stopped', by: input.by }])
    case 'resume-run':
      return ok(state.stopped || state.halted || state.unpublished ? [{ type: 'run-resumed' }] : [])
    case 'accept-baseline': {
      // Before it is measured it may be accepted as it will be found: `run --accept-baseline` says so from the start.
      if (state.baseline?.baseline.problems.length === 0)
        return refuse('nothing-to-accept', 'The base is healthy: there is nothing to accept.', [])
      return ok(state.baselineAccepted ? [] : [{ type: 'baseline-accepted', by: input.by }])
    }
    case 'use-settings':
      return ok(settingsChange(state, input))
    case 'retry-task':
    case 'skip-task':
    case 'approve-task':
    case 'waive-task':
      return taskCommand(state, input)
    default:
      return unreachable(input)
  }
}

function settingsChange(state: RunState, input: Extract<Command, { type: 'use-settings' }>): readonly Event[] {
  const { config } = state.opened
  const worker = input.worker ?? config.worker
  const parallel = input.parallel ?? config.limits.parallel
  const judge = input.judge ?? config.judge
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  const same = parallel === config.limits.parallel && isSame(worker, config.worker) && isSame(judge, config.judge)
  return same || worker === null ? [] : [{ type: 'settings-changed', worker, parallel, ...(judge ? { judge } : {}) }]
}

function taskCommand(state: RunState, input: Extract<Command, { task: TaskId }>): Result<readonly Event[], Refusal> {
  const run = findTask(state, input.task)
  if (!run) {
    const ids = state.tasks.map(other => other.task.id)
    return refuse('unknown-task', `There is no task ${input.task} in this plan.`, [
      `its tasks are ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''}`,
    ])
  }
  const { task, by, note } = input
  if (input.type === 'approve-task') {
    if (run.stage.is === 'escalated' && run.stage.reason === 'held')
      return ok([{ type: 'task-approved', task, by, note }])
    if (run.stage.is === 'escalated' && (run.stage.reason === 'changes-tests' || run.stage.reason === 'question'))
      return ok([waiver(run, by, note)])
    return refuse('nothing-to-approve', `Task ${task} does not wait for an approval.`, [`pm-agent why ${task}`])
  }
  if (input.type === 'waive-task') return waive(run, input)
  switch (run.stage.is) {
    case 'completed':
      return refuse('task-is-completed', `Task ${task} is completed.`, [`pm-agent show ${task}`])
    case 'working':
    case 'drafted':
    case 'proving':
    case 'proven':
    case 'landing':
      return refuse('task-is-running', `Task ${task} is under way.`, ['pm-agent stop stops the run; nothing is lost'])
    case 'skipped':
      if (input.type === 'skip-task') return refuse('task-is-skipped', `Task ${task} is skipped already.`, [])
      return ok([{ type: 'task-retried', task, by, note }])
    case 'queued':
      if (input.type === 'retry-task')
        return refuse('nothing-to-retry', `Task ${task} is in the queue already.`, [`pm-agent why ${task}`])
      return ok([{ type: 'task-skipped', task, by, note }])
    case 'escalated':
      return ok([
        input.type === 'retry-task'
          ? { type: 'task-retried', task, by, note }
          : { type: 'task-skipped', task, by, note },
      ])
    default:
      return unreachable(run.stage)
  }
}

/** Only what was proven to be as it is can be let pass, and only with a reason that others can read. */
function waive(
  run: TaskRun,
  { task, by, note }: Extract<Command, { type: 'waive-task' }>,
): Result<readonly Event[], Refusal> {
  if (run.stage.is !== 'escalated' || !lastAttempt(run)?.receipt || blockers(lastAttempt(run)!.receipt!).length === 0)
    return refuse('nothing-to-waive', `No gate that could be waived holds task ${task} back.`, [`pm-agent why ${task}`])
  if (note.trim() === '')
    return refuse('no-reason-given', 'A waiver needs its reason: it is shown in every report.', [
      `pm-agent waive ${task} -m "why this may land"`,
    ])
  return ok([waiver(run, by, note)])
}

function waiver(run: TaskRun, by: string, note: string): Event {
  const attempt = lastAttempt(run)!
  const gates = blockers(attempt.receipt!).map(({ gate, verdict, evidence }) => ({ gate, verdict, evidence }))
  return { type: 'gates-waived', task: run.task.id, attempt: attempt.number, by, note, gates }
}

function observe(state: RunState, input: Observation, now: number): readonly Event[] {
  switch (input.type) {
    case 'branch-ready':
      return [{ type: 'branch-started', tip: input.tip, planCommit: input.planCommit }]
    case 'baseline-measured':
      return baseline(state, input)
    case 'agent-launched':
      return [input]
    case 'attempt-finished': {
      const { task } = input
      const ended: Event = { ...input, type: 'attempt-ended' }
      const after = evolve(state, { version: state.version + 1, at: now, event: ended })
      const run = taskRun(after, task)
      return [ended, ...dispose(after, task, triageEnding(after, run, lastAttempt(run)!))]
    }
    case 'proof-finished': {
      const recorded: Event = {
        type: 'proof-recorded',
        task: input.task,
        attempt: input.attempt,
        receipt: input.receipt,
      }
      const after = evolve(state, { version: state.version + 1, at: now, event: recorded })
      const run = taskRun(after, input.task)
      return [recorded, ...dispose(after, input.task, triageProof(after, run, lastAttempt(run)!, input.receipt))]
    }
    case 'hold-finished':
      return holdFinished(state, input)
    case 'merge-finished':
      return mergeFinished(state, input, now)
    case 'landing-finished': {
      const { task, attempt, result } = input
      if (result.is === 'landed')
        return [{ type: 'task-landed', task, attempt, commit: result.commit, outputs: result.outputs }]
      const refused: Event = { type: 'landing-refused', task, attempt, reason: result.reason }
      const spent = triageLanding(state, taskRun(state, task), result.reason)
      return spent ? [refused, ...dispose(state, task, spent)] : [refused]
    }
    case 'publishing-finished':
      return input.refusal
        ? [{ type: 'publishing-refused', tip: input.tip, ...input.refusal }]
        : [{ type: 'branch-published', tip: input.tip }]
    case 'all-done':
      return [{ type: 'run-finished' }]
    case 'effect-failed':
      return [machineTrouble(input)]
    default:
      return unreachable(input)
  }
}

function machineTrouble({ effect, problem }: Extract<Observation, { type: 'effect-failed' }>): Event {
  if (saysDiskFull(problem))
    return {
      type: 'run-halted',
      problem: `the disk is full (${effect}: ${problem})`,
      hints: ['free some space (pm-agent clean removes what can be made again); then pm-agent run goes on from here'],
    }
  return {
    type: 'run-halted',
    problem: `${effect}: ${problem}`,
    hints: ['look after the machine first (disk, permissions); then pm-agent run goes on from here'],
  }
}

function holdFinished(state: RunState, input: Extract<Observation, { type: 'hold-finished' }>): readonly Event[] {
  const { task, attempt, branch, commit } = input
  const escalation = escalationFor(state, taskRun(state, task), 'held', [`look at it: git log -p ${branch}`])
  return [
    { type: 'task-held', task, attempt, branch, commit },
    { type: 'task-escalated', task, reason: 'held', escalation },
  ]
}

function mergeFinished(
  state: RunState,
  input: Extract<Observation, { type: 'merge-finished' }>,
  now: number,
): readonly Event[] {
  const { task, attempt, draft, conflicts } = input
  if (conflicts.length === 0) return [{ type: 'draft-merged', task, attempt, draft }]
  const conflicted: Event = { type: 'merge-conflicted', task, attempt, draft, paths: conflicts }
  const after = evolve(state, { version: state.version + 1, at: now, event: conflicted })
  const run = taskRun(after, task)
  return [conflicted, ...dispose(after, task, triageConflict(after, run, lastAttempt(run)!))]
}

function baseline(state: RunState, input: Extract<Observation, { type: 'baseline-measured' }>): readonly Event[] {
  const recorded: Event = { type: 'baseline-recorded', base: input.base, baseline: input.baseline }
  const { problems } = input.baseline
  if (problems.length === 0 || state.baselineAccepted) return [recorded]
  return [
    recorded,
    {
      type: 'run-halted',
      problem: `The commands do not work on the code as it is now: ${problems.join('; ')}`,
      hints: [
        'make them work in a fresh clone of the repository, or set other ones under `commands:` in pm-agent.yaml',
        'pm-agent run --accept-baseline goes on all the same and says so in every report',
      ],
    },
  ]
}

/** A disposition as facts. Proving and landing need none: `next` derives them from the stage. */
function dispose(state: RunState, task: TaskId, disposition: Disposition): readonly Event[] {
  const run = taskRun(state, task)
  const attempt = lastAttempt(run)!.number
  switch (disposition.is) {
    case 'prove':
    case 'land':
      return []
    case 'adapt': {
      const { reasons, added, trigger, scope } = disposition
      return [
        { type: 'task-triaged', task, attempt, disposition: 'adapt', reasons, again: FRESH, counted: false },
        { type: 'task-added', task, added, trigger, scope },
      ]
    }
    case 'retry':
    case 'relaunch': {
      const { is, reasons, again, counted } = disposition
      return [{ type: 'task-triaged', task, attempt, disposition: is, reasons, again, counted }]
    }
    case 'escalate': {
      const { reason, reasons } = disposition
      const escalation = escalationFor(state, run, reason, reasons)
      const asked: readonly Event[] = [
        { type: 'task-triaged', task, attempt, disposition: 'escalate', reasons, again: FRESH, counted: false },
        { type: 'task-escalated', task, reason, escalation },
      ]
      if (reason !== 'quick-failed') return asked
      const hints = ['pm-agent retry and pm-agent run try again; without --quick failures are fixed and results proven']
      return [...asked, { type: 'run-halted', problem: escalation.problem, hints }]
    }
    default:
      return unreachable(disposition)
  }
}

const refuse = (reason: Refusal['reason'], message: string, hints: readonly string[]): Result<never, Refusal> =>
  err({ reason, message, hints })
