/**
 * Inputs that no test has: the calls of the old tests are made with arguments of the same kind, before the change and with it, in a plain
 * process. Code that is only written in another way has the same results.
 */
import type { Tree } from '../../../core/plan/ids.ts'
import type { Case } from '../case.ts'
import { baseReport } from '../suite/base-report.ts'
import { type Suite, suiteMinutes } from '../suite/suite.ts'
import { instrumentsWith, type WitnessInstrument } from './instruments.ts'
import { reachedFrom } from './modules.ts'
import { type RecordedCall, type RecordedLine, type Replay, resultsById, type Trace, traceOf } from './trace.ts'
import { callText, outcomeText } from './values-as-text.ts'
import { readReplays, recordedTraces, withoutTests } from './witness.ts'

const FILES_MAX = 5
const CALLS_MAX = 300
const SHOWN_MAX = 3

/** Calls with another result than before, in words; none if nothing differs or can be compared. */
export async function differencesForOtherInputs(on: Case, suite: Suite): Promise<readonly string[]> {
  const { base, asSubmitted } = on.layouts
  const all = [...new Set((await baseReport(on, suite)).tests.map(({ file }) => file))]
  const instrument = instrumentsWith(on.ports.runners.witness).find(({ isTest: reads }) => all.some(reads))
  if (!instrument) return []
  const changed = new Set(on.draft.changes.map(({ path }) => path))
  const files: string[] = []
  for (const file of all.filter(instrument.isTest))
    if (files.length < FILES_MAX && (instrument.name === 'python' || (await reachedFrom(on, file, changed))))
      files.push(file)
  const observing = { instrument, files, tree: base, name: 'the base', red: null, varied: false }
  const traces = await recordedTraces(on, suite, observing)
  if (typeof traces === 'string') return []
  const varied = traces.flatMap(trace => variedTrace(trace) ?? [])
  if (varied.length === 0) return []
  const then = await resultsIn(on, suite, { instrument, tree: base, traces: varied })
  const now = await resultsIn(on, suite, { instrument, tree: asSubmitted, traces: varied })
  if (!then || !now) return []
  return varied
    .flatMap(({ calls }, at) => calls.flatMap(call => differenceOf(call, then[at], now[at]) ?? []))
    .slice(0, SHOWN_MAX)
}

async function resultsIn(
  on: Case,
  suite: Suite,
  {
    instrument,
    tree,
    traces,
  }: { readonly instrument: WitnessInstrument; readonly tree: Tree; readonly traces: readonly Trace[] },
): Promise<readonly (readonly Replay[])[] | null> {
  const outside = await on.ports.vault.edit(tree, await withoutTests(on, tree))
  on.bench.call(outside, 'calls with other inputs')
  const { command } = instrument
  const wish = { command, tools: instrument.tools(traces), minutes: suiteMinutes(await suite.run(tree)) }
  return readReplays((await on.bench.fresh(outside, wish)).report ?? null)
}

/** A result that is an error, or that is not the same each time, may be any other one now. */
function differenceOf(
  call: RecordedCall,
  then: readonly Replay[] | undefined,
  now: readonly Replay[] | undefined,
): string | null {
  const [was, again] = (then ?? []).map(replay => resultsById(replay).get(call.id))
  const [is, isAgain] = (now ?? []).map(replay => resultsById(replay).get(call.id))
  if (was === undefined || was !== again || 'e' in JSON.parse(was)) return null
  if (is === undefined || is !== isAgain || is === was) return null
  return `${callText(call.name, call.args, call.isNew)} ${outcomeText(is)}; before, it ${outcomeText(was)}`
}

/** Calls of the functions of a trace with other arguments; null if there are none. */
function variedTrace({ lines, calls }: Trace): Trace | null {
  const later = new Set(lines.flatMap(line => ('r' in line && line.later ? [line.r] : [])))
  let id = 0
  const made = lines.flatMap((line): readonly RecordedLine[] => {
    if ('head' in line) return [line]
    const call = 'c' in line ? calls.find(one => one.id === line.c) : undefined
    if (!('c' in line) || !call || call.module === null || call.usesFiles) return []
    const others = calls.filter(
      one => one.module === call.module && one.name === call.name && one.args.length === call.args.length,
    )
    return otherArguments(
      call.args,
      others.map(({ args }) => args),
    ).flatMap((a): readonly RecordedLine[] => {
      if (id >= CALLS_MAX) return []
      const { files: _, waited: __, ...rest } = line
      const c = id++
      return [
        { ...rest, c, a },
        { r: c, s: line.s, ...(later.has(line.c) ? { later: true as const } : {}) },
      ]
    })
  })
  return id === 0 ? null : traceOf(made)
}

type Arguments = readonly unknown[]

/** One argument at a time: of the same kind, or that of another call. */
const otherArguments = (args: Arguments, others: readonly Arguments[]): readonly Arguments[] =>
  args.flatMap((value, at) =>
    [...others.map(other => other[at]), ...neighboursOf(value)].map(other => args.toSpliced(at, 1, other)),
  )

interface Tagged {
  readonly t?: string
  readonly v?: readonly unknown[]
}

/** Values of the same kind that are a little different. */
function neighboursOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return Number.isInteger(value) ? [value + 1, value * 2, 0] : [value * 2, -value]
  if (typeof value === 'string') return textsNear(value)
  const { t, v = [] } = (value ?? {}) as Tagged
  if (t !== 'array') return []
  return [v.toReversed(), [...v, ...v], v.slice(0, 1), v.slice(1)].map(list => ({ t, v: list }))
}

const textsNear = (text: string): readonly string[] => [
  `${text} ${text}`,
  ` ${text} `,
  text.replaceAll(' ', '\t'),
  text.replaceAll(' ', '  '),
  text.split(' ').reverse().join(' '),
  text.toUpperCase(),
  text.toLowerCase(),
  `${text}é`,
]
