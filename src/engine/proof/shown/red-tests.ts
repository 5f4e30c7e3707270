import type { Tree } from '../../../core/plan/ids.ts'
import type { BrokenFile, SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import { firstLine, without } from '../../../core/text/lists.ts'
import { baseName, folderPrefix, withoutEnding } from '../../../core/text/paths.ts'
import { asWord } from '../../../core/text/pattern.ts'
import { type Case, hasProject } from '../case.ts'
import { changedFiles, changedProgram } from '../change/changed-files.ts'
import { isRun } from '../change/test-files.ts'
import { isTestFile } from '../change/test-names.ts'
import { codeLinesOf } from '../reading/code-lines.ts'
import { kindOf } from '../reading/file-kind.ts'
import { baseReport } from '../suite/base-report.ts'
import { arrivedTests, compareSuites, passedIn } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { addedNames } from '../syntax/added-names.ts'
import { isBuiltByCmake, isCompiled } from '../syntax/language.ts'

/** The tests that fail without the change and pass with it, with an optional note about their run. */
export interface RedTests {
  readonly went: readonly string[]
  /** Those that did not compile before: they may test nothing, unless emptied code shows otherwise. */
  readonly uncompiled?: readonly string[]
  /** Those that failed by an assertion, not by an error in the code. */
  readonly compared?: readonly string[]
  /** Those that could not be loaded because of a missing name. */
  readonly unloaded?: readonly string[]
  readonly note?: string
}

export async function redTests(on: Case, suite: Suite): Promise<RedTests> {
  const { layouts, contract } = on
  const whole = await suite.run(layouts.asSubmitted)
  if (!whole.report) return { went: [] }
  const green = whole.report.tests.filter(test => test.status === 'passed')
  // The first suite of an empty project did not run before, so every passing test is new.
  if (!hasProject(on)) return { went: green.map(test => test.id) }
  const isFirst = !contract.commands.test
  const { without, note } = isFirst
    ? { without: (await suite.reduced(await withoutProgram(on), { files: null }, whole)).report, note: undefined }
    : await reportWithout(on, suite, whole)
  if (!without) return { went: [], ...(note ? { note } : {}) }
  const failed = without.tests.filter(test => test.status === 'failed')
  const red = new Set(failed.map(test => test.id))
  const missing = await missesWhatIsAdded(on, without.broken)
  // A test that passed before, and now only fails to load with its file, is not red by itself.
  const base = await baseReport(on, suite)
  const before = new Set([...passedIn(base), ...arrivedTests(compareSuites(base, whole.report))])
  const couldNotLoad = (test: TestResult) => isBrokenWith(test.file, missing) && !before.has(test.id)
  const documented = await examplesOfNewCode(on, green, await baseReport(on, suite))
  const unloaded = green.filter(test => !red.has(test.id) && (couldNotLoad(test) || documented.has(test.id)))
  const broken = whole.report.broken.find(({ file }) => freshTests(on, suite).includes(file))
  return {
    ...(broken ? { note: unloadedWords(broken) } : {}),
    went: green.filter(test => red.has(test.id) || unloaded.includes(test)).map(test => test.id),
    uncompiled: unloaded.filter(({ file }) => isCompiled(file) || isBuiltAsOne(missing)).map(test => test.id),
    compared: failed.filter(isCompared).map(test => test.id),
    unloaded: unloaded.map(test => test.id),
  }
}

/** Documentation examples of code that the change adds: they could not exist before. */
async function examplesOfNewCode(
  on: Case,
  green: readonly TestResult[],
  before: SuiteReport,
): Promise<ReadonlySet<string>> {
  const known = new Set(before.tests.map(({ id }) => id))
  const found = new Set<string>()
  for (const { path, status, texts } of changedProgram(on)) {
    if (status === 'deleted' || !(path.endsWith('.py') || path.endsWith('.rs'))) continue
    const fresh = green.filter(({ id, file }) => !known.has(id) && (file === path || id.includes(`${path} - `)))
    if (fresh.length === 0) continue
    const { before: text, after } = await texts()
    const names = await addedNames(text, after ?? '', path)
    for (const { id } of fresh) if (names.some(name => asWord(name).test(id.replace(path, '')))) found.add(id)
  }
  return found
}

/** A test file that cannot be loaded shows nothing, and adding another beside it would not help. */
const unloadedWords = ({ file, message }: BrokenFile): string =>
  `${file} cannot be loaded here, with the change or without it: ${firstLine(message)}`

const UNWANTED =
  /\bunwanted (?:exception|rejection)\b|\bnot\.toThrow|\bto not throw\b|\bwas thrown\b|\brejected\b.*\binstead of resolv/is

/** Words of assertion messages, if no file of the tree is in the stack: a tool runs the cases itself, `Should have no errors`. */
const ASSERTS = /\b(?:assert\w*|expect(?:ed|s)?|should|must|not raised|did not)\b/i

/** Whether an assertion in the test failed, or an expected error did not occur; an assertion that nothing is thrown does not count. */
export function isCompared({ failure, file }: Pick<TestResult, 'failure' | 'file'>): boolean {
  if (failure === null || UNWANTED.test(failure.message)) return false
  return failure.at === null ? ASSERTS.test(failure.message) : failure.at.file === file || isTestFile(failure.at.file)
}

/** A C or C++ project is built as a whole before it runs, and its runner does not report the file of a test. */
const isBuiltAsOne = (missing: ReadonlySet<string>): boolean => [...missing].some(isBuiltByCmake)

/** A Go package or Rust crate compiles as one unit: a missing name in one file stops all of its tests. */
function isBrokenWith(file: string, missing: ReadonlySet<string>): boolean {
  const folder = folderPrefix(file)
  if (isBuiltAsOne(missing)) return true
  if (file.endsWith('.rs')) return [...missing].some(path => path.endsWith('.rs'))
  return missing.has(file) || (file.endsWith('.go') && [...missing].some(path => folderPrefix(path) === folder))
}

/** The change's tests on the base's code; if no test changed, the known report of the base. */
async function reportWithout(
  on: Case,
  suite: Suite,
  whole: SuiteRun,
): Promise<{ readonly without: SuiteReport | null; readonly note?: string }> {
  const { testsOnBase } = on.layouts
  if (!testsOnBase) return { without: await baseReport(on, suite) }
  const touched = freshTests(on, suite)
  const how = touched.length > 0 ? suite.selecting(touched) : { files: null }
  const { report, outcome } = await suite.reduced(testsOnBase, how, whole)
  if (outcome.ending.is !== 'timed-out') return { without: report }
  const note = `Without the change the tests did not end within ${outcome.ending.minutes} minutes: give the waiting test a timeout of its own.`
  return { without: report, note }
}

/** The candidate with the base's program, to run the first suite of a project without the change. */
export const withoutProgram = (on: Case): Promise<Tree> =>
  on.ports.vault.edit(
    on.layouts.asSubmitted,
    changedProgram(on)
      .filter(({ path }) => kindOf(path) === 'source')
      .map(({ path }) => ({ path, from: on.layouts.base })),
  )

/** Test files of the runner that the change adds or edits. */
export const freshTests = (on: Case, suite: Suite): readonly string[] =>
  on.draft.changes
    .filter(change => change.status !== 'deleted' && isRun(on, suite, change.path))
    .map(change => change.path)

/**
 * Files that cannot be loaded on the base because they need something that only the change brings. Any other reason
 * (a typing error, a missing package) would be a failure without meaning.
 */
async function missesWhatIsAdded(on: Case, broken: readonly BrokenFile[]): Promise<ReadonlySet<string>> {
  if (broken.length === 0) return new Set()
  const wanted = await namesThatTheChangeBrings(on)
  return new Set(
    broken.filter(({ message }) => wanted.some(name => asWord(name).test(message))).map(({ file }) => file),
  )
}

/** Maximum number of files to search for new names; a test that needs a name from other files is not red because of it. */
const FILES_MAX = 500

async function namesThatTheChangeBrings(on: Case): Promise<readonly string[]> {
  const names: string[] = []
  for (const { path, status, texts } of changedFiles(on).slice(0, FILES_MAX)) {
    if (status === 'deleted') continue
    const { before, after } = await texts()
    if (status === 'added') names.push(withoutEnding(baseName(path)))
    if (after !== null) names.push(...(await addedNames(before, after, path)))
    if (before !== null && after !== null && kindOf(path) === 'source') names.push(...newWords(before, after, path))
  }
  return names
}

/**
 * New words in the code of a file: a compiler may miss a member of a type, which is not a name of the file. With the change
 * the same tests can be loaded, so they can only miss something that it brings.
 */
function newWords(before: string, after: string, path: string): readonly string[] {
  const words = (text: string) =>
    codeLinesOf(text, path).flatMap(({ code }) => code.match(/[A-Za-z_$][\w$]{2,}/g) ?? [])
  return without([...new Set(words(after))], words(before))
}
