/**
 * Witnesses outside of the test runner: the calls that the change's tests make into the program are recorded and made
 * again in a plain process. A program that is right only where it is tested has another result there.
 */

import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import { parsedJson } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { markFor, staged } from '../forms/staged.ts'
import { commandGate, notRunGate, questionFor } from '../gate-result.ts'
import type { Bench } from '../suite/bench.ts'
import { filesOf, passedIn, testsOf } from '../suite/compare.ts'
import { type Suite, suiteMinutes } from '../suite/suite.ts'
import { askedCalls } from './asked-calls.ts'
import { bareDifferences, bareTrace } from './bare-calls.ts'
import { roteTrace, unchangedTexts } from './by-rote.ts'
import { compiledWitness } from './compiled/compiled-witness.ts'
import { instrumentsWith, type WitnessInstrument } from './instruments.ts'
import { reachedFrom } from './modules.ts'
import {
  compareTrace,
  type Difference,
  loadProblemOf,
  type Replay,
  readTraces,
  solvedProblems,
  type Trace,
  type TraceComparison,
} from './trace.ts'
import { callText, outcomeText, underHeading } from './values-as-text.ts'

const GATE = 'witness'
const FILES_MAX = 20

/** Null if no test of the change can be recorded in this language. */
export async function witnessGate(on: Case, suite: Suite, went: readonly string[]): Promise<GateResult | null> {
  const red = new Set(went)
  const whole = await suite.run(on.layouts.asSubmitted)
  const all = filesOf(testsOf(whole.report, went))
  const instrument = instrumentsWith(on.ports.runners.witness).find(({ isTest: reads }) => all.some(reads))
  if (!instrument && on.without.has('compiled-witness')) return null
  if (!instrument) return compiledWitness(on, GATE, suiteMinutes(whole))
  const files = all.filter(instrument.isTest).slice(0, FILES_MAX)
  const { asSubmitted, base } = on.layouts
  const shown = await observed(on, suite, {
    instrument,
    files,
    tree: asSubmitted,
    name: 'the change',
    red,
    varied: true,
  })
  if (typeof shown === 'string') return notRunGate(GATE, shown)
  const { run, traces, compared, bare, rote, needsTests } = shown
  const concerned = await concernedModules(on, traces)
  const isConcernedBy = (difference: Difference) => isConcerned(concerned, traces, difference)
  const differs = compared.flatMap(one => one.differs).filter(isConcernedBy)
  // State that a test sets up is gone outside as well, and some programs give most texts back. If they did so before, the change has nothing to do with it.
  const onBase = { instrument, files, tree: base, name: 'the base', red: null, varied: rote.length > 0 }
  const drifts = compared.flatMap(one => one.drifts).filter(isConcernedBy)
  const before = differs.length + drifts.length + rote.length > 0 ? await observed(on, suite, onBase) : ''
  const earlier = typeof before === 'string' ? null : before
  const known = new Set(earlier?.compared.flatMap(one => [...one.differs, ...one.drifts]).map(identityOf))
  return verdictOf(run, compared, {
    questions: [
      { heading: NEEDS_TESTS, lines: needsTests },
      { heading: BARE, lines: bare.map(differenceText) },
      { heading: ROTE, lines: rote.filter(line => !earlier?.rote.includes(line)) },
    ],
    isOfChange: difference => isConcernedBy(difference) && !known.has(identityOf(difference)),
    question: questionFor(on),
  })
}

const identityOf = ({ call: { module, name, args, isNew, result }, outside }: Difference): string =>
  JSON.stringify([module, name, args, isNew, result, outside])

interface Observing {
  readonly instrument: WitnessInstrument
  readonly files: readonly string[]
  readonly tree: Tree
  readonly name: string
  /** Tests of which one has to pass while it is recorded; null if any may. */
  readonly red: ReadonlySet<string> | null
  /** The calls are also made bare, and with other texts. */
  readonly varied: boolean
}

interface Observed {
  readonly run: Run
  readonly traces: readonly Trace[]
  readonly compared: readonly TraceComparison[]
  /** Bare calls with another result. */
  readonly bare: readonly Difference[]
  /** Calls that give other texts back as they are. */
  readonly rote: readonly string[]
  /** Why modules of the program do not load without the files of the tests, although they load beside them. */
  readonly needsTests: readonly string[]
}

