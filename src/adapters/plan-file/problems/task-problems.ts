/** Problems of a single task, except dependencies. */

import type { Task } from '../../../core/plan/plan.ts'
import { asksForPages } from '../../../core/risk/tier.ts'
import { COMMAND_NAMES } from '../../../core/settings/commands.ts'
import { closest } from '../../../core/text/closest.ts'
import { isEmptyGlob } from '../../../core/text/glob.ts'
import { asksForFailure, unrunCommand } from '../fields/criterion.ts'
import { type FieldKey, fieldName } from '../fields/field-names.ts'
import { leavesRepository } from '../fields/file-lists.ts'
import { firstWord, KINDS, TIERS, TYPES } from '../fields/known-words.ts'
import { fieldValue, listed } from '../fields/simple-fields.ts'
import type { Reading, TaskReading } from '../native.ts'
import { hasBrokenBox } from '../task-heading.ts'
import { inline, trimmed } from '../text/position.ts'
import type { Findings } from './findings.ts'

/** Reports all problems in a task's own text. */
export function findTaskProblems(
  reading: Reading,
  findings: Findings,
  entry: TaskReading,
  project: { readonly test: string },
): void {
  const { task, draft } = entry
  if (task.title === '') {
    const hint = `Write what it does after the colon: \`### [ ] TODO ${task.id}: Add the parser\`.`
    findings.say('error', 'empty-title', draft.heading, `Task ${task.id} has no title.`, hint)
  }
  if (hasBrokenBox(reading.text, draft.heading)) {
    const { start } = draft.heading.words
    findings.say(
      'warning',
      'broken-box',
      { start, end: start + 2 },
      'This box cannot be ticked.',
      'Write it with a space in it: `[ ]`.',
    )
  }
  findOtherBox(reading, findings, entry)
  findUnknownWord(reading, findings, entry, { key: 'type', known: TYPES, severity: 'warning', taken: task.type })
  findUnknownWord(reading, findings, entry, { key: 'kind', known: KINDS, severity: 'error', taken: task.kind })
  findUnknownWord(reading, findings, entry, { key: 'tier', known: TIERS, severity: 'error', taken: task.tier })
  findMinutes(reading, findings, entry)
  findCriteria(findings, entry, { isNative: reading.outline.form === 'native', ...project })
  findFiles(findings, entry)
  findEmptyGlobs(findings, entry)
  findCommands(findings, entry)
  findTests(findings, entry)
}

interface WordRule {
  readonly key: FieldKey
  readonly known: readonly string[]
  readonly severity: 'error' | 'warning'
  /** The default value. */
  readonly taken: string
}

function findUnknownWord({ text }: Reading, findings: Findings, { task, draft }: TaskReading, rule: WordRule): void {
  const written = fieldValue(text, draft, rule.key)
  const word = firstWord(written)
  if (written === '' || rule.known.includes(word)) return
  const field = listed(draft, rule.key)[0]!
  const meant = closest(word, rule.known) ?? rule.known.find(name => word.length > 2 && name.startsWith(word))
  const hint = meant ? `Did you mean \`${meant}\`?` : `One of: ${rule.known.join(', ')}.`
  const name = fieldName(rule.key)
  const message = `\`${written}\` is not a known ${name.toLowerCase()}; task ${task.id} is treated as ${rule.taken}.`
  findings.say(rule.severity, `unknown-${rule.key}`, trimmed(text, field.value), message, hint)
}

function findMinutes({ text }: Reading, findings: Findings, { task, draft }: TaskReading): void {
  const [field] = listed(draft, 'minutes')
  if (field === undefined || task.minutes !== null || fieldValue(text, draft, 'minutes') === '') return
  const message = `\`${inline(text, field.value)}\` is not a number of minutes.`
  findings.say(
    'warning',
    'unreadable-minutes',
    trimmed(text, field.value),
    message,
    'Write a number, as in `**Minutes**: 30`.',
  )
}

/** A mark that other tools write for a task that has begun, is queued or was given up. */
function findOtherBox({ text }: Reading, findings: Findings, { task, draft }: TaskReading): void {
  const { box } = draft.heading
  const mark = box === null || box.ticked ? '' : text[box.at]!.trim()
  if (box === null || mark === '') return
  const message = `The box \`[${mark}]\` of task ${task.id} is not ticked, so the task counts as open.`
  const hint = `To leave the task out, tick its box, or run \`pm-agent skip ${task.id}\`.`
  findings.say('note', 'other-box', { start: box.at - 1, end: box.at + 2 }, message, hint)
}

