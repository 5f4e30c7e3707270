import { ambiguityWords, openAmbiguities } from '../decisions/ambiguity.ts'
import { standingsOf } from '../intake/standing.ts'
import { integrated } from '../integration/decide-integration.ts'
import { planRead } from '../living/decide-plan-read.ts'
import { budgetWords } from '../money/budget.ts'
import type { TaskId } from '../plan/ids.ts'
import { blockers, type Receipt } from '../proof/receipt.ts'
import { mayLand, type Waiver } from '../proof/waiver.ts'
import { reviewFinished, reviewLaunchEnded } from '../release/decide-final-review.ts'
import { gateFinished } from '../release/decide-release.ts'
import { replanned } from '../replanning/decide-replanning.ts'
import { ok, type Result, unreachable } from '../result.ts'
import { isHeld, tieringOf } from '../risk/task-tier.ts'
import { holdsWork } from '../risk/tier.ts'
import { reasonWords } from '../risk/tier-words.ts'
import { problemOf } from '../shown/escalation.ts'
import { saysDiskFull } from '../text/disk-full.ts'
import { dollars } from '../text/dollars.ts'
import { isUnavailable } from './agent-pause.ts'
import { decideCommand } from './decide-command.ts'
import type { Baseline, Event } from './event.ts'
import { evolve } from './evolve.ts'
import type { Observation, Refusal, RunInput } from './input.ts'
import { readyInOrder } from './order.ts'
import { findTask, lastAttempt, type RunState, taskRun } from './state.ts'
import {
  type Disposition,
  pausedEvents,
  triageConflict,
  triageEnding,
  triageJudge,
  triageLanding,
  triageProof,
} from './triage.ts'

/** Turns a command or an observation into facts, or refuses a command with a way out. */
export function decide(state: RunState, input: RunInput, now: number): Result<readonly Event[], Refusal> {
  switch (input.type) {
    case 'retry-task':
    case 'retry-all':
    case 'skip-task':
    case 'approve-task':
    case 'waive-task':
    case 'revise-task':
    case 'reject-task':
    case 'pause-task':
    case 'stop-task':
    case 'tell-task':
    case 'decide-risk':
    case 'stop-run':
    case 'accept-baseline':
    case 'resume-run':
    case 'use-settings':
    case 'follow-pull-request':
      return decideCommand(state, input)
    default:
      return ok(observe(state, input, now))
  }
}

function observe(state: RunState, input: Observation, now: number): readonly Event[] {
  switch (input.type) {
    case 'branch-ready':
      return [{ ...input, type: 'branch-started' }]
    case 'baseline-measured':
      return baseline(state, input)
    case 'agent-launched':
    case 'agent-told':
    case 'judge-asked':
    case 'release-written':
    case 'final-review-started':
      return [input]
    case 'attempt-finished':
      return attemptFinished(state, input, now)
    case 'judge-finished':
      return judgeFinished(state, input, now)
    case 'pause-over': {
      const trouble = state.troubles.get(input.agent)
      // Another launch may have reported a later time since.
      const isOver = trouble?.paused && trouble.until !== null && trouble.until <= now
      return isOver ? [{ type: 'agent-resumed', agent: input.agent }] : []
    }
    case 'proof-finished':
      return proofFinished(state, input, now)
    case 'hold-finished':
      return holdFinished(state, input)
    case 'merge-finished':
      return mergeFinished(state, input, now)
    case 'landing-finished': {
      const { task, attempt, result } = input
      if (result.is === 'landed') {
        const { is: _, ...landed } = result
        return [{ type: 'task-landed', task, attempt, ...landed }]
      }
      const refused: Event = { type: 'landing-refused', task, attempt, reason: result.reason }
      const spent = triageLanding(state, taskRun(state, task), result.reason)
      return spent ? [refused, ...dispose(state, task, spent)] : [refused]
    }
    case 'publishing-finished':
      return input.refusal
        ? [{ type: 'publishing-refused', tip: input.tip, ...input.refusal }]
        : [{ type: 'branch-published', tip: input.tip }]
    case 'ambiguity-found':
      return askFirst(state, input.task)
    case 'final-review-ended':
      return reviewLaunchEnded(state, input, now)
    case 'release-gate-recorded':
      return gateFinished(state, input)
    case 'final-review-recorded':
      return reviewFinished(state, input)
    case 'diagnosis-started':
    case 'diagnosis-ended':
    case 'integration-recorded':
      return integrated(state, input, now)
    case 'plan-read':
      return planRead(state, input)
    case 'sub-plan-missing':
    case 'planner-ended':
    case 'planner-finished':
    case 'rewrite-lost':
      return replanned(state, input, now)
    case 'budget-reached':
      return [budgetReached(state)]
    case 'all-done':
      return [{ type: 'run-finished' }]
    case 'effect-failed':
      return [machineTrouble(input)]
    default:
      return unreachable(input)
  }
}