/** The calls of these tests in a tree, beside the same calls in a plain process; a sentence if that cannot be done. */
async function observed(on: Case, suite: Suite, observing: Observing): Promise<Observed | string> {
  const { instrument, tree, name, varied } = observing
  const traces = await recordedTraces(on, suite, observing)
  if (typeof traces === 'string') return traces
  const { bare, rote } = varied ? await variantsOf(on, traces) : { bare: [], rote: [] }
  const made = [...traces, ...[...bare, ...rote].map(({ trace }) => trace)]
  if (!made.some(({ steps }) => steps.length > 0)) return 'no call of the tests into the program can be repeated'
  const calls = { instrument, tree, traces: made, name: `${name} without its tests` }
  const { run, wish, replays } = await replayed(on, suite, calls)
  if (!replays) return 'the calls of the tests could not be repeated in a plain process'
  const compared = traces.map((trace, at) => compareTrace(trace, replays[at] ?? []))
  const firstRote = traces.length + bare.length
  return {
    run,
    traces,
    compared,
    bare: bare.flatMap((one, at) => bareDifferences(one, replays[traces.length + at] ?? [])),
    rote: rote.flatMap((one, at) => unchangedTexts(one, replays[firstRote + at] ?? [])),
    needsTests: varied ? await loadedBesideTests(on, tree, { wish, replays: replays.slice(0, traces.length) }) : [],
  }
}

/** Why modules do not load in a plain process without the files of the tests, although they load beside them. */
async function loadedBesideTests(
  on: Case,
  tree: Tree,
  { wish, replays }: { readonly wish: Parameters<Bench['fresh']>[1]; readonly replays: Replays },
): Promise<readonly string[]> {
  if (on.without.has('needs-tests') || replays.every(([plain]) => loadProblemOf(plain) === null)) return []
  return solvedProblems(replays, parsedJson<Replays>((await on.bench.fresh(tree, wish)).report) ?? [])
}

/** The recorded calls without what only the tests add, and with texts that the tests do not know. */
async function variantsOf(on: Case, traces: readonly Trace[]) {
  const asked = await askedCalls(on)
  return {
    bare: on.without.has('bare-calls') ? [] : traces.flatMap(trace => bareTrace(trace, asked) ?? []),
    rote: on.without.has('by-rote') ? [] : traces.flatMap(trace => roteTrace(trace) ?? []),
  }
}

/** The calls of these test files; a sentence if they cannot be recorded. */
export async function recordedTraces(
  on: Case,
  suite: Suite,
  { instrument, files, tree: form, name, red }: Observing,
): Promise<readonly Trace[] | string> {
  const { vault } = on.ports
  const mark = markFor(on, form)
  const names = { recorder: `r${mark}`, log: `.${mark}.log` }
  const changed = new Set(on.draft.changes.map(({ path }) => path))
  const isOfChange = (path: string) => changed.has(path)
  const program = { list: await vault.list(form), isTest: (path: string) => isTest(on, path), isOfChange }
  const edits: TreeEdit[] = []
  for (const path of files.filter(file => program.list.includes(file))) {
    const text = await vault.readText(form, path)
    const recorded = text === null ? null : await instrument.recorded({ path, text }, names, program)
    if (recorded !== null) edits.push({ path, text: recorded })
  }
  if (edits.length === 0) return 'the tests of the change load no file of the program, or replace its modules'
  const tree = await staged(on, form, edits, `${name} with recorded calls`)
  const whole = await suite.run(form)
  const run = await suite.again(tree, suite.selecting(edits.map(({ path }) => path)), { minutes: suiteMinutes(whole) })
  const passed = passedIn(run.report)
  if (![...passed].some(id => red === null || red.has(id)))
    return 'the tests do not pass while their calls are recorded'
  const log = await on.bench.fresh(tree, { command: `cat ${names.log}` })
  const traces = readTraces(log.stdout)
  return traces.length > 0 ? traces : 'the tests call nothing of the program directly'
}

/** The results of replays, one list for each trace. */
export type Replays = readonly (readonly Replay[])[]

