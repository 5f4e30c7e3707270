/** What is wrong with one task, apart from what it waits for. */

import { COMMAND_NAMES, type Task } from '../../../core/plan/plan.ts'
import { closest } from '../../../core/text/closest.ts'
import { asksForFailure, unrunCommand } from '../fields/criterion.ts'
import { type FieldKey, fieldName } from '../fields/field-names.ts'
import { leavesRepository } from '../fields/file-lists.ts'
import { firstWord, KINDS, TIERS, TYPES } from '../fields/known-words.ts'
import { listed, value } from '../fields/simple-fields.ts'
import type { Reading, TaskReading } from '../native.ts'
import { hasBrokenBox } from '../task-heading.ts'
import { inline, trimmed } from '../text/position.ts'
import type { Findings } from './findings.ts'

/** Says everything about a task's own words. */
export function findTaskProblems(
  reading: Reading,
  findings: Findings,
  entry: TaskReading,
  project: { readonly test: string },
): void {
  const { task, draft } = entry
  if (task.title === '') {
    const hint = `Write what it does behind the colon: \`### [ ] TODO ${task.id}: Add the parser\`.`
    findings.say('error', 'empty-title', draft.heading, `Task ${task.id} has no title.`, hint)
  }
  if (hasBrokenBox(reading.text, draft.heading)) {
    const { start } = draft.heading.words
    findings.say(
      'warning',
      'broken-box',
      { start, end: start + 2 },
      'This box cannot be ticked.',
      'Write it with a blank in it: `[ ]`.',
    )
  }
  findUnknownWord(reading, findings, entry, { key: 'type', known: TYPES, severity: 'warning', taken: task.type })
  findUnknownWord(reading, findings, entry, { key: 'kind', known: KINDS, severity: 'error', taken: task.kind })
  findUnknownWord(reading, findings, entry, { key: 'tier', known: TIERS, severity: 'error', taken: task.tier })
  findMinutes(reading, findings, entry)
  findCriteria(findings, entry, { isNative: reading.outline.form === 'native', ...project })
  findFiles(findings, entry)
  findCommands(findings, entry)
  findTests(findings, entry)
}

interface WordRule {
  readonly key: FieldKey
  readonly known: readonly string[]
  readonly severity: 'error' | 'warning'
  /** What we go on with. */
  readonly taken: string
}

function findUnknownWord({ text }: Reading, findings: Findings, { task, draft }: TaskReading, rule: WordRule): void {
  const written = value(text, draft, rule.key)
  const word = firstWord(written)
  if (written === '' || rule.known.includes(word)) return
  const field = listed(draft, rule.key)[0]!
  const meant = closest(word, rule.known) ?? rule.known.find(name => word.length > 2 && name.startsWith(word))
  const hint = meant ? `Did you mean \`${meant}\`?` : `One of: ${rule.known.join(', ')}.`
  const name = fieldName(rule.key)
  const message = `\`${written}\` is not a ${name.toLowerCase()} that we know; task ${task.id} is taken as ${rule.taken}.`
  findings.say(rule.severity, `unknown-${rule.key}`, trimmed(text, field.value), message, hint)
}

function findMinutes({ text }: Reading, findings: Findings, { task, draft }: TaskReading): void {
  const [field] = listed(draft, 'minutes')
  if (field === undefined || task.minutes !== null || value(text, draft, 'minutes') === '') return
  const message = `\`${inline(text, field.value)}\` is not a number of minutes.`
  findings.say(
    'warning',
    'unreadable-minutes',
    trimmed(text, field.value),
    message,
    'Write a number, as in `**Minutes**: 30`.',
  )
}

function findCriteria(
  findings: Findings,
  { task, draft }: TaskReading,
  { isNative, test }: { readonly isNative: boolean; readonly test: string },
): void {
  // Lists have no place for criteria; that is said once, of the whole document.
  if (isNative && task.criteria.length === 0 && !task.ticked && !hasTests(task)) {
    const message =
      task.type === 'work'
        ? `Task ${task.id} has no acceptance criteria and no tests: nothing would show that it is done.`
        : `Task ${task.id} has no acceptance criteria: there is nothing to verify.`
    const hint = `Add \`**Acceptance Criteria**:\` with an item such as \`\`- [ ] \`${test}\` → exit 0\`\`.`
    findings.say('warning', 'no-criteria', draft.heading, message, hint)
  }
  for (const { check, text, span, ticked } of task.criteria) {
    if (check === null) {
      const command = unrunCommand(text)
      if (command === null || ticked) continue
      const hint = 'To have it run, write `→ exit 0` or the expected output right behind the command.'
      findings.say(
        'note',
        'criterion-not-run',
        span,
        'This reads like a command, but it is only words for the judge.',
        hint,
      )
    } else if (asksForFailure(check.expect)) {
      const hint =
        'Write `!` and a blank in front of the command and `→ exit 0` behind it, or the exact code: `→ exit 1`.'
      findings.say(
        'warning',
        'exit-not-zero',
        span,
        'Words behind the arrow ask for exit 0, and these ask for a failure.',
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

function findCommands(findings: Findings, { commands }: TaskReading): void {
  for (const part of commands.unread) {
    const name = /^[*_`]*([A-Za-z_]+)/.exec(part.words)?.[1] ?? ''
    const meant = closest(name, COMMAND_NAMES)
    const hint =
      meant === null ? `Write \`name: command\`; names are ${COMMAND_NAMES.join(', ')}.` : `Did you mean \`${meant}\`?`
    findings.say('warning', 'unknown-command', part, `\`${part.words}\` is not a command that we know.`, hint)
  }
}

function findTests(findings: Findings, { task, tests, draft }: TaskReading): void {
  const [field] = listed(draft, 'tests')
  if (field === undefined) return
  if (tests.spec?.is === 'none' && tests.spec.reason === '') {
    const message = `Task ${task.id} says that it has no tests, but not why.`
    findings.say(
      'warning',
      'tests-without-reason',
      field.at,
      message,
      'Write `**Tests**: none - only a text is changed`.',
    )
  }
  if (tests.further.length > 0) {
    const message = `Only the first test of task ${task.id} is used.`
    const hint = 'Write one command that runs them all, or list the files as `**Files**: Test: …`.'
    findings.say('warning', 'several-tests', field.at, message, hint)
  }
}
