/** Tests of a tester on the base and on the change: which of them load, repeat and fail, and where. */
import type { Contract } from '../../../core/plan/contract.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import { compilersOf } from '../../../core/proof/compilers.ts'
import type { CommandRun, Receipt } from '../../../core/proof/receipt.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import { type Config, fittingsOf } from '../../../core/settings/config.ts'
import type { BlindTests } from '../../../core/tester/blind-tests.ts'
import { firstLine } from '../../../core/text/lists.ts'
import type { Ports, TestRunner } from '../../../ports.ts'
import { commandsFor } from '../project/commands.ts'
import { Bench, type Preparation } from '../suite/bench.ts'
import { Suite, type SuiteRun } from '../suite/suite.ts'
import { behaviourOf } from './behaviour.ts'

/** A base without the new code may wait for ever for it. */
const MINUTES = 5

/** The sums of a run of blind tests. */
export interface BlindResult {
  readonly failing: readonly Pick<TestResult, 'id' | 'file' | 'failure'>[]
  /** Tests that pass, and fail without the change. */
  readonly red: number
  /** Tests that pass with and without the change. */
  readonly kept: number
  /** Tests and files that show nothing, each with the reason. */
  readonly unusable: readonly string[]
  readonly outputFile: string | null
  readonly runs: readonly CommandRun[]
}

/** Runs the tests on both sides; the base twice, and the change again if something fails. */
export async function runBlind(
  ports: Pick<Ports, 'vault' | 'rooms' | 'store'>,
  on: {
    readonly receipt: Pick<Receipt, 'base' | 'codeTree'>
    readonly contract: Contract
    readonly config: Config
    readonly runner: TestRunner
    readonly tests: Pick<BlindTests, 'files'>
  },
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
): Promise<BlindResult> {
  const { receipt, contract, config, runner, tests } = on
  const { vault } = ports
  const before = await vault.edit(receipt.base, tests.files)
  const after = await vault.edit(receipt.codeTree, tests.files)
  const commands = await commandsFor(ports, contract, { asSubmitted: receipt.codeTree })
  const bench = new Bench(ports, {
    ...{ limits: config.limits, token, signal, fittings: fittingsOf(config) },
    preparation: tree => preparationIn(tree === before ? contract.commands : commands),
    compilers: compilersOf(await vault.list(after)),
    base: receipt.base,
  })
  for (const tree of [before, after]) bench.withhold(tree)
  bench.call(before, 'the base with the tests of the tester')
  bench.call(after, 'the change with the tests of the tester')
  const suite = new Suite(bench, runner)
  const paths = tests.files.map(({ path }) => path)
  const run = (tree: Tree) => suite.again(tree, suite.selecting(paths), { minutes: MINUTES })
  try {
    const base = await bench.once(before, `tester ${paths.join(' ')}`, async () => {
      const value = [ownOf(await run(before), paths), ownOf(await run(before), paths)] as const
      return { value, keep: true }
    })
    const first = await run(after)
    const own = ownOf(first, paths)
    const isRed = own.broken.length > 0 || own.tests.some(({ status }) => status === 'failed')
    const again = isRed ? ownOf(await run(after), paths) : own
    return { ...sums(base.value, [own, again], paths), outputFile: first.outcome.outputFile, runs: bench.runs }
  } finally {
    await bench.close()
  }
}

const preparationIn = ({ setup, build }: Commands): Preparation => ({ setup, build })

type Own = Pick<SuiteReport, 'tests' | 'broken'>
type Twice = readonly [Own, Own]

const ownOf = ({ report }: SuiteRun, paths: readonly string[]): Own => ({
  tests: report?.tests.filter(({ file }) => paths.includes(file)) ?? [],
  broken: report?.broken.filter(({ file }) => paths.includes(file)) ?? [],
})

/** Compares both sides, test by test. */
function sums(base: Twice, change: Twice, paths: readonly string[]): Omit<BlindResult, 'outputFile' | 'runs'> {
  const [now, again] = change
  const statusIn = ({ tests }: Own, id: string) => tests.find(test => test.id === id)?.status
  const seen = new Map([...base[0].tests, ...now.tests].map(test => [test.id, test]))
  const failing: BlindResult['failing'][number][] = []
  const unusable: string[] = []
  let [red, kept] = [0, 0]
  for (const { id, file } of seen.values()) {
    const test = now.tests.find(one => one.id === id)
    const words = (why: string) => `${behaviourOf({ id, file })}: ${why}`
    const [was, wasAgain] = [statusIn(base[0], id), statusIn(base[1], id)]
    if (was !== wasAgain) unusable.push(words('it has several results on the same code'))
    // The change may end the process of its tests, or take away a name that they load.
    else if (!test) failing.push({ id, file, failure: notLoaded(now, file) })
    else if (test.status === 'failed' && statusIn(again, id) === 'passed')
      unusable.push(words('it passes and fails on the change'))
    else if (test.status === 'failed') failing.push(test)
    else if (test.status !== 'passed') unusable.push(words('it does not run'))
    else if (was === 'passed') kept++
    else red++
  }
  const isSeen = (path: string) => [...seen.values()].some(({ file }) => file === path)
  const silent = paths.filter(path => !isSeen(path)).map(path => `${path}: ${whyNothing(now, path)}`)
  return { failing, red, kept, unusable: [...unusable, ...silent] }
}

/** The failure of a test that ran on the base, if its file cannot be loaded with the change. */
function notLoaded({ broken }: Own, path: string): TestResult['failure'] {
  const found = broken.find(({ file }) => file === path)
  return found ? { message: `it cannot be loaded with the change: ${firstLine(found.message)}`, at: null } : null
}

function whyNothing({ broken }: Own, path: string): string {
  const found = broken.find(({ file }) => file === path)
  return found ? `it cannot be loaded: ${firstLine(found.message)}` : 'no test of it ran'
}