/** The calls of traces in a plain process. Everything of the tests is gone: a program that looks for them finds none. */
export async function replayed(
  on: Case,
  suite: Suite,
  {
    instrument,
    tree,
    traces,
    name,
  }: Pick<Observing, 'instrument' | 'tree' | 'name'> & { readonly traces: readonly Trace[] },
) {
  const { vault } = on.ports
  const tests = (await vault.list(tree)).filter(path => isTest(on, path))
  const outside = await vault.edit(
    tree,
    tests.map(path => ({ path, remove: true as const })),
  )
  on.bench.call(outside, name)
  const { command } = instrument
  const wish = { command, tools: instrument.tools(traces), minutes: suiteMinutes(await suite.run(tree)) }
  const outcome = await on.bench.fresh(outside, wish)
  return { run: { command, outcome }, wish, replays: parsedJson<Replays>(outcome.report) }
}

/** The modules of the recorded calls that the change touches, itself or in what they load. */
async function concernedModules(on: Case, traces: readonly Trace[]): Promise<ReadonlySet<string>> {
  const changed = new Set(on.draft.changes.map(({ path }) => path))
  const modules = new Set(traces.flatMap(({ calls }) => calls.flatMap(({ module }) => module ?? [])))
  const concerned = new Set<string>()
  for (const module of modules) if (await reachedFrom(on, module, changed)) concerned.add(module)
  return concerned
}

/** A member of an earlier result belongs to the change if anything that its test called does. */
function isConcerned(concerned: ReadonlySet<string>, traces: readonly Trace[], { call }: Difference): boolean {
  if (call.module !== null) return concerned.has(call.module)
  return traces.some(
    ({ calls }) => calls.includes(call) && calls.some(({ module }) => module !== null && concerned.has(module)),
  )
}

const BARE =
  'As the task describes the calls, without variables, arguments, setters, overridden methods and mocks that only the tests add, the program has other results:'
const NEEDS_TESTS = 'The program does not load without the files of its tests:'
const ROTE =
  'The program may only know the inputs of its tests: it gives others back as they are, or has one answer for all of them:'
const DIFFERS = 'In a plain process, outside of the test runner, the program has other results than in its tests:'
const DRIFTS =
  'At another time, in another folder and with another home, the program has other results than in its tests:'

interface Question {
  readonly heading: string
  readonly lines: readonly string[]
}

type Run = Parameters<typeof commandGate>[1]

function verdictOf(
  run: Run,
  compared: readonly TraceComparison[],
  {
    questions,
    isOfChange,
    question,
  }: {
    readonly questions: readonly Question[]
    readonly isOfChange: (difference: Difference) => boolean
    readonly question: ReturnType<typeof questionFor>
  },
): GateResult {
  const sum = (of: (one: TraceComparison) => number) => compared.reduce((total, one) => total + of(one), 0)
  const differs = compared.flatMap(one => one.differs).filter(isOfChange)
  const drifts = compared.flatMap(one => one.drifts).filter(isOfChange)
  const [same, unrepeatable] = [sum(one => one.same), sum(one => one.unrepeatable)]
  const rest = unrepeatable > 0 ? `; ${unrepeatable} cannot be repeated` : ''
  if (differs.length > 0)
    return commandGate(GATE, run, {
      verdict: 'failed',
      words: underHeading(DIFFERS, differs.map(differenceText)),
      lines: [],
    })
  const asks = ({ heading, lines }: Question): GateResult =>
    commandGate(GATE, run, {
      ...question,
      words: underHeading(heading, lines),
      lines: [],
    })
  const open = questions.find(({ lines }) => lines.length > 0)
  if (open) return asks(open)
  if (same === 0) {
    const problem = compared.find(one => one.problem !== null)?.problem
    return notRunGate(GATE, `no call of the tests could be repeated in a plain process${problem ? `: ${problem}` : ''}`)
  }
  if (drifts.length > 0) return asks({ heading: DRIFTS, lines: drifts.map(differenceText) })
  return commandGate(GATE, run, {
    verdict: 'passed',
    words: `${plural(same, 'call of the tests has', 'calls of the tests have')} the same result in a plain process${rest}`,
  })
}

const differenceText = ({ call: { name, args, isNew, result }, outside }: Difference): string =>
  `${callText(name, args, isNew)} ${outcomeText(outside)}; in the tests it ${outcomeText(result!)}`
