import { dollars } from '../../../core/money/cost.ts'
import { changeLine } from '../../../core/plan/plan-edit.ts'
import { claimWorth } from '../../../core/proof/claims.ts'
import { asksOnly, blockers, isOnlyFlaky, isProven } from '../../../core/proof/receipt.ts'
import { waiverWords } from '../../../core/proof/waiver.ts'
import { unreachable } from '../../../core/result.ts'
import { isCutShort, pauseWords } from '../../../core/run/agent-pause.ts'
import type { Escalation, Recorded } from '../../../core/run/event.ts'
import { lastAttempt, type RunState, taskRun } from '../../../core/run/state.ts'
import { describeEnding, leadsToProof } from '../../../core/run/triage.ts'
import { basisWords } from '../../../core/shown/bookkeeping.ts'
import { duration } from '../../../core/text/time.ts'
import { reachWords } from '../../../core/told/message-timing.ts'

/** Every sentence about what happened, for people. `task` is null where the whole run is meant. */
export interface Sentence {
  readonly task: string | null
  readonly words: string
  readonly tone: 'plain' | 'good' | 'bad'
}

const say = (task: string | null, words: string, tone: Sentence['tone'] = 'plain'): Sentence => ({ task, words, tone })

/** What an event says to somebody who watches; null for what only we need. */
export function sentence({ event }: Recorded, state: RunState): Sentence | null {
  switch (event.type) {
    case 'run-opened':
      return say(
        null,
        `plan "${event.plan.title}" with ${event.plan.tasks.length} task${event.plan.tasks.length === 1 ? '' : 's'}, branch ${event.branch}, base ${event.base?.slice(0, 10) ?? 'none (empty repository)'}`,
      )
    case 'branch-started':
      return event.planCommit ? say(null, `the branch begins with the plan as read (${event.tip.slice(0, 10)})`) : null
    case 'baseline-started':
      return say(null, 'measuring the base: the commands are run before anybody works')
    case 'baseline-recorded':
      return baselineWords(event.baseline)
    case 'baseline-accepted':
      return say(null, `${event.by} accepted the base as it is`)
    case 'attempt-started':
      return say(
        event.task,
        `${event.kind === 'fix' ? 'sent back' : 'given'} to ${event.agent} (attempt ${event.attempt}): ${taskRun(state, event.task).task.title}`,
      )
    case 'attempt-ended':
      return attemptWords(event)
    case 'proof-recorded':
      return proofWords(event, state)
    case 'task-triaged':
      return event.disposition === 'relaunch' ? relaunchWords(event) : null
    case 'task-added':
      return addedWords(event)
    case 'task-escalated':
      return say(event.task, `waits for you: ${event.escalation.problem}`, 'bad')
    case 'task-landed':
      return say(event.task, `completed as ${event.commit.slice(0, 10)}`, 'good')
    case 'draft-merged':
      return mergedWords(event)
    case 'merge-conflicted':
      return say(
        event.task,
        `conflicts with what landed since: ${event.paths.join(', ')}${event.refuted ? ' (keeping both additions does not hold)' : ''}; it goes back to an agent`,
        'bad',
      )
    case 'landing-refused':
      return say(event.task, `not landed: ${event.reason}`, 'bad')
    case 'publishing-refused':
      return unpublishedWords(event)
    case 'task-held':
      return say(event.task, `proven and held on ${event.branch}`)
    case 'gates-waived':
    case 'task-approved':
    case 'task-retried':
    case 'task-skipped':
    case 'task-stopped':
      return humanWords(event)
    case 'task-told':
      return toldWords(event, state)
    case 'agent-told':
      return say(event.task, reachWords(event.attempt, event.reach))
    case 'agent-paused':
      return say(null, `${pauseWords(event.agent, event)} (${event.problem})`, event.until === null ? 'bad' : 'plain')
    case 'agent-resumed':
      return say(null, `${event.agent} is asked again`)
    case 'agent-launched':
    case 'judge-asked':
    case 'judge-ended':
    case 'proof-started':
    case 'landing-started':
    case 'branch-published':
      return null
    default:
      return runWords(event, state)
  }
}

/** What is said of the run as a whole while it goes on. */
function runWords(
  event: Extract<
    Recorded['event'],
    { type: 'settings-changed' | 'plan-edited' | 'run-stopped' | 'run-resumed' | 'run-halted' | 'run-finished' }
  >,
  state: RunState,
): Sentence {
  switch (event.type) {
    case 'settings-changed':
      return settingsWords(event)
    case 'plan-edited':
      return say(null, `the plan was edited: ${event.changes.map(changeLine).join('; ')}`)
    case 'run-stopped':
      return say(null, `stopped by ${event.by}${state.opened.rehearsal ? '' : '; pm-agent run goes on from here'}`)
    case 'run-resumed':
      return say(null, 'going on')
    case 'run-halted':
      return say(null, `standing still: ${event.problem}`, 'bad')
    case 'run-finished':
      return say(null, 'finished', 'good')
    default:
      return unreachable(event)
  }
}

const mergedWords = ({ task, draft, union }: Extract<Recorded['event'], { type: 'draft-merged' }>): Sentence =>
  say(
    task,
    `merged with what landed since (${draft.base.slice(0, 10)})${union ? `; both added lines to ${union.paths.join(', ')}, and both additions are kept` : ''}; the merged code is proven too`,
  )

const addedWords = ({ task, added, trigger }: Extract<Recorded['event'], { type: 'task-added' }>): Sentence =>
  say(task, `task ${added.id} is added for it (${trigger}): ${added.title}`)

