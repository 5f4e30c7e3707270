import type { GateResult } from '../../../core/proof/receipt.ts'
import { someOf } from '../../../core/text/lists.ts'
import { endings, hasEnding } from '../../../core/text/paths.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { changedProgram } from '../change/changed-files.ts'
import { staged } from '../forms/staged.ts'
import { commandGate, notRunGate } from '../gate-result.ts'
import { isGreen } from '../suite/bench.ts'
import { filesOf, passedIn, testsOf } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { gut } from '../syntax/gut.ts'
import { isCompiled, isProse } from '../syntax/language.ts'
import { heldByOthers } from './noticed-by-others.ts'
import type { RedGreen } from './red-green.ts'

/** The result of emptying a change. */
export interface Gutting {
  readonly gate: GateResult
  /** The change has no function, or only empty ones. */
  readonly bare?: true
  /** The tests that noticed it. */
  readonly died?: readonly string[]
}

/** Tests that went from red to green, and those of them that failed by an assertion before. */
type Shown = Pick<RedGreen, 'went' | 'compared'>

/**
 * Empties the added and changed code: some test that went from red to green must then fail again. Otherwise the tests
 * would also pass with code that does nothing.
 */
export async function guttingGate(on: Case, suite: Suite, { went, compared }: Shown): Promise<Gutting> {
  const { edits, names, reasons } = await gutted(on)
  if (edits.length > 0) return notices(on, suite, { went, compared, edits, names })
  return reasons.length > 0
    ? { gate: notRunGate('gutting', reasons.join('; ')) }
    : { gate: notRunGate('gutting', 'the change has no function or value that could be emptied'), bare: true }
}

const EMPTIED = 'the change emptied'

/** Whether a test that should show the change fails with the emptied code. */
async function notices(
  on: Case,
  suite: Suite,
  { went, compared, edits, names }: Shown & { readonly edits: readonly TreeEdit[]; readonly names: readonly string[] },
): Promise<Gutting> {
  const tree = await staged(on, on.layouts.asSubmitted, edits, EMPTIED)
  const whole = await suite.run(on.layouts.asSubmitted)
  const files = filesOf(testsOf(whole.report, went))
  // Code that waits for ever for the result of an empty function has noticed it.
  const run = await suite.changed(tree, suite.selecting(files), whole)
  const gate = (judged: Parameters<typeof commandGate>[2]) => ({ gate: commandGate('gutting', run, judged) })
  // The tests of a failed build did not run, so they noticed nothing.
  if (isUncompiled(run, whole) || (await on.bench.prepare(tree)) !== null)
    return gate({
      verdict: 'not-run',
      words: 'the emptied code does not compile',
      blocking: false,
    })
  const alive = passedIn(run.report)
  const died = went.filter(id => !alive.has(id))
  const emptied = someOf(names)
  const holding = died.length === 0 ? await heldByOthers(on, suite, { tree, files, run, whole }) : []
  if (holding.length > 0 && went.some(id => compared.includes(id)))
    return gate({
      verdict: 'passed',
      words: `red because of the old behaviour of ${emptied}; ${holding.length} that passed before fail when it is emptied`,
    })
  // Returning nothing instead of an error may be right, or it may swallow the error. Only a human can decide.
  if (holding.length > 0)
    return gate({
      verdict: 'unproven',
      words: `Without the change the tests fail with an error, but they also pass when ${emptied} does nothing. Assert on the result it should produce.`,
      lines: [],
    })
  if (died.length === 0)
    return gate({
      verdict: 'failed',
      words: `With ${emptied} emptied, every test that should show the change still passes: they do not test it.`,
      lines: [],
    })
  return {
    ...gate({
      verdict: 'passed',
      words: `${died.length} of ${went.length} fail when ${emptied} is emptied`,
    }),
    died,
  }
}

/** Whether the emptied code does not compile: then no test ran, and none noticed anything. */
export function isUncompiled(run: SuiteRun, whole: SuiteRun): boolean {
  const before = new Set(whole.report!.broken.map(({ file }) => file))
  return (
    run.report?.broken.some(
      ({ file, message }) => isCompiled(file) && !before.has(file) && !/^panic:|^goroutine \d/m.test(message),
    ) ?? false
  )
}

/** The same for a command with only an exit code: it must fail without the added code. */
export async function guttingByCommand(on: Case): Promise<GateResult> {
  const { edits, names } = await gutted(on)
  const command = on.commands.test!
  const unread = 'the test command has only an exit code, and no code could be emptied for it'
  if (edits.length === 0) return notRunGate('gutting', unread)
  const tree = await staged(on, on.layouts.asSubmitted, edits, EMPTIED)
  const outcome = await on.bench.run(tree, command)
  const run = { command, outcome }
  if (outcome.setupFailed || (await on.bench.prepare(tree)) !== null)
    return commandGate('gutting', run, {
      verdict: 'not-run',
      words: 'the emptied code does not compile',
      blocking: false,
    })
  if (isGreen(outcome))
    return commandGate('gutting', run, {
      verdict: 'failed',
      words: `With ${names.slice(0, 5).join(', ')} emptied, the test command still passes, so it does not test it.`,
      lines: [],
    })
  return commandGate('gutting', run, {
    verdict: 'passed',
    words: `it fails when ${names.slice(0, 5).join(', ')} is emptied`,
  })
}

/** Emptying some of a very large change is enough to see whether its tests notice. */
const FILES_MAX = 300

async function gutted(on: Case) {
  const edits: TreeEdit[] = []
  const names: string[] = []
  const reasons: string[] = []
  for (const { path, status, before, after } of await programTexts(on)) {
    const result = await gut(before, after, path)
    if (result.is === 'gutted') {
      edits.push({ path, text: result.text })
      names.push(...result.names)
    } else if (status === 'added' && isEmptiable(path)) {
      edits.push({ path, text: '' })
      names.push(path)
    } else if (result.is === 'unknown') reasons.push(result.why)
  }
  return { edits, names, reasons: [...new Set(reasons)] }
}

/** The changed files of the program, before and after. */
export async function programTexts(on: Case) {
  const found = []
  for (const { path, status, texts } of changedProgram(on).slice(0, FILES_MAX)) {
    const { before, after } = await texts()
    if (after !== null) found.push({ path, status, before, after })
  }
  return found
}

/** A new file in a language that we cannot parse is emptied as a whole, unless it configures a tool. */
const isEmptiable = (path: string): boolean => hasEnding(path, READ_WHOLE) && !isProse(path)

const READ_WHOLE = endings('sh bash zsh rb pl lua php sql htm html css scss csv tsv xml svg')