function findCriteria(
  findings: Findings,
  { task, draft }: TaskReading,
  { isNative, test }: { readonly isNative: boolean; readonly test: string },
): void {
  // Lists have no place for criteria; a note on the whole document says so. A parent is done with its sub-plan, and pages need no tests.
  const isPages = task.type === 'work' && asksForPages(task)
  const isOpen = !task.ticked && task.subPlan === undefined
  if (isNative && task.criteria.length === 0 && isOpen && !hasTests(task) && !isPages) {
    const message =
      task.type === 'work'
        ? `Task ${task.id} has no acceptance criteria and names no tests: only its words, and tests that its agent adds, say when it is done.`
        : `Task ${task.id} has no acceptance criteria, so there is nothing to verify.`
    const hint = `Add \`**Acceptance Criteria**:\` with an item such as \`\`- [ ] \`${test}\` → exit 0\`\`.`
    findings.say('warning', 'no-criteria', draft.heading, message, hint)
  }
  for (const { check, text, span, ticked } of task.criteria) {
    if (check === null) {
      const command = unrunCommand(text)
      if (command === null || ticked) continue
      const hint = 'To have it run, write `→ exit 0` or the expected output right after the command.'
      findings.say(
        'note',
        'criterion-not-run',
        span,
        'This looks like a command, but it is only text for the judge.',
        hint,
      )
    } else if (asksForFailure(check.expect)) {
      const hint = 'Write `!` and a space before the command and `→ exit 0` after it, or the exact code: `→ exit 1`.'
      findings.say(
        'warning',
        'exit-not-zero',
        span,
        'Text after the arrow means exit 0, but this text asks for a failure.',
        hint,
      )
    }
  }
}

const hasTests = (task: Task): boolean => task.tests !== null && task.tests.is !== 'none'

function findFiles(findings: Findings, { task, files }: TaskReading): void {
  for (const path of files.paths) {
    if (!leavesRepository(path.words)) continue
    const message = `Task ${task.id} lists \`${path.words}\`, which is not inside the repository.`
    findings.say('error', 'path-outside', path, message, 'Write paths relative to the root of the repository.')
  }
}

/** `.` is not taken for everything, neither as a permission nor as the files of a task. */
function findEmptyGlobs(findings: Findings, { task, files, draft }: TaskReading): void {
  const say = (at: Parameters<Findings['say']>[2], pattern: string) =>
    findings.say(
      'warning',
      'empty-pattern',
      at,
      `\`${pattern}\` names no file of task ${task.id}.`,
      'Write a path or a glob such as `src/**`; `**` names everything.',
    )
  for (const path of files.paths) if (isEmptyGlob(path.words)) say(path, path.words)
  const [allow] = listed(draft, 'allow')
  for (const pattern of allow ? task.allow.filter(isEmptyGlob) : []) say(allow!.at, pattern)
}

function findCommands(findings: Findings, { commands }: TaskReading): void {
  for (const part of commands.unread) {
    const name = /^[*_`]*([A-Za-z_]+)/.exec(part.words)?.[1] ?? ''
    const meant = closest(name, COMMAND_NAMES)
    const hint =
      meant === null ? `Write \`name: command\`; names are ${COMMAND_NAMES.join(', ')}.` : `Did you mean \`${meant}\`?`
    findings.say('warning', 'unknown-command', part, `\`${part.words}\` is not a known command.`, hint)
  }
}

function findTests(findings: Findings, { task, tests, draft }: TaskReading): void {
  const [field] = listed(draft, 'tests')
  if (field === undefined) return
  if (tests.spec?.is === 'none' && tests.spec.reason === '') {
    const message = `Task ${task.id} has no tests and gives no reason.`
    findings.say('warning', 'tests-without-reason', field.at, message, 'Write `**Tests**: none - only text changes`.')
  }
  if (tests.further.length > 0) {
    const message = `Only the first test of task ${task.id} is used.`
    const hint = 'Write one command that runs them all, or list the files as `**Files**: Test: …`.'
    findings.say('warning', 'several-tests', field.at, message, hint)
  }
}