const settingsWords = (event: Extract<Recorded['event'], { type: 'settings-changed' }>) => {
  const { worker, parallel, judge, usdPerRun } = event
  const words = [
    ...(worker ? [`${worker.name} works`] : []),
    `${parallel} at once`,
    ...(judge ? [`${judge.name} judges`] : []),
    ...(usdPerRun === undefined ? [] : [`${dollars(usdPerRun)} at most`]),
  ]
  return say(null, `from now on: ${words.join(', ')}`)
}

/** That a rehearsal publishes nothing is said once, at its end. */
const unpublishedWords = ({ reason, detail }: Extract<Recorded['event'], { type: 'publishing-refused' }>) =>
  reason === 'rehearsal' ? null : say(null, `not published: ${detail}`, 'bad')

const relaunchWords = ({ task, reasons }: Extract<Recorded['event'], { type: 'task-triaged' }>): Sentence =>
  say(task, `an agent has to be launched again: ${reasons.join('; ')}`)

const DECIDED = {
  'task-approved': 'approved it',
  'task-retried': 'said to try again',
  'task-skipped': 'said to skip it',
  'task-stopped': 'stopped it',
}

type Decision = Extract<Recorded['event'], { type: keyof typeof DECIDED | 'gates-waived' }>

const humanWords = (event: Decision): Sentence =>
  say(
    event.task,
    event.type === 'gates-waived'
      ? waiverWords(event)
      : `${event.by} ${DECIDED[event.type]}${event.note ? `: ${event.note}` : ''}`,
  )

/** Whether whoever works on it hears it is said as soon as that is known. */
const toldWords = ({ task, by, note }: Extract<Recorded['event'], { type: 'task-told' }>, state: RunState): Sentence =>
  say(task, `${by} says${taskRun(state, task).stage.is === 'working' ? '' : ' to its next agent'}: ${note}`)

const firstLine = (text: string): string => text.split('\n', 1)[0]!

function baselineWords(baseline: Extract<Recorded['event'], { type: 'baseline-recorded' }>['baseline']): Sentence {
  if (baseline.greenfield)
    return say(null, 'the base holds no project yet: the first task may bring runner and configuration')
  const gates = baseline.gates.map(
    gate =>
      `${gate.gate} ${gate.verdict}${gate.durationMs > 0 ? ` (${duration(gate.durationMs)})` : ''}${gate.verdict === 'uncontrolled' || gate.flaky ? `: ${firstLine(gate.evidence)}` : ''}`,
  )
  return say(null, `base: ${gates.join(', ') || 'no commands to run'}`, baseline.problems.length > 0 ? 'bad' : 'plain')
}

function attemptWords(event: Extract<Recorded['event'], { type: 'attempt-ended' }>): Sentence {
  const { reading, draft, ending } = event
  const claim =
    reading.is === 'valid'
      ? `it says "${reading.report.status}"`
      : reading.is === 'invalid'
        ? `its result is unreadable (${reading.problem})`
        : 'it left no result'
  const changed = draft ? `${draft.changes.length} changed file${draft.changes.length === 1 ? '' : 's'}` : 'no files'
  if (isCutShort(ending))
    return say(event.task, `${describeEnding(ending)}; ${draft ? `${changed} kept` : 'there was nothing to keep'}`)
  const end = ending.is === 'exited' && ending.code === 0 ? '' : `; ${describeEnding(ending)}`
  return say(event.task, `${claim}, ${changed}${end}${leadsToProof(event) ? '; now proving it' : ''}`)
}

function proofWords(event: Extract<Recorded['event'], { type: 'proof-recorded' }>, state: RunState): Sentence {
  const { receipt } = event
  const took = ` (${duration(receipt.durationMs)})`
  if (isProven(receipt)) return say(event.task, `proven: ${basisWords(receipt)}${took}`, 'good')
  const excused = receipt.gates.flatMap(gate =>
    gate.excused ? [`${gate.gate} ${gate.verdict}, ${gate.excused.as} by ${gate.excused.by}`] : [],
  )
  if (blockers(receipt).length === 0 && excused.length > 0)
    return say(event.task, `nothing else keeps it from landing: ${excused.join('; ')}${took}`)
  const reasons = blockers(receipt).map(gate => `${gate.gate} ${gate.verdict}: ${gate.evidence.split('\n', 1)[0]}`)
  const attempt = lastAttempt(taskRun(state, event.task))
  const success = attempt?.ended?.reading.is === 'valid' && attempt.ended.reading.report.status === 'success'
  const lead = attempt?.merged
    ? 'does not hold with what landed since'
    : isOnlyFlaky(receipt)
      ? 'flaky, and no fault is found'
      : asksOnly(receipt)
        ? 'may be wanted and may not'
        : success
          ? claimWorth(receipt) === 'not-shown'
            ? 'not shown yet'
            : 'claimed done and is not'
          : 'does not hold'
  return say(event.task, `${lead}: ${reasons.join('; ')}${took}`, 'bad')
}

/** The one form in which a human is asked. */
export function escalationLines(task: string, escalation: Escalation): readonly string[] {
  return [
    `ESCALATION (task ${task})`,
    `Problem:     ${escalation.problem}`,
    `Impact:      ${escalation.impact}`,
    ...escalation.options.map(
      (option, at) => `${at === 0 ? 'Options:     ' : '             '}${at + 1}. ${option.words}: ${option.command}`,
    ),
    `Recommended: ${escalation.recommended + 1}`,
    `Blocking:    ${escalation.blocking ? 'yes' : 'no'}`,
  ]
}

/** Everything that waits for a human, in that form. */
export const openQuestions = (state: RunState): readonly string[] =>
  state.tasks.flatMap(({ task, stage }) =>
    stage.is === 'escalated' ? [...escalationLines(task.id, stage.escalation), ''] : [],
  )
