import type { Tree } from '../../core/ids.ts'
import { literal } from '../../core/literal.ts'
import type { GateResult } from '../../core/receipt.ts'
import type { SuiteReport, TestResult } from '../../core/test-results.ts'
import type { TreeEdit } from '../../ports.ts'
import { commandGate, readingGate } from './gate.ts'
import { isTestFile } from './names.ts'
import type { Case } from './prove.ts'
import type { RedGreen } from './red-green.ts'
import { addedNames, withoutNames } from './source/added-names.ts'
import { gut } from './source/gut.ts'
import { isInert } from './source/inert.ts'
import { isCompiled, isProse } from './source/language.ts'
import type { Suite, SuiteRun } from './suite.ts'
import { baseReport, passedIn } from './suite-gates.ts'

/** Tests that went from red to green, and those of them that the test itself found wrong before. */
type Shown = Pick<RedGreen, 'went' | 'compared'>

/**
 * Empties what the change added or changed: some test that went from red to green must then fail again. Otherwise the
 * tests would be as content with code that does nothing.
 */
export async function guttingGate(on: Case, suite: Suite, { went, compared }: Shown): Promise<GateResult> {
  const { edits, names, reasons } = await gutted(on)
  if (edits.length === 0) {
    const why = reasons.length > 0 ? reasons.join('; ') : 'the change has no function or value that could be emptied'
    return readingGate('gutting', why, { verdict: 'not-run', blocking: false })
  }
  const tree = await on.ports.vault.edit(on.layouts.asSubmitted, edits)
  const red = new Set(went)
  const whole = await suite.run(on.layouts.asSubmitted)
  const files = [...new Set(whole.report!.tests.filter(test => red.has(test.id)).map(test => test.file))]
  const run = await suite.maimed(tree, suite.selecting(files), whole)
  const before = new Set(whole.report!.broken.map(({ file }) => file))
  const isBroken = run.report?.broken.some(
    ({ file, message }) => isCompiled(file) && !before.has(file) && !/^panic:|^goroutine \d/m.test(message),
  )
  // What cannot be built was never asked: its tests did not notice anything.
  if (isBroken || (await on.bench.prepare(tree)) !== null)
    return commandGate('gutting', run, {
      verdict: 'not-run',
      words: 'what is emptied does not compile',
      blocking: false,
    })
  const alive = new Set(run.report?.tests.filter(test => test.status === 'passed').map(test => test.id))
  const died = went.filter(id => !alive.has(id))
  const emptied = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
  const mayBeContent = died.length === 0 && went.some(id => compared.includes(id))
  const holding = mayBeContent ? await heldByOthers(on, suite, { tree, files, run, whole }) : []
  if (holding.length > 0)
    return commandGate('gutting', run, {
      verdict: 'passed',
      words: `red by what ${emptied} did before; ${holding.length} that passed then fail when it is emptied`,
    })
  if (died.length === 0)
    return commandGate('gutting', run, {
      verdict: 'failed',
      words: `With ${emptied} emptied, every test that should show the change still passes: they do not test it.`,
      lines: [],
    })
  return commandGate('gutting', run, {
    verdict: 'passed',
    words: `${died.length} of ${went.length} fail when ${emptied} is emptied`,
  })
}

interface Emptied {
  readonly tree: Tree
  readonly files: readonly string[]
  readonly run: SuiteRun
  readonly whole: SuiteRun
}

/**
 * Sometimes it is right to do nothing, or emptied code ends in the very error that a test waits for: then a good test is content
 * with it too. It is worth something all the same where it compared something and found it wrong, where nothing but the inside of
 * code that was there before has changed, since only that can have made it red, and where tests that passed before notice that
 * this code is empty. That nothing is thrown is no comparison: whoever swallows an error gets that for nothing.
 */
async function heldByOthers(on: Case, suite: Suite, { tree, files, run, whole }: Emptied): Promise<readonly string[]> {
  if (!(await isInside(on))) return []
  const before = passedIn(await baseReport(on, suite))
  const kept = whole.report!.tests.filter(test => test.status === 'passed' && before.has(test.id))
  const fallen = (report: SuiteReport | null, among: readonly TestResult[]) => {
    const alive = passedIn(report ?? { tests: [], broken: [] })
    return report ? among.filter(test => !alive.has(test.id)).map(test => test.id) : []
  }
  const near = kept.filter(test => files.includes(test.file))
  const found = fallen(run.report, suite.runner.selectsFiles ? near : kept)
  if (found.length > 0 || !suite.runner.selectsFiles) return found
  return fallen((await suite.maimed(tree, { files: null }, whole)).report, kept)
}

/**
 * Whether the change leaves everything but the inside of functions and values as it was: no name, no parameter and no file is new.
 * Helpers of its own are none of the tests' business as long as these do not speak of them.
 */
async function isInside(on: Case): Promise<boolean> {
  const { vault } = on.ports
  const { asSubmitted, base } = on.layouts
  const touched = on.draft.changes.filter(({ path, status }) => isTestFile(path) && status !== 'deleted')
  const tests = (await Promise.all(touched.map(({ path }) => vault.readText(asSubmitted, path)))).join('\n')
  for (const { path, status } of on.draft.changes) {
    if (isTestFile(path) || isProse(path)) continue
    if (status !== 'modified') return false
    const [before, after] = [await vault.readText(base, path), await vault.readText(asSubmitted, path)]
    if (before === null || after === null || !(await isSameOutside(before, after, { path, tests }))) return false
  }
  return true
}

async function isSameOutside(
  before: string,
  after: string,
  { path, tests }: { readonly path: string; readonly tests: string },
): Promise<boolean> {
  const own = await addedNames(before, after, path)
  if (own.some(name => isWordOf(tests, name))) return false
  const outline = async (text: string): Promise<string | null> => {
    const rest = (await withoutNames(text, path, new Set(own))) ?? (own.length === 0 ? text : null)
    const emptied = rest === null ? null : await gut(null, rest, path)
    return emptied?.is === 'gutted' ? emptied.text : null
  }
  const [then, now] = [await outline(before), await outline(after)]
  return then !== null && now !== null && isInert(then, now, path)
}

const isWordOf = (text: string, name: string): boolean => new RegExp(`(?<![\\w$])${literal(name)}(?![\\w$])`).test(text)

/** Emptying some of a very large change is enough to see whether its tests notice. */
const FILES_MAX = 300

async function gutted(on: Case) {
  const { vault } = on.ports
  const edits: TreeEdit[] = []
  const names: string[] = []
  const reasons: string[] = []
  for (const { path, status } of on.draft.changes.slice(0, FILES_MAX)) {
    if (status === 'deleted' || isTestFile(path)) continue
    const after = await vault.readText(on.layouts.asSubmitted, path)
    if (after === null) continue
    const before = status === 'added' ? null : await vault.readText(on.layouts.base, path)
    const result = await gut(before, after, path)
    if (result.is === 'gutted') {
      edits.push({ path, text: result.text })
      names.push(...result.names)
    } else if (result.is === 'unknown') reasons.push(result.why)
  }
  return { edits, names, reasons: [...new Set(reasons)] }
}
