import { releaseProblems } from '../handover/release-problem.ts'
import { releaseGateWords } from '../handover/release-words.ts'
import { greenWords } from '../intake/intake-words.ts'
import { diagnosisWords } from '../integration/diagnosis-words.ts'
import { deciderName } from '../journal/decider.ts'
import { changeLine, type PlanChange } from '../living/plan-edit.ts'
import { shortCommit } from '../plan/ids.ts'
import { type ClaimWorth, claimWorth } from '../proof/claims.ts'
import { asksOnly, blockers, gateSentence, headline, isOnlyFlaky, isProven } from '../proof/receipt.ts'
import { finalReviewWords, REMEDY_CAUSES } from '../release/final-review-words.ts'
import type { ReplanPurpose } from '../replanning/replanning-event.ts'
import { isCutShort, pauseWords } from '../run/agent-pause.ts'
import type { Baseline, Event, Recorded } from '../run/event.ts'
import { lastAttempt, type RunState, taskRun } from '../run/state.ts'
import { describeEnding, leadsToProof } from '../run/triage.ts'
import { settingsWords } from '../settings/run-settings.ts'
import { plural } from '../text/lists.ts'
import { duration } from '../text/time.ts'
import { basisWords } from './bookkeeping.ts'
import { decisionWords } from './decision-words.ts'

/** One sentence for people about one event. `task` is null for the whole run. */
export interface Sentence {
  readonly task: string | null
  readonly words: string
  readonly tone: 'plain' | 'good' | 'bad'
}

type Fact<T extends Event['type']> = Extract<Event, { type: T }>

const say = (task: string | null, words: string, tone: Sentence['tone'] = 'plain'): Sentence => ({ task, words, tone })

/** The words of an event for people who watch, given the state after it; null if it needs none. */
export const sentence = ({ event }: Recorded, state: RunState): Sentence | null =>
  // The record has one function per type; the compiler cannot infer that the key and the event belong together.
  (SENTENCES[event.type] as (event: Event, state: RunState) => Sentence | null)(event, state)

const nothing = (): null => null

/** A decision in the words of its task's log. */
const decided =
  (tone: Sentence['tone'] = 'plain') =>
  (event: Extract<Event, { task: string }>, state: RunState): Sentence => {
    const { task, decisions } = taskRun(state, event.task)
    const { fact } = decisions.findLast(({ fact: { type } }) => type === event.type)!
    return say(event.task, decisionWords(task, fact), tone)
  }

