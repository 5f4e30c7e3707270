import type { RunState, TaskRun } from '../run/state.ts'
import type { DecisionFact, TaskDecision } from '../run/task-decision.ts'
import { publicWords } from '../shown/decision-words.ts'
import { problemOf } from '../shown/escalation.ts'
import { inItem } from '../text/quote.ts'
import { minute } from '../text/time.ts'

/** The file of a run's questions in the context folder. */
export const QUESTIONS_FILE = 'escalations.md'

/** Decisions that answer a question. */
const ANSWERS: ReadonlySet<DecisionFact['type']> = new Set([
  'gates-waived',
  'task-approved',
  'task-retried',
  'task-skipped',
  'task-revised',
  'task-rejected',
  'rewrite-taken',
  'rewritten',
])

/** Whether a fact asks a human something, or answers it. */
export const isAboutQuestion = (type: string): boolean =>
  type === 'task-escalated' || type === 'plan-edited' || ANSWERS.has(type as DecisionFact['type'])

/** Every question of a run up to a time, with its answer; empty if nothing was asked. */
export function renderQuestions({ tasks }: Pick<RunState, 'tasks'>, until = Number.POSITIVE_INFINITY): string {
  const entries = tasks.flatMap(run => entriesOf(run, until)).toSorted((one, other) => one.at - other.at)
  return entries.map(({ text }) => text).join('\n')
}

function entriesOf(run: TaskRun, until: number): readonly { readonly at: number; readonly text: string }[] {
  const known = run.decisions.filter(({ at }) => at <= until)
  return known.flatMap((entry, place) => {
    if (entry.fact.type !== 'task-escalated') return []
    const answer = known.slice(place + 1).find(({ fact }) => ANSWERS.has(fact.type)) ?? null
    const lines = [
      `## [${minute(entry.at)}] Task ${run.task.id}: ${inItem(run.task.title)}`,
      '',
      `- **Problem**: ${inItem(problemOf(run.task, entry.fact))}`,
      `- **Answer**: ${answerWords(run, answer)}`,
      '',
    ]
    return [{ at: entry.at, text: lines.join('\n') }]
  })
}

const answerWords = ({ task }: TaskRun, answer: TaskDecision | null): string =>
  answer === null
    ? `open (pm-agent review ${task.id})`
    : `[${minute(answer.at)}] ${inItem(publicWords(task, answer.fact))}`