function attemptFinished(
  state: RunState,
  input: Extract<Observation, { type: 'attempt-finished' }>,
  now: number,
): readonly Event[] {
  const { task } = input
  const ended: Event = { ...input, type: 'attempt-ended' }
  const after = evolve(state, { version: state.version + 1, at: now, event: ended })
  const run = taskRun(after, task)
  return [ended, ...dispose(after, task, triageEnding(after, run, lastAttempt(run)!))]
}

function judgeFinished(
  state: RunState,
  input: Extract<Observation, { type: 'judge-finished' }>,
  now: number,
): readonly Event[] {
  const ended: Event = { ...input, type: 'judge-ended' }
  if (!isUnavailable(input.ending) || taskRun(state, input.task).stage.is === 'escalated') return [ended]
  const after = evolve(state, { version: state.version + 1, at: now, event: ended })
  return [ended, ...dispose(after, input.task, triageJudge(after, input.agent, input.ending))]
}

function budgetReached(state: RunState): Event {
  const why = readyInOrder(state).flatMap(run => budgetWords(state, run) ?? [])[0]
  const usd = state.config.limits.usdPerRun
  return {
    type: 'run-halted',
    reason: 'budget',
    problem: `the budget of the run does not allow another launch: ${why ?? `${dollars(usd)} are used up`}`,
    hints: [
      `pm-agent run --budget ${Math.ceil(usd * 2)} continues with more; limits.usd_per_run in pm-agent.yaml is for new runs`,
      'pm-agent report says what it was used for',
    ],
  }
}

function machineTrouble({ effect, problem, hints }: Extract<Observation, { type: 'effect-failed' }>): Event {
  if (saysDiskFull(problem))
    return {
      type: 'run-halted',
      problem: `the disk is full (${effect}: ${problem})`,
      hints: ['free some space (pm-agent clean removes what can be made again); then pm-agent run continues from here'],
    }
  return {
    type: 'run-halted',
    problem: `${effect}: ${problem}`,
    hints: hints ?? ['look after the machine first (disk, permissions); then pm-agent run continues from here'],
  }
}

/** A plan edit or a decision may have settled it meanwhile. */
function askFirst(state: RunState, task: TaskId): readonly Event[] {
  const run = taskRun(state, task)
  const reasons = openAmbiguities(state, run).map(ambiguityWords)
  if (run.stage.is !== 'queued' || reasons.length === 0) return []
  const { is: _, ...again } = run.stage
  return [{ type: 'task-escalated', task, reason: 'ambiguous', reasons, again }]
}

function holdFinished(state: RunState, input: Extract<Observation, { type: 'hold-finished' }>): readonly Event[] {
  const { task, attempt, branch, commit } = input
  const run = taskRun(state, task)
  const held: Event = { type: 'task-held', task, attempt, branch, commit }
  const { reasons } = tieringOf(state, run)
  if (isHeld(state, run)) {
    const far = run.task.hold ? [] : reasons.filter(holdsWork).map(reasonWords)
    return [held, { type: 'task-escalated', task, reason: 'held', reasons: far }]
  }
  return [held, { type: 'task-escalated', task, reason: 'review-wanted', reasons: reasons.map(reasonWords) }]
}

function mergeFinished(
  state: RunState,
  input: Extract<Observation, { type: 'merge-finished' }>,
  now: number,
): readonly Event[] {
  const { task, attempt, draft, conflicts, union } = input
  if (conflicts.length === 0) return [{ type: 'draft-merged', task, attempt, draft }]
  if (union) return [{ type: 'draft-merged', task, attempt, draft: union, union: { paths: conflicts, marked: draft } }]
  return conflicted(state, { type: 'merge-conflicted', task, attempt, draft, paths: conflicts }, now)
}

/** A conflict goes back to an agent. */
function conflicted(
  state: RunState,
  event: Extract<Event, { type: 'merge-conflicted' }>,
  now: number,
): readonly Event[] {
  const after = evolve(state, { version: state.version + 1, at: now, event })
  const run = taskRun(after, event.task)
  return [event, ...dispose(after, event.task, triageConflict(after, run, lastAttempt(run)!))]
}