const SENTENCES: { readonly [T in Event['type']]: (event: Fact<T>, state: RunState) => Sentence | null } = {
  'run-opened': openedSentence,
  'branch-started': ({ planCommit, tip }) =>
    planCommit ? say(null, `the branch begins with the plan as read (${shortCommit(tip)})`) : null,
  'baseline-started': () => say(null, 'running the commands on the base, to see what already fails'),
  'baseline-recorded': ({ baseline }) => baselineSentence(baseline),
  'task-existed': decided('good'),
  'baseline-accepted': decider => say(null, `${deciderName(decider)} accepted the base as it is`),
  'attempt-started': ({ task, kind, agent, attempt }, state) =>
    say(
      task,
      `${kind === 'implement' ? 'given' : 'sent back'} to ${agent} (attempt ${attempt}): ${taskRun(state, task).task.title}`,
    ),
  'attempt-ended': attemptSentence,
  'proof-recorded': proofSentence,
  // The sentences before and after cover the others.
  'task-triaged': (event, state) =>
    event.disposition === 'relaunch' || (event.disposition === 'retry' && !isRefused(state, event.task))
      ? decided()(event, state)
      : null,
  'task-added': decided(),
  'task-escalated': decided('bad'),
  'task-landed': ({ task, commit }) => say(task, `completed as ${shortCommit(commit)}`, 'good'),
  'draft-merged': decided(),
  'merge-conflicted': ({ task, paths, refuted }) =>
    say(
      task,
      `conflicts with what landed since: ${paths.join(', ')}${refuted ? ' (keeping both additions fails)' : ''}; it goes back to an agent`,
      'bad',
    ),
  'landing-refused': decided('bad'),
  // The end of a rehearsal reports once that nothing is published.
  'publishing-refused': ({ reason, detail }) =>
    reason === 'rehearsal' ? null : say(null, `not published: ${detail}`, 'bad'),
  'task-held': decided(),
  'gates-waived': decided(),
  'task-approved': decided(),
  'task-retried': decided(),
  'task-skipped': decided(),
  'task-revised': decided(),
  'task-rejected': decided(),
  'run-paused': decided(),
  'task-stopped': decided(),
  'risk-decided': decided(),
  'task-told': decided(),
  'agent-told': decided(),
  'agent-paused': ({ agent, problem, until, reason }) =>
    say(null, `${pauseWords(agent, { until, reason })} (${problem})`, until === null ? 'bad' : 'plain'),
  'agent-resumed': ({ agent }) => say(null, `${agent} is asked again`),
  'settings-changed': settingsSentence,
  'plan-edited': ({ changes, late = [] }) =>
    say(null, `the plan was edited: ${changes.map(changeLine).join('; ')}${lateWords(late)}`),
  'run-stopped': (decider, state) =>
    say(
      null,
      `stopped by ${deciderName(decider)}${state.opened.rehearsal ? '' : '; pm-agent run continues from here'}`,
    ),
  'run-resumed': () => say(null, 'resumed'),
  'run-halted': ({ problem }) => say(null, `halted: ${problem}`, 'bad'),
  'integration-started': ({ test }) => say(null, `integration test ${test} runs on the plan branch`),
  'integration-recorded': integrationSentence,
  'diagnosis-started': ({ test, agent }) =>
    say(null, `${agent} looks for the cause of the failed integration test ${test}`),
  'diagnosis-ended': nothing,
  'planning-wanted': decided(),
  'planner-started': ({ task, purpose, agent }) => say(task, `${agent} ${PLANNING[purpose]}`),
  'planner-ended': nothing,
  'task-split': decided(),
  // The question to the human follows, or precedes it.
  'rewrite-proposed': nothing,
  'task-clarified': decided(),
  'rewrite-taken': decided(),
  'rewrite-lost': nothing,
  'sub-plan-planned': decided(),
  'final-review-started': ({ agent }) => say(null, `${agent} reviews the whole branch`),
  'final-review-recorded': ({ review }) =>
    say(
      null,
      `final review: ${finalReviewWords(review)}`,
      review.verdict === 'ship' ? 'good' : review.verdict === 'skipped' ? 'plain' : 'bad',
    ),
  'final-review-ended': nothing,
  'remediation-opened': ({ cause, tasks }) =>
    say(
      null,
      `${REMEDY_CAUSES[cause]} opens ${plural(tasks.length, 'task')}: ${tasks.map(({ id, title }) => `${id} ${title}`).join('; ')}`,
    ),
  'release-gate-started': ({ tip }) => say(null, `release gate on ${shortCommit(tip)}`),
  'release-gate-recorded': ({ proof }, state) =>
    say(null, releaseGateWords(state, proof), releaseProblems(state, proof).length === 0 ? 'good' : 'bad'),
  'release-written': ({ path }) => say(null, `release written: ${path}`, 'good'),
  'pull-request-linked': ({ link }) => say(null, `follows pull request #${link.number}: ${link.url}`),
  'run-finished': () => say(null, 'finished', 'good'),
  'agent-launched': nothing,
  'judge-asked': nothing,
  'judge-ended': nothing,
  'proof-started': nothing,
  'landing-started': nothing,
  'release-started': nothing,
  'branch-published': nothing,
}

function integrationSentence({ test, gate, located, diagnosis }: Fact<'integration-recorded'>): Sentence {
  if (gate.verdict === 'passed') return say(null, `integration test ${test} passed`, 'good')
  const tries = located?.tries.length ?? 0
  const where = located?.suspect
    ? `; it fails since task ${located.suspect} (${plural(tries, 'earlier commit')} tried)`
    : tries > 0
      ? `; it did not pass on any of ${plural(tries, 'earlier commit')} either`
      : ''
  const cause = diagnosis ? `; ${diagnosisWords(diagnosis)}` : ''
  return say(null, `integration test ${test}: ${gateSentence(gate)}${where}${cause}`, 'bad')
}

function openedSentence({ plan, branch, base }: Fact<'run-opened'>): Sentence {
  const count = plan.tasks.length
  return say(
    null,
    `plan "${plan.title}" with ${plural(count, 'task')}, branch ${branch}, base ${base ? shortCommit(base) : 'none (empty repository)'}`,
  )
}

