import { existedWords } from '../intake/intake-words.ts'
import { deciderName } from '../journal/decider.ts'
import { shortCommit } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'

import { waiverWords } from '../proof/waiver.ts'
import { REMEDY_CAUSES } from '../release/final-review-words.ts'
import { unreachable } from '../result.ts'
import type { Event } from '../run/event.ts'
import type { TaskRun } from '../run/state.ts'
import type { DecisionFact, RetryWay } from '../run/task-decision.ts'
import { someOf } from '../text/lists.ts'
import { reachWords } from '../told/message-timing.ts'
import { problemOf } from './escalation.ts'

/** A decision in words, including all messages. */
export function decisionWords(task: Task, fact: DecisionFact): string {
  const remark = remarkOf(fact)
  const words = publicWords(task, fact)
  return remark ? `${words}: ${remark}` : words
}

/** Every decision about a task in words. */
export const decisionLog = (run: TaskRun): readonly string[] =>
  run.decisions.map(({ fact }) => decisionWords(run.task, fact))

/** A human's message to agents with a decision: shown to people, and never part of a commit. */
function remarkOf(fact: DecisionFact): string {
  const isRemark =
    fact.type === 'task-told' ||
    fact.type === 'task-stopped' ||
    fact.type === 'task-revised' ||
    fact.type === 'task-rejected' ||
    fact.type === 'run-paused' ||
    (fact.type === 'task-retried' && (fact.way === 'try-again' || fact.way === 'begin-again'))
  return isRemark ? fact.note : ''
}

/** A decision in words that may be part of a commit. */
export function publicWords(task: Task, fact: DecisionFact): string {
  switch (fact.type) {
    case 'box-ticked':
      return 'its box was ticked in the plan when the run began'
    case 'task-existed':
      return existedWords(fact.facts)
    case 'written-into-plan':
      return 'it was added to the plan document'
    case 'rewritten':
      return 'its text was rewritten, and it starts again'
    case 'draft-merged':
      return `merged with what landed since (${shortCommit(fact.draft.base)})${fact.union ? `; both added lines to ${fact.union.paths.join(', ')}, and both additions are kept` : ''}; the merged code is proven too`
    case 'task-triaged':
      return `${TRIAGED[fact.disposition]}: ${fact.reasons.join('; ')}`
    case 'task-added':
      return addedWords(task, fact)
    case 'remediation-opened':
      return `opened by ${REMEDY_CAUSES[fact.cause]}: ${fact.reasons.join('; ')}`
    case 'planning-wanted':
      return WANTED[fact.purpose](fact.reasons)
    case 'task-split':
      return splitWords(task, fact)
    case 'sub-plan-planned':
      return `the planner wrote its tasks into ${fact.path}`
    case 'task-escalated':
      return `waits for you: ${problemOf(task, fact)}`
    case 'landing-refused':
      return `not landed: ${fact.reason}`
    case 'task-held':
      return `proven and held on ${fact.branch} at ${shortCommit(fact.commit)}`
    case 'gates-waived':
      return waiverWords(fact)
    case 'task-approved':
      return `${deciderName(fact)} approved it${withNote(fact.note)}`
    case 'task-skipped':
      return `${deciderName(fact)} said to skip it${withNote(fact.note)}`
    case 'task-revised':
      return `${deciderName(fact)} asked for changes${fact.again ? '' : ', and the rounds of changes are spent'}`
    case 'task-rejected':
      return `${deciderName(fact)} rejected it as it is written`
    case 'task-clarified':
      return clarifiedWords(fact)
    case 'rewrite-taken':
      return `${deciderName(fact)} took the text of the planner${withNote(fact.note)}`
    case 'run-paused':
      return `${deciderName(fact)} paused the run at it`
    case 'task-retried':
      return `${deciderName(fact)} said to ${RETRIED[fact.way]} again`
    case 'task-stopped':
      return `${deciderName(fact)} stopped it`
    case 'risk-decided':
      return `${deciderName(fact)} ${fact.status} risk ${fact.risk} (${fact.description})${withNote(fact.note)}`
    case 'task-told':
      return `${deciderName(fact)} said something to its ${fact.isWorkedOn ? '' : 'next '}agent`
    case 'agent-told':
      return reachWords(fact.attempt, fact.reach)
    default:
      return unreachable(fact)
  }
}

const WANTED: Readonly<
  Record<Extract<Event, { type: 'planning-wanted' }>['purpose'], (reasons: readonly string[]) => string>
> = {
  split: reasons => `it is too large and is divided by the planner: ${reasons.join('; ')}`,
  'sub-plan': () => 'its tasks are planned now',
  rewrite: () => 'the planner writes a new text for it',
  clarify: () => 'its text is checked before it starts',
}

function clarifiedWords({ by, readings }: Extract<Event, { type: 'task-clarified' }>): string {
  if (readings.length === 0) return `${by} could not say whether its words can be checked`
  const open = readings.filter(({ sentence }) => sentence === '').map(({ criterion }) => criterion)
  return open.length > 0
    ? `${by} finds no checkable sentence for ${someOf(open)}`
    : `${by} read its words: ${readings.map(({ criterion, sentence }) => `${criterion}: ${sentence}`).join('; ')}`
}

const withNote = (note: string): string => (note ? `: ${note}` : '')

const TRIAGED: Readonly<Record<Extract<Event, { type: 'task-triaged' }>['disposition'], string>> = {
  retry: 'it goes back to an agent',
  relaunch: 'an agent has to be launched again',
  wait: 'it waits for its agent',
  adapt: 'the plan lacks a task',
  escalate: 'it needs a human',
}

const RETRIED: Readonly<Record<RetryWay, string>> = {
  'ask-judge': 'ask the judge',
  'ask-reviewer': 'ask the reviewer',
  prove: 'prove it',
  'begin-again': 'begin',
  'try-again': 'try',
}

const splitWords = ({ id }: Task, { task: whole, parts, reasons }: Extract<Event, { type: 'task-split' }>): string => {
  const own = parts.find(({ task }) => task.id === id)
  if (!own) return `divided into ${parts.map(({ task }) => task.id).join(', ')}: ${reasons.join('; ')}`
  return `a part of task ${whole}${own.kept.length > 0 ? `, with what was done of ${someOf(own.kept)}` : ''}`
}

const addedWords = ({ id }: Task, { task: parent, added, trigger, scope }: Extract<Event, { type: 'task-added' }>) =>
  id === added.id
    ? `added for task ${parent}: ${trigger}; scope: ${scope}`
    : `task ${added.id} is added for it (${trigger}): ${added.title}; scope: ${scope}`
