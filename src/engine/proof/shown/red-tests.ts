import type { Tree } from '../../../core/plan/ids.ts'
import type { BrokenFile, SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import { asWord } from '../../../core/text/literal.ts'
import { baseName, folderPrefix } from '../../../core/text/paths.ts'
import { type Case, hasProject } from '../case.ts'
import { isTestFile } from '../change/path-names.ts'
import { isRun, isTest } from '../change/test-files.ts'
import { splitCode } from '../reading/code-lines.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { baseReport } from '../suite/base-report.ts'
import { arrivedTests, compareSuites, passedIn } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { addedNames } from '../syntax/added-names.ts'
import { isBuiltByCmake, isCompiled } from '../syntax/language.ts'

/** The tests that fail without the change and pass with it; a sentence where there is something to know about their run. */
export interface RedTests {
  readonly went: readonly string[]
  /** Those of them that a compiler refused: they may as well test nothing, as long as nothing was emptied. */
  readonly uncompiled?: readonly string[]
  /** Those of them that the test itself found wrong: no error of the code ended them. */
  readonly compared?: readonly string[]
  /** Those of them that could not be loaded, because a name was missing. */
  readonly unloaded?: readonly string[]
  readonly note?: string
}

export async function redTests(on: Case, suite: Suite): Promise<RedTests> {
  const { layouts, contract } = on
  const whole = await suite.run(layouts.asSubmitted)
  if (!whole.report) return { went: [] }
  const green = whole.report.tests.filter(test => test.status === 'passed')
  // The first suite of an empty project cannot have run before: what passes now did not pass then.
  if (!hasProject(on)) return { went: green.map(test => test.id) }
  const isFirst = !contract.commands.test
  const { without, note } = isFirst
    ? { without: (await suite.maimed(await withoutProgram(on), { files: null }, whole)).report, note: undefined }
    : await reportWithout(on, suite, whole)
  if (!without) return { went: [], ...(note ? { note } : {}) }
  const failed = without.tests.filter(test => test.status === 'failed')
  const red = new Set(failed.map(test => test.id))
  const missing = await missesWhatIsAdded(on, without.broken)
  // What passed in a file before, and only fails to load with the others now, is not red by itself.
  const base = await baseReport(on, suite)
  const before = new Set([...passedIn(base), ...arrivedTests(compareSuites(base, whole.report))])
  const couldNotLoad = (test: TestResult) => isBrokenWith(test.file, missing) && !before.has(test.id)
  const documented = await examplesOfNewCode(on, green, await baseReport(on, suite))
  const unloaded = green.filter(test => !red.has(test.id) && (couldNotLoad(test) || documented.has(test.id)))
  const deaf = whole.report.broken.find(({ file }) => freshTests(on, suite).includes(file))
  return {
    ...(deaf ? { note: deafWords(deaf) } : {}),
    went: green.filter(test => red.has(test.id) || unloaded.includes(test)).map(test => test.id),
    uncompiled: unloaded.filter(({ file }) => isCompiled(file) || isBuiltAsOne(missing)).map(test => test.id),
    compared: failed.filter(isCompared).map(test => test.id),
    unloaded: unloaded.map(test => test.id),
  }
}

/** Examples in the documentation of what the change brings: they could not be there before. */
async function examplesOfNewCode(
  on: Case,
  green: readonly TestResult[],
  before: SuiteReport,
): Promise<ReadonlySet<string>> {
  const known = new Set(before.tests.map(({ id }) => id))
  const found = new Set<string>()
  for (const { path, status } of on.draft.changes) {
    if (status === 'deleted' || isTest(on, path) || !/\.(py|rs)$/.test(path)) continue
    const fresh = green.filter(({ id, file }) => !known.has(id) && (file === path || id.includes(`${path} - `)))
    if (fresh.length === 0) continue
    const text = status === 'added' ? null : await on.ports.vault.readText(on.layouts.base, path)
    const names = await addedNames(text, (await on.ports.vault.readText(on.layouts.asSubmitted, path)) ?? '', path)
    for (const { id } of fresh) if (names.some(name => asWord(name).test(id.replace(path, '')))) found.add(id)
  }
  return found
}

/** A test that nobody can load shows nothing, and to add another beside it would not help. */
const deafWords = ({ file, message }: BrokenFile): string =>
  `${file} cannot be loaded here, with the change or without it: ${message.split('\n')[0]}`

const UNWANTED =
  /\bunwanted (?:exception|rejection)\b|\bnot\.toThrow|\bto not throw\b|\bwas thrown\b|\brejected\b.*\binstead of resolv/is

/** How assertions speak where nothing of the tree is in the stack: a tool that runs the cases itself, `Should have no errors`. */
const ASSERTS = /\b(?:assert\w*|expect(?:ed|s)?|should|must|not raised|did not)\b/i

/** Whether a comparison in the test failed, or an error that it waits for did not come; not: that nothing is thrown at all. */
export function isCompared({ failure, file }: Pick<TestResult, 'failure' | 'file'>): boolean {
  if (failure === null || UNWANTED.test(failure.message)) return false
  return failure.at === null ? ASSERTS.test(failure.message) : failure.at.file === file || isTestFile(failure.at.file)
}

const folderOf = (path: string): string => folderPrefix(path)

/** A project of C or C++ is built before anything of it runs, and its runner does not say which file a test comes from. */
const isBuiltAsOne = (missing: ReadonlySet<string>): boolean => [...missing].some(isBuiltByCmake)

/** A package of Go and a crate of Rust are compiled as one: what one file misses, all of its tests wait for. */
function isBrokenWith(file: string, missing: ReadonlySet<string>): boolean {
  const folder = folderOf(file)
  if (isBuiltAsOne(missing)) return true
  if (file.endsWith('.rs')) return [...missing].some(path => path.endsWith('.rs'))
  return missing.has(file) || (file.endsWith('.go') && [...missing].some(path => folderOf(path) === folder))
}

/** The change's tests on the base's code; where no test was touched, what is known of the base itself. */
async function reportWithout(
  on: Case,
  suite: Suite,
  whole: SuiteRun,
): Promise<{ readonly without: SuiteReport | null; readonly note?: string }> {
  const { testsOnBase } = on.layouts
  if (!testsOnBase) return { without: await baseReport(on, suite) }
  const touched = freshTests(on, suite)
  const how = touched.length > 0 ? suite.selecting(touched) : { files: null }
  const { report, outcome } = await suite.maimed(testsOnBase, how, whole)
  if (outcome.ending.is !== 'timed-out') return { without: report }
  const note = `Without the change the tests did not end within ${outcome.ending.minutes} minutes: let the test that waits give up by itself.`
  return { without: report, note }
}

/** The candidate with the base's program: what the first suite of a project would have said before. */
export const withoutProgram = (on: Case): Promise<Tree> =>
  on.ports.vault.edit(
    on.layouts.asSubmitted,
    on.draft.changes
      .filter(({ path }) => !isTest(on, path) && kindOf(path) === 'source')
      .map(({ path }) => ({ path, from: on.layouts.base })),
  )

/** Test files of the runner that the change adds or edits. */
export const freshTests = (on: Case, suite: Suite): readonly string[] =>
  on.draft.changes
    .filter(change => change.status !== 'deleted' && isRun(on, suite, change.path))
    .map(change => change.path)

/**
 * Files that cannot be loaded on the base because they ask for something that only the change brings. Any other reason
 * (a typing error, a package that is not there) would be red without meaning anything.
 */
async function missesWhatIsAdded(on: Case, broken: readonly BrokenFile[]): Promise<ReadonlySet<string>> {
  if (broken.length === 0) return new Set()
  const wanted = await namesThatTheChangeBrings(on)
  return new Set(
    broken.filter(({ message }) => wanted.some(name => asWord(name).test(message))).map(({ file }) => file),
  )
}

/** Names of more files than this are not looked for; a test that misses one of those is not red by that. */
const FILES_MAX = 500

async function namesThatTheChangeBrings(on: Case): Promise<readonly string[]> {
  const names: string[] = []
  for (const { path, status } of on.draft.changes.slice(0, FILES_MAX)) {
    if (status === 'deleted') continue
    const before = status === 'added' ? null : await on.ports.vault.readText(on.layouts.base, path)
    const after = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    if (status === 'added') names.push(stem(path))
    if (after !== null) names.push(...(await addedNames(before, after, path)))
    if (before !== null && after !== null && kindOf(path) === 'source') names.push(...newWords(before, after, path))
  }
  return names
}

/**
 * Words of code that a file did not have: a compiler may miss a member of a type, which is no name of the file. With the change
 * the very same tests can be loaded, so that nothing else than what it brings can be what they miss.
 */
function newWords(before: string, after: string, path: string): readonly string[] {
  const words = (text: string) =>
    splitCode(text, readLanguageOf(path)).flatMap(({ code }) => code.match(/[A-Za-z_$][\w$]{2,}/g) ?? [])
  const known = new Set(words(before))
  return [...new Set(words(after))].filter(word => !known.has(word))
}

const stem = (path: string): string => baseName(path).replace(/\.[^.]+$/, '')