/** A proof ended. If both additions of a merge fail together, an agent has to resolve the conflict. */
function proofFinished(
  state: RunState,
  input: Extract<Observation, { type: 'proof-finished' }>,
  now: number,
): readonly Event[] {
  const { task, attempt, receipt, receiptHash, formatted } = input
  // A human stopped it at the same moment.
  if (taskRun(state, task).stage.is === 'escalated') return []
  const recorded: Event = {
    type: 'proof-recorded',
    task,
    attempt,
    receipt,
    ...(receiptHash ? { receiptHash } : {}),
    ...(formatted ? { formatted } : {}),
  }
  const after = evolve(state, { version: state.version + 1, at: now, event: recorded })
  const run = taskRun(after, task)
  const last = lastAttempt(run)!
  if (last.union && refutes(receipt, run.waivers)) {
    const { marked: draft, paths } = last.union
    const refuted = blockers(receipt).map(({ gate, verdict }) => `${gate} ${verdict}`)
    return [recorded, ...conflicted(after, { type: 'merge-conflicted', task, attempt, draft, paths, refuted }, now)]
  }
  return [recorded, ...dispose(after, task, triageProof(after, run, last, receipt))]
}

/** Whether a receipt shows a fault of the code; a check that could not run here does not. */
const refutes = (receipt: Receipt, waivers: readonly Waiver[]): boolean =>
  !mayLand(receipt, waivers) && blockers(receipt).some(gate => gate.verdict !== 'environment')

function baseline(state: RunState, input: Extract<Observation, { type: 'baseline-measured' }>): readonly Event[] {
  const recorded: Event = { type: 'baseline-recorded', base: input.base, baseline: input.baseline }
  const { problems } = input.baseline
  if (problems.length === 0 || state.baselineAccepted) return [recorded, ...existing(state, input.baseline)]
  return [
    recorded,
    {
      type: 'run-halted',
      problem: `The commands do not work on the code as it is now: ${problems.join('; ')}`,
      hints: [
        'make them work in a fresh clone of the repository, or set other ones under `commands:` in pm-agent.yaml',
        'pm-agent run --accept-baseline continues anyway and says so in every report',
      ],
    },
  ]
}

/** Open tasks that are there already, by their commands and files; a task that has begun is left alone. */
function existing(state: RunState, { intake = [] }: Baseline): readonly Event[] {
  const isDone = (id: TaskId) => findTask(state, id)?.stage.is === 'completed'
  return standingsOf(state.plan.tasks, intake, isDone).flatMap(({ task, standing, facts }): readonly Event[] => {
    const run = findTask(state, task)
    const isOpen = run?.stage.is === 'queued' && run.attempts.length === 0
    return standing === 'EXISTS' && isOpen ? [{ type: 'task-existed', task, facts }] : []
  })
}

/** A disposition as facts. Proving and landing need no facts: `next` derives them from the stage. */
function dispose(state: RunState, task: TaskId, disposition: Disposition): readonly Event[] {
  const run = taskRun(state, task)
  const attempt = lastAttempt(run)!.number
  switch (disposition.is) {
    case 'prove':
    case 'land':
      return []
    case 'adapt': {
      const { reasons, added, trigger, scope } = disposition
      return [{ type: 'task-added', task, added, trigger, scope, reasons }]
    }
    case 'split': {
      const { trigger, reasons } = disposition
      return [{ type: 'planning-wanted', task, purpose: 'split', trigger, reasons }]
    }
    case 'wait-for-judge':
      return pausedEvents(state, disposition.pause)
    case 'wait': {
      const { is, reasons, again, pause } = disposition
      return [
        { type: 'task-triaged', task, attempt, disposition: is, reasons, again, counted: false },
        ...pausedEvents(state, pause),
      ]
    }
    case 'retry':
    case 'relaunch': {
      const { is, reasons, again, counted } = disposition
      return [{ type: 'task-triaged', task, attempt, disposition: is, reasons, again, counted }]
    }
    case 'escalate': {
      const { reason, reasons, again, pause } = disposition
      const asked: readonly Event[] = [
        { type: 'task-escalated', task, reason, reasons, ...(again ? { again } : {}) },
        ...pausedEvents(state, pause),
      ]
      if (reason !== 'quick-failed') return asked
      const hints = ['pm-agent retry and pm-agent run try again; without --quick failures are fixed and results proven']
      return [
        ...asked,
        {
          type: 'run-halted',
          problem: problemOf(run.task, { reason, reasons, fixes: run.fixes, relaunches: run.relaunches, branch: null }),
          hints,
        },
      ]
    }
    default:
      return unreachable(disposition)
  }
}
