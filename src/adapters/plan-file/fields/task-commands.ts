import type { HeldOut, TestSpec } from '../../../core/plan/plan.ts'
import { heldOut, isTestPath, testSpec } from '../../../core/plan/test-spec.ts'
import { COMMAND_NAMES, type CommandName, type Commands } from '../../../core/settings/commands.ts'
import type { FieldDraft } from '../drafts.ts'
import { codeSpans, withoutCode } from '../text/code-span.ts'
import { isNone, namesIn, parts, type Words } from './field-values.ts'

/** The commands of a task, and the parts that could not be read. */
export interface CommandsReading {
  readonly commands: Commands
  /** Parts that are not `name: command` with a known name. */
  readonly unread: readonly Words[]
}

const NO_COMMANDS: CommandsReading = { commands: {}, unread: [] }

/** `test: npm test`, as items or several on one line. */
export function readCommands(text: string, fields: readonly FieldDraft[]): CommandsReading {
  if (fields.length === 0) return NO_COMMANDS
  const commands: Partial<Record<CommandName, string>> = {}
  const unread: Words[] = []
  for (const part of fields.flatMap(field => parts(text, field))) {
    for (const words of pairsOf(part.words)) {
      const match = /^[*_`]*([A-Za-z]+)[*_`]*\s*[:：=][*_]*\s*(.+)$/.exec(words)
      const name = COMMAND_NAMES.find(known => known === match?.[1]?.toLowerCase())
      if (name === undefined) unread.push({ ...part, words })
      else commands[name] ??= withoutCode(match![2]!.trim())
    }
  }
  return { commands, unread }
}

/** Several commands on a line are separated by commas outside of back-ticks. */
function pairsOf(words: string): string[] {
  const spans = codeSpans(words)
  if (spans.length < 2) return [words]
  const cuts: number[] = []
  let from = 0
  for (const span of [...spans, { start: words.length, end: words.length }]) {
    for (let at = from; at < span.start; at++) if (words[at] === ',' || words[at] === ';') cuts.push(at)
    from = span.end
  }
  const starts = [0, ...cuts.map(cut => cut + 1)]
  return starts
    .map((start, index) => words.slice(start, cuts[index] ?? words.length).trim())
    .filter(pair => pair !== '')
}

/** The `Tests` field of a task. */
export interface TestsReading {
  readonly spec: TestSpec | null
  /** Tests beyond the first one. */
  readonly further: readonly string[]
}

const NO_TESTS: TestsReading = { spec: null, further: [] }

/** `npm test -- login`, `test/login.test.ts`, or `none` with a reason. */
export function readTests(text: string, fields: readonly FieldDraft[]): TestsReading {
  const found = fields.flatMap(field => parts(text, field))
  const first = found[0]?.words
  if (first === undefined) return NO_TESTS
  const none = /^\(?\s*none\b[\s:(,–—-]*(.*)$/is.exec(first)
  if (none !== null) return { spec: { is: 'none', reason: none[1]!.replace(/\)\s*$/, '').trim() }, further: [] }
  const [test, ...further] = found.flatMap(part => testsIn(part.words))
  return { spec: test === undefined ? null : testSpec(test), further }
}

/** Held-out checks: each a path or a command, as in `Tests`. */
export const readHidden = (text: string, fields: readonly FieldDraft[]): readonly HeldOut[] =>
  fields
    .flatMap(field => parts(text, field))
    .filter(part => !isNone(part.words))
    .flatMap(part => testsIn(part.words))
    .map(heldOut)

const testsIn = (words: string): string[] => {
  const spans = codeSpans(words)
  if (spans.length > 0) return spans.map(span => span.code.trim())
  const listed = namesIn(words)
  return listed.length > 1 && listed.every(isTestPath) ? listed : [words]
}
