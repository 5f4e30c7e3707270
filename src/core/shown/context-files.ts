import { QUESTIONS_FILE, renderQuestions } from '../decisions/question-log.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Report } from '../proof/report.ts'
import { renderFinalReviews, renderOpenFindings } from '../release/final-review-audit.ts'
import { lastAttempt, type RunState, type TaskRun, taskRun } from '../run/state.ts'
import { plainPath } from '../text/paths.ts'
import { inItem } from '../text/quote.ts'
import { minute } from '../text/time.ts'
import { NOTHING_INHERITED } from '../told/earlier-context.ts'
import { type Halted, haltedAs, renderAudit } from './audit.ts'

/** One of our own files at the landing of a task. */
export interface Rendering {
  readonly path: string
  readonly text: string
}

/**
 * The context files, relative to the context folder: their contents at the start of the run, followed by entries from the
 * journal. They are rendered as a whole: no appending, no races. Empty files are left out.
 */
export function renderContext(
  state: RunState,
  landing: TaskId,
  outputs: Readonly<Record<string, string>>,
): readonly Rendering[] {
  // A landing that is repeated after a crash must give the same commit, regardless of later decisions.
  const { stage } = taskRun(state, landing)
  const until = stage.is === 'landing' ? stage.at : Number.POSITIVE_INFINITY
  return filesOf(state, { landing, outputs, until })
}

/** The same files when every task has ended, with the final review. */
export const renderClosingContext = (state: RunState, until: number): readonly Rendering[] =>
  filesOf(state, { landing: null, outputs: {}, until })

function filesOf(
  state: RunState,
  on: {
    readonly landing: TaskId | null
    readonly outputs: Readonly<Record<string, string>>
    readonly until: number
  },
): readonly Rendering[] {
  const { landing, outputs, until } = on
  const inherited = state.opened.inherited ?? NOTHING_INHERITED
  const done = state.tasks.filter(run => run.stage.is === 'completed' || run.task.id === landing)
  const outputsOf = (run: TaskRun) => (run.task.id === landing ? outputs : run.outputs)
  const own = Object.fromEntries(
    done.filter(run => Object.keys(outputsOf(run)).length > 0).map(run => [`todo-${run.task.id}`, outputsOf(run)]),
  )
  const kept = { ...inherited.outputs, ...own }
  const files = [
    { path: 'outputs.json', text: Object.keys(kept).length > 0 ? `${JSON.stringify(kept, null, 2)}\n` : '' },
    { path: 'learnings.md', text: behind(inherited.learnings, listed(done, learnings)) },
    {
      path: 'issues.md',
      text: behind(
        inherited.issues,
        listed(done, issues),
        failures(state.tasks, until),
        renderOpenFindings(state, until),
      ),
    },
    {
      path: 'audit.md',
      text: behind(inherited.audit, renderAudit(state.tasks, until), renderFinalReviews(state, until)),
    },
    { path: QUESTIONS_FILE, text: questionsText(state, until) },
  ]
  return files.filter(({ text }) => text !== '')
}

/** The questions of this run and of earlier ones, with their answers. */
export const questionsText = (state: RunState, until = Number.POSITIVE_INFINITY): string =>
  behind(state.opened.inherited?.escalations ?? '', renderQuestions(state, until))

/** Joins the parts with an empty line between them; existing text is unchanged. */
function behind(...parts: readonly string[]): string {
  let text = ''
  for (const part of parts.filter(Boolean)) text += (text && (text.endsWith('\n') ? '\n' : '\n\n')) + part
  return text
}

function listed(runs: readonly TaskRun[], lines: (run: TaskRun) => readonly string[]): string {
  return runs
    .map(run => ({ run, found: [...new Set(lines(run))] }))
    .filter(({ found }) => found.length > 0)
    .map(({ run, found }) => `## ${run.task.id}\n${found.join('\n')}\n`)
    .join('\n')
}

const learnings = (run: TaskRun): readonly string[] => [
  ...readable(run).flatMap(report => report.learnings.map(item => `- ${inItem(item)}`)),
  ...judgedOf(run).flatMap(judged => judged.missingContext.map(item => `- ${inItem(item)}`)),
]

const issues = (run: TaskRun): readonly string[] => [
  ...readable(run).flatMap(report => report.issues.map(item => `- [ ] ${inItem(item)}`)),
  ...undocumented(run).map(path => `- [ ] Undocumented: ${inItem(path)}`),
  ...judgedOf(run).flatMap(judged => judged.undocumentedChanges.map(item => `- [ ] Undocumented: ${inItem(item)}`)),
]

/** Notes of judges about its attempts. */
const judgedOf = (run: TaskRun) => run.attempts.flatMap(attempt => attempt.receipt?.judged ?? [])

const readable = (run: TaskRun): readonly Report[] =>
  run.attempts.flatMap(attempt => (attempt.ended?.reading.is === 'valid' ? [attempt.ended.reading.report] : []))

/** Files that the last attempt changed, but did not name in its list of changes. */
function undocumented(run: TaskRun): readonly string[] {
  const ended = lastAttempt(run)?.ended
  if (ended?.reading.is !== 'valid' || ended.reading.report.changedFiles.length === 0) return []
  const named = new Set(ended.reading.report.changedFiles.map(plainPath))
  return (ended.draft?.changes ?? []).map(change => change.path).filter(path => !named.has(path))
}

/** Tasks that wait for a human, in the format of `issues.md`. */
function failures(runs: readonly TaskRun[], until: number): string {
  return runs
    .flatMap(run => {
      const halted = haltedAs(run, until)
      return halted ? [failure(run, halted)] : []
    })
    .join('\n')
}

const failure = ({ task, attempts }: TaskRun, halted: Halted): string =>
  [
    `## [${minute(halted.at)}] TODO ${task.id}: ${task.title} Failed`,
    '',
    `**Category**: ${halted.reason === 'environment' ? 'env_error' : 'unknown'}`,
    `**Error**: ${inItem(halted.problem)}`,
    `**Retry Count**: ${attempts.filter(({ kind, startedAt }) => kind === 'fix' && startedAt <= halted.at).length}`,
    '**Analysis**: no further attempt is made without a word from a human',
    `**Suggestion**: pm-agent show ${task.id}, then pm-agent retry ${task.id} -m "…" or pm-agent skip ${task.id}`,
    '',
  ].join('\n')