function settingsSentence({ type: _, ...changes }: Fact<'settings-changed'>): Sentence {
  return say(null, `from now on: ${settingsWords(changes).join(', ')}`)
}

function baselineSentence(baseline: Baseline): Sentence {
  if (baseline.greenfield)
    return say(null, 'the base holds no project yet: the first task may bring runner and configuration')
  const isSaid = ({ verdict, flaky }: Baseline['gates'][number]) =>
    verdict === 'uncontrolled' || flaky || (verdict === 'environment' && baseline.problems.length === 0)
  const gates = baseline.gates.map(
    gate =>
      `${gate.gate} ${gate.verdict}${gate.durationMs > 0 ? ` (${duration(gate.durationMs)})` : ''}${isSaid(gate) ? `: ${headline(gate)}` : ''}`,
  )
  const green = greenWords(baseline.intake ?? [])
  return say(
    null,
    `base: ${gates.join(', ') || 'no commands to run'}${green && `; ${green}`}`,
    baseline.problems.length > 0 ? 'bad' : 'plain',
  )
}

function attemptSentence(event: Fact<'attempt-ended'>): Sentence {
  const { reading, draft, ending } = event
  const claim =
    reading.is === 'valid'
      ? `it says "${reading.report.status}"`
      : reading.is === 'invalid'
        ? `its result is unreadable (${reading.problem})`
        : 'it left no result'
  const changed = draft ? `${plural(draft.changes.length, 'changed file')}` : 'no files'
  if (isCutShort(ending))
    return say(event.task, `${describeEnding(ending)}; ${draft ? `${changed} kept` : 'there was nothing to keep'}`)
  const end = ending.is === 'exited' && ending.code === 0 ? '' : `; ${describeEnding(ending)}`
  return say(event.task, `${claim}, ${changed}${end}${leadsToProof(event) ? '; now proving it' : ''}`)
}

const CLAIM_WORDS: Readonly<Record<ClaimWorth, string>> = {
  false: 'claimed done and is not',
  'not-shown': 'not shown yet',
  unclear: 'not settled',
}

/** Whether its last proof refused it: the sentence about the proof says what follows. */
const isRefused = (state: RunState, task: Parameters<typeof taskRun>[1]): boolean => {
  const receipt = lastAttempt(taskRun(state, task))?.receipt
  return !receipt || !isProven(receipt)
}

function proofSentence({ task, receipt }: Fact<'proof-recorded'>, state: RunState): Sentence {
  const took = ` (${duration(receipt.durationMs)})`
  if (isProven(receipt)) return say(task, `proven: ${basisWords(receipt)}${took}`, 'good')
  const excused = receipt.gates.flatMap(gate =>
    gate.excused ? [`${gate.gate} ${gate.verdict}, waived by ${deciderName(gate.excused)}`] : [],
  )
  if (blockers(receipt).length === 0 && excused.length > 0)
    return say(task, `nothing else keeps it from landing: ${excused.join('; ')}${took}`)
  const reasons = blockers(receipt).map(gateSentence)
  const attempt = lastAttempt(taskRun(state, task))
  const success = attempt?.ended?.reading.is === 'valid' && attempt.ended.reading.report.status === 'success'
  const lead = isOnlyFlaky(receipt)
    ? 'flaky, and no fault is found'
    : asksOnly(receipt)
      ? 'may or may not be intended'
      : attempt?.merged && claimWorth(receipt) === 'false'
        ? 'fails together with what landed since'
        : success
          ? CLAIM_WORDS[claimWorth(receipt)]
          : 'refused'
  return say(task, `${lead}: ${reasons.join('; ')}${took}`, 'bad')
}

/** The tasks that keep their texts, because they have begun. */
function lateWords(late: readonly PlanChange[]): string {
  const ids = late.flatMap(change => ('task' in change ? [change.task] : []))
  if (ids.length === 0) return ''
  return `; ${ids.length === 1 ? `task ${ids[0]} has begun and keeps its text` : `tasks ${ids.join(', ')} have begun and keep their texts`}`
}

const PLANNING: Readonly<Record<ReplanPurpose, string>> = {
  split: 'divides it into smaller tasks',
  'sub-plan': 'plans its tasks',
  rewrite: 'writes a new text for it',
  clarify: 'reads whether its words can be checked',
}
