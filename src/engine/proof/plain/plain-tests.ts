/**
 * Tests as plain programs: the test files of the change run once more without their runner, under other names, in a plain process. A recorded
 * call shows only what a test asks of the program directly; a test that starts it, waits for its events or reads a stream is repeated here as
 * a whole. It passes there as well, unless the program is another one where it is tested.
 */

import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import { firstLine, plural } from '../../../core/text/lists.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { markFor, staged } from '../forms/staged.ts'
import { commandGate, notRunGate, questionFor } from '../gate-result.ts'
import { filesOf, testsOf } from '../suite/compare.ts'
import { type Suite, suiteMinutes } from '../suite/suite.ts'
import { compiledPlainTests } from './compiled.ts'
import { type PlainInstrument, plainInstruments } from './instruments.ts'
import { movesOf } from './moved-tests.ts'
import { differencesIn, type FailedOutside, readInside, readPlainRuns } from './results.ts'

const GATE = 'plain-tests'
const FILES_MAX = 10
const SHOWN_MAX = 3

/** Null if the tests of the change are in no language that can be run in this way. */
export async function plainTestsGate(on: Case, suite: Suite, went: readonly string[]): Promise<GateResult | null> {
  const all = filesOf(testsOf((await suite.run(on.layouts.asSubmitted)).report, went))
  const instrument = plainInstruments(on.ports.runners.witness).find(({ isTest: reads }) => all.some(reads))
  if (!instrument) return compiledPlainTests(on, suite, GATE)
  const files = all.filter(instrument.isTest).slice(0, FILES_MAX)
  const shown = await compared(on, suite, { instrument, files, tree: on.layouts.asSubmitted, name: 'the change' })
  if (typeof shown === 'string') return notRunGate(GATE, shown)
  const known = shown.differs.length > 0 ? await knownOnBase(on, suite, instrument, files) : NONE
  const differs = shown.differs.filter(({ file, name }) => !known.has(`${file} ${name}`))
  if (differs.length > 0)
    return commandGate(GATE, shown.run, {
      ...questionFor(on),
      words: [DIFFERS, ...differs.slice(0, SHOWN_MAX).map(differenceText)].join('\n'),
      lines: [],
    })
  return commandGate(GATE, shown.run, {
    verdict: 'passed',
    words: `${plural(shown.same, 'test also passes', 'tests also pass')} in a plain process, without a test runner`,
  })
}

const NONE: ReadonlySet<string> = new Set()

const DIFFERS = 'Tests pass under their runner, and fail in a plain process, where nothing says that they are tests:'

const differenceText = ({ file, name, problem }: FailedOutside): string => `"${name}" in ${file}: ${firstLine(problem)}`

interface Compared {
  readonly run: Parameters<typeof commandGate>[1]
  readonly same: number
  readonly differs: readonly FailedOutside[]
}

/** Tests of a tree that fail outside before the change too: then it has nothing to do with it. */
async function knownOnBase(
  on: Case,
  suite: Suite,
  instrument: PlainInstrument,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const { base } = on.layouts
  const before = await compared(on, suite, { instrument, files, tree: base, name: 'the base' })
  return typeof before === 'string' ? NONE : new Set(before.differs.map(({ file, name }) => `${file} ${name}`))
}

/** The tests of these files under their runner, beside the same tests without it; a sentence if that cannot be done. */
async function compared(
  on: Case,
  suite: Suite,
  {
    instrument,
    files,
    tree: form,
    name,
  }: {
    readonly instrument: PlainInstrument
    readonly files: readonly string[]
    readonly tree: Tree
    readonly name: string
  },
): Promise<Compared | string> {
  const { vault } = on.ports
  const list = await vault.list(form)
  const tests = list.filter(path => isTest(on, path))
  const mark = `p${markFor(on, form)}`
  const texts = new Map<string, string>()
  for (const path of tests.filter(instrument.isTest)) {
    const text = await vault.readText(form, path)
    if (text !== null) texts.set(path, text)
  }
  const made = await instrument.staged(texts, new Set(files), mark)
  if (!made) return 'the tests of the change use a runner that has no stand-in'
  const tree = await staged(on, form, made.edits, `${name} with tests that run themselves`)
  const minutes = suiteMinutes(await suite.run(form))
  await suite.again(tree, suite.selecting(made.suites), { minutes })
  const inside = readInside((await on.bench.fresh(tree, { command: `cat ${made.log}` })).stdout)
  if (!inside.tests.some(({ ok }) => ok)) return 'the tests of the change do not run without their runner'
  const { suites } = made
  const job = { ...made.job, ...inside.head, suites, moves: movesOf(list, new Set(tests), { suites, mark }) }
  const wish = { command: instrument.command, tools: instrument.tools(job), minutes }
  const outcome = await on.bench.fresh(tree, wish)
  const outside = readPlainRuns(outcome.report ?? null)
  if (!outside) return 'the tests could not be run in a plain process'
  const { same, differs } = differencesIn(inside.tests, outside, texts)
  if (same === 0 && differs.length === 0) return 'no test of the change could be run in a plain process'
  return { run: { command: wish.command, outcome }, same, differs }
}
