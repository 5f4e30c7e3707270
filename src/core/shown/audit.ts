import { blockers } from '../proof/receipt.ts'
import type { Attempt, TaskRun } from '../run/state.ts'
import { describeEnding } from '../run/triage.ts'
import { inItem } from '../text/in-item.ts'
import { minute } from '../text/time.ts'

/** Every decision about these tasks up to a moment, in the order in which it was made. */
export function renderAudit(runs: readonly TaskRun[], until = Number.POSITIVE_INFINITY): string {
  return runs
    .map(run => ({ run, entries: entriesOf(run, childrenOf(runs, run), until) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ run, entries }) => {
      const shown = entries.map(({ at, title, lines }) => `### [${minute(at)}] ${title}\n${lines.join('\n')}\n`)
      return `## TODO ${run.task.id} — Reconciliation\n\n${shown.join('\n')}`
    })
    .join('\n')
}

/** The words in which a task was given to a human last, if nothing was decided about it since; null otherwise. */
export function haltedWords(run: TaskRun, until: number): { readonly at: number; readonly words: string } | null {
  const [before, last] = run.log.filter(({ at }) => at <= until).slice(-2)
  const entry = last ?? before
  if (!entry?.words.startsWith(HALTED) || (last && before?.words.startsWith('held on '))) return null
  return { at: entry.at, words: entry.words.slice(HALTED.length) }
}

interface Entry {
  readonly at: number
  readonly title: string
  readonly lines: readonly string[]
}

const childrenOf = (runs: readonly TaskRun[], { task }: TaskRun): readonly TaskRun[] =>
  runs.filter(run => run.added?.parent === task.id)

function entriesOf(run: TaskRun, children: readonly TaskRun[], until: number): readonly Entry[] {
  const decided = run.log
    .filter(({ words }) => !ADDING.test(words))
    .map((entry, at, log) => decision(entry, log[at - 1]?.words ?? ''))
  const adapted = children.map(child => adaptation(child, until))
  const looked = run.attempts.flatMap(noticed)
  // What is still under way changes while nobody looks: only the work of a task that is done is told to its end.
  const isDone = run.stage.is === 'completed' || run.stage.is === 'landing' || run.stage.is === 'proven'
  const retries = run.attempts
    .filter(attempt => attempt.kind === 'fix')
    .map((attempt, at) => retry(attempt, at, isDone))
  return [...decided, ...adapted, ...looked, ...retries]
    .filter(({ at }) => at <= until)
    .sort((one, other) => one.at - other.at)
}

const TRIAGED = /^(retry|relaunch|adapt|escalate): /
/** What everybody calls it who reads these files elsewhere. */
const DISPOSITIONS: Readonly<Record<string, string>> = {
  retry: 'retry',
  relaunch: 'relaunch',
  adapt: 'adapt',
  escalate: 'halt',
}
const HALTED = 'given to a human: '

function decision({ at, words }: TaskRun['log'][number], before: string): Entry {
  const triaged = TRIAGED.exec(words)
  if (triaged)
    return {
      at,
      title: 'Triage',
      lines: [`- ${inItem(words.slice(triaged[0].length))} → ${DISPOSITIONS[triaged[1]!]}`],
    }
  if (!words.startsWith(HALTED)) return { at, title: 'Decision', lines: [`- ${inItem(words)}`] }
  const evidence = before.replace(TRIAGED, '') || 'none'
  return {
    at,
    title: 'Halted',
    lines: [`- **Reason**: ${inItem(words.slice(HALTED.length))}`, `- **Evidence**: ${inItem(evidence)}`],
  }
}

/** The adding itself is told in a form of its own. */
const ADDING = /^(adapt: task \S+ is added|added for task) /

function adaptation({ task, added, stage, endedAt }: TaskRun, until: number): Entry {
  const isKnown = endedAt !== null && endedAt <= until
  const status = stage.is === 'completed' ? 'COMPLETED' : 'FAILED'
  return {
    at: added!.at,
    title: 'Adapt',
    lines: [
      `- **Dynamic TODO**: ${task.id} — ${inItem(task.title)}`,
      `- **Trigger**: ${inItem(added!.trigger)}`,
      `- **Scope**: ${inItem(added!.scope)}`,
      `- **Status**: ${isKnown ? status : 'OPEN'}`,
    ],
  }
}

/** What the judge noticed and nothing was stopped for. */
function noticed({ receipt, ended }: Attempt): readonly Entry[] {
  const judged = receipt?.judged
  if (!judged || !ended) return []
  const lines = [
    ...judged.warnings.map(words => `- must_not_do: ${inItem(words)} warning → logged (non-blocking)`),
    ...judged.undocumentedChanges.map(words => `- undocumented_change: ${inItem(words)} → logged (non-blocking)`),
    ...judged.missingContext.map(words => `- missing_context: ${inItem(words)} → logged (non-blocking)`),
  ]
  return lines.length > 0 ? [{ at: ended.at, title: `Judge (${judged.by})`, lines }] : []
}

/** A fixer was sent; how its work came out is known once it was checked again. */
function retry({ receipt, ended, startedAt }: Attempt, at: number, isDone: boolean): Entry {
  const result = receipt
    ? `, re-verified → ${blockers(receipt).length === 0 ? 'PASS' : 'FAIL'}`
    : ended
      ? `; ${describeEnding(ended.ending)}`
      : ''
  return { at: startedAt, title: `Retry #${at + 1}`, lines: [`- Fix prompt sent${isDone ? result : ''}`] }
}
