import type { Tree } from '../../../core/plan/ids.ts'
import type { Ports } from '../../../ports.ts'
import { isProtected } from '../change/path-names.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { type Bench, isGreen } from '../suite/bench.ts'
import { readCounts } from '../suite/counts.ts'

/** What becomes of a test command when the code that it should run is broken. */
export type Noticing =
  | 'noticed'
  /** Green with every test and every source broken: it checks nothing. */
  | 'unnoticed'
  /** Nothing could be broken, or not without breaking the build. */
  | 'unknown'

/**
 * Whether a test command that can only be read as a whole is able to fail: its tests, and then its sources, are replaced by code
 * that ends in an error as soon as it is loaded. Whatever the command is called and whatever it starts, one that is still green
 * checks nothing.
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
    // A build that fails says nothing about the command that comes after it.
    if ((await bench.prepare(planted)) !== null) continue
    const outcome = await bench.fresh(planted, { command })
    const counts = readCounts(outcome.output)
    if (!isGreen(outcome) || (counts !== null && counts.passed === 0)) return 'noticed'
    result = 'unnoticed'
  }
  return result
}

/** Code by its ending; files without one, such as a Makefile, say how checks run. */
const isCode = (path: string): boolean =>
  /\.\w+$/.test(path) &&
  readLanguageOf(path) !== 'none' &&
  ['source', 'test'].includes(kindOf(path)) &&
  !/\.(?:ya?ml|toml|ini|cfg|json|cmake)$/.test(path) &&
  !isProtected(path, [])

/** Code that loads and fails, where the language is known; anything else does not even parse. */
function failingText(path: string): string {
  if (/\.[cm]?[jt]sx?$/.test(path)) return "throw new Error('planted failure')\n"
  if (/\.py$/.test(path)) return "raise RuntimeError('planted failure')\n"
  return /\.(?:sh|bash|zsh)$/.test(path) ? 'exit 1\n' : 'planted failure\n'
}

/** How it reads wherever such a command is named. */
export const UNNOTICED =
  'it passes with every test and every source broken: it checks nothing, and does not count as a check'
