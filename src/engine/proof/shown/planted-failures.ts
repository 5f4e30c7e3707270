import type { Tree } from '../../../core/plan/ids.ts'
import { endingOf, endings, hasEnding } from '../../../core/text/paths.ts'
import type { Ports } from '../../../ports.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { isProtected } from '../settings/protected.ts'
import { type Bench, isGreen } from '../suite/bench.ts'
import { readCounts } from '../suite/counts.ts'
import { isScript, isShell, languageOf } from '../syntax/language.ts'

/** The result of a test command when the code under test is broken. */
export type Noticing =
  | 'noticed'
  /** Green with every test and every source broken: it checks nothing. */
  | 'unnoticed'
  /** Nothing could be broken, or not without breaking the build. */
  | 'unknown'

/**
 * Whether a test command with only an exit code is able to fail: its tests, and then its sources, are replaced by code that
 * ends in an error as soon as it is loaded. A command that still passes checks nothing, whatever its name and the programs
 * that it starts.
 */
export async function noticesPlantedFailures(
  ports: Pick<Ports, 'vault'>,
  bench: Bench,
  { tree, command }: { readonly tree: Tree; readonly command: string },
): Promise<{ readonly is: Noticing; readonly cached: boolean }> {
  const { value, cached } = await bench.once(tree, JSON.stringify(['planted failures', command]), async () => {
    const found = await noticed(ports, bench, { tree, command })
    return { value: found, keep: true }
  })
  return { is: value, cached }
}

async function noticed(
  { vault }: Pick<Ports, 'vault'>,
  bench: Bench,
  { tree, command }: { readonly tree: Tree; readonly command: string },
): Promise<Noticing> {
  const files = (await vault.list(tree)).filter(path => isCode(path) && !command.includes(path))
  const tests = files.filter(path => kindOf(path) === 'test')
  let result: Noticing = 'unknown'
  for (const broken of [tests, files]) {
    if (broken.length === 0) continue
    const planted = await vault.edit(
      tree,
      broken.map(path => ({ path, text: failingText(path) })),
    )
    bench.expectToFail(planted)
    // A failed build shows nothing about the command after it.
    if ((await bench.prepare(planted)) !== null) continue
    const outcome = await bench.fresh(planted, { command })
    const counts = readCounts(outcome.output)
    if (!isGreen(outcome) || (counts !== null && counts.passed === 0)) return 'noticed'
    result = 'unnoticed'
  }
  return result
}

const SETTINGS = endings('yml yaml toml ini cfg json cmake')

/** Code by its file extension; files without one, such as a Makefile, configure checks. */
const isCode = (path: string): boolean =>
  endingOf(path) !== '' &&
  readLanguageOf(path) !== 'none' &&
  ['source', 'test'].includes(kindOf(path)) &&
  !hasEnding(path, SETTINGS) &&
  !isProtected(path, [])

/** Code that loads and fails if the language is known, else text that does not parse. */
function failingText(path: string): string {
  if (isScript(path)) return "throw new Error('planted failure')\n"
  if (languageOf(path) === 'python') return "raise RuntimeError('planted failure')\n"
  return isShell(path) ? 'exit 1\n' : 'planted failure\n'
}

export const UNNOTICED =
  'it passes with every test and every source broken: it checks nothing, and does not count as a check'
