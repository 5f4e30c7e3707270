import { conditionHolds } from '../../../core/plan/commit-strategy.ts'
import type { Diagnostic } from '../../../core/plan/plan.ts'
import type { Reading } from '../native.ts'
import { inline } from '../text/position.ts'
import { createFindings, type Findings } from './findings.ts'
import { findNeedProblems } from './need-problems.ts'
import { findTaskProblems } from './task-problems.ts'
import { findUnread } from './unread.ts'

/** All diagnostics of a document, in its order; hints name the project's own test command. */
export function diagnose(reading: Reading, project: { readonly test: string }): Diagnostic[] {
  const findings = createFindings(reading.locate)
  findDocumentProblems(reading, findings)
  findCommitProblems(reading, findings)
  findIntegrationProblems(reading, findings)
  findDuplicates(reading, findings)
  for (const entry of reading.tasks) findTaskProblems(reading, findings, entry, project)
  findNeedProblems(reading, findings)
  findUnread(reading, findings)
  return findings.diagnostics.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
}

const READ_AS = {
  steps:
    'This is read as a plan of steps: its tasks run one after another, and the commands expected to pass are their criteria.',
  checklist:
    'This is read as a checklist: each box is a task, which waits for the one before unless it is marked `[P]` or names what it depends on.',
  numbered:
    'This is read as a numbered list: each number is a task, which waits for the one before unless it names what it depends on.',
  headings:
    'Each numbered heading is read as a task, which waits for the one before unless it names what it depends on.',
} as const

function findDocumentProblems({ text, outline, tasks }: Reading, findings: Findings): void {
  if (tasks.length === 0) {
    const message = 'There is no task in this plan.'
    findings.say(
      'error',
      'no-tasks',
      { start: 0, end: 0 },
      message,
      'A task begins with a heading such as `### [ ] TODO 1: Add the parser`; a list with boxes or numbers, and two or more numbered headings, are read as well. From any other document `pm-agent plan --from FILE` writes a plan.',
    )
  }
  if (tasks.length > 0 && outline.form !== 'native') {
    const hint =
      'To state dependencies and criteria yourself, write tasks as `### [ ] TODO 1: …` with fields below; `pm-agent plan --from FILE` proposes such a plan.'
    findings.say('note', `read-as-${outline.form}`, tasks[0]!.draft.heading, READ_AS[outline.form], hint)
  }
  const lost = text.indexOf('\ufffd')
  if (lost >= 0) {
    const message = 'A character here could not be read as UTF-8.'
    findings.say(
      'warning',
      'not-utf8',
      { start: lost, end: lost + 1 },
      message,
      'Save the file as UTF-8; until then its boxes cannot be ticked in place.',
    )
  }
  if (outline.unclosed !== null) {
    const { is, start } = outline.unclosed
    const mark = is === 'fence' ? text.slice(start, start + 3) : '-->'
    const message = `This ${is === 'fence' ? 'piece of code' : 'comment'} is never closed, so it includes the rest of the document.`
    findings.say(
      'warning',
      `unclosed-${is}`,
      { start, end: start + 3 },
      message,
      `Close it with \`${mark}\` on a line of its own.`,
    )
  }
  for (const heading of outline.strayBoxes) {
    const words = inline(text, heading.words)
    const hint = `Give it an id, as in \`### [ ] TODO 1: ${words}\`.`
    findings.say('warning', 'unreadable-task', heading, 'This heading has a box, but it is not read as a task.', hint)
  }
  for (const field of outline.strayFields) {
    const message = `\`${field.name}\` is after the line that ends its task, so it belongs to no task.`
    findings.say('warning', 'field-outside-task', field.at, message, 'Remove the `---` above it.')
  }
}

function findCommitProblems({ text, tasks, ...reading }: Reading, findings: Findings): void {
  const byId = new Map(tasks.map(({ task }) => [task.id, task]))
  for (const [at, row] of reading.commitRows.entries()) {
    const task = byId.get(row.tasks.at(-1)!)
    if (task === undefined || conditionHolds(row.condition, task) !== null) continue
    const message = `Unknown condition \`${row.condition}\`: task ${task.id} gets a default commit message.`
    const hint = 'Write `always`, `if tests pass`, `if changes` or `never`.'
    findings.say('warning', 'unknown-condition', reading.commitConditions[at]!, message, hint)
  }
  for (const at of tasks.length === 0 ? [] : reading.commitRowsUnread) {
    const message = `\`${inline(text, at)}\` does not name a task, so this row is not used.`
    findings.say(
      'warning',
      'unreadable-commit-row',
      at,
      message,
      'Write the id of a task, as in `4` or `4 (after group A)`.',
    )
  }
}

const UNREAD_TEST = {
  command: [
    'This integration test has no command, so it is not run.',
    'Add a column `Command` with a command per row.',
  ],
  covers: [
    'This integration test names no task and no layer, so it is not run.',
    'Name the tasks in a column `Covers`, as in `1, 2`, or the value of their `Layer` field.',
  ],
  reference: [
    'This reference cannot be read, so the test is not run.',
    'Write `out.json#/energy = -1.23 ± 1e-6`, `total = 42` for printed values, or `± 0.1%`; several with `;` between.',
  ],
} as const

function findIntegrationProblems({ integrations, tasks }: Reading, findings: Findings): void {
  for (const { what, start, end } of tasks.length === 0 ? [] : integrations.unread) {
    const [message, hint] = UNREAD_TEST[what]
    findings.say('warning', 'unreadable-integration-test', { start, end }, message, hint)
  }
  for (const { id, layer } of integrations.tests)
    if (
      layer !== null &&
      !tasks.some(({ task }) => task.layer === layer) &&
      integrations.tests.some(test => test.id === id && test.tasks.length === 0)
    )
      findings.say(
        'warning',
        'unreadable-integration-test',
        { start: 0, end: 0 },
        `The integration test ${id} is for the layer ${layer}, which no task has.`,
        `Add \`**Layer**: ${layer}\` to its tasks, or name them in a column \`Covers\`.`,
      )
}

function findDuplicates({ tasks }: Reading, findings: Findings): void {
  const lines = new Map<string, number>()
  for (const { task, draft } of tasks) {
    const key = task.id.toLowerCase()
    const first = lines.get(key)
    if (first === undefined) lines.set(key, task.span.line)
    else {
      const hint = `Task ${task.id} is already on line ${first}. Give this one a different id.`
      findings.say('error', 'duplicate-id', draft.heading, `There are two tasks with the id ${task.id}.`, hint)
    }
  }
}
