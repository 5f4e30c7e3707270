/**
 * Inputs that no test has: the calls of the old tests are made with arguments of the same kind, before the change and with it, in a plain
 * process. Code that is only written in another way has the same results.
 */

import type { Case } from '../case.ts'
import { baseReport } from '../suite/base-report.ts'
import { filesOf } from '../suite/compare.ts'
import { type Suite, suiteMinutes } from '../suite/suite.ts'
import { compiledDifferences } from './compiled/compiled-differences.ts'
import { instrumentsWith } from './instruments.ts'
import { reachedFrom } from './modules.ts'
import {
  INSTANCE,
  REFERENCE,
  type RecordedCall,
  type RecordedCallLine,
  type RecordedLine,
  type Replay,
  resultsById,
  type Trace,
  traceOf,
} from './trace.ts'
import { callText, outcomeText } from './values-as-text.ts'
import { type Replays, recordedTraces, replayed } from './witness.ts'

const FILES_MAX = 5
const CALLS_MAX = 300
const SHOWN_MAX = 3

/** Calls with another result than before, in words; none if nothing differs or can be compared. */
export async function differencesForOtherInputs(on: Case, suite: Suite): Promise<readonly string[]> {
  const { base, asSubmitted } = on.layouts
  const all = filesOf((await baseReport(on, suite)).tests)
  const instrument = instrumentsWith(on.ports.runners.witness).find(({ isTest: reads }) => all.some(reads))
  if (!instrument) return compiledDifferences(on, suiteMinutes(await suite.run(base)))
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
  const calls = { instrument, traces: varied, name: 'calls with other inputs' }
  const { replays: then } = await replayed(on, suite, { ...calls, tree: base })
  const { replays: now } = await replayed(on, suite, { ...calls, tree: asSubmitted })
  if (!then || !now) return []
  return changedResults(varied, then, now).slice(0, SHOWN_MAX)
}

/** Calls that have another result now, in words. */
export const changedResults = (traces: readonly Trace[], then: Replays, now: Replays): readonly string[] =>
  traces.flatMap(({ calls }, at) => calls.flatMap(call => differenceOf(call, then[at], now[at]) ?? []))

/** A result that is an error, or that is not the same each time, may be any other one now, and so may the inside of an object. */
function differenceOf(
  call: RecordedCall,
  then: readonly Replay[] | undefined,
  now: readonly Replay[] | undefined,
): string | null {
  const [was, again] = (then ?? []).map(replay => resultsById(replay).get(call.id))
  const [is, isAgain] = (now ?? []).map(replay => resultsById(replay).get(call.id))
  if (was === undefined || was !== again || 'e' in JSON.parse(was) || was.includes(INSTANCE)) return null
  if (is === undefined || is !== isAgain || is === was) return null
  return `${callText(call.name, call.args, call.isNew)} ${outcomeText(is)}; before, it ${outcomeText(was)}`
}

/** Calls of the functions of a trace with other arguments; null if there are none. Each of them gets a new object. */
export function variedTrace(trace: Trace): Trace | null {
  const { lines, calls } = trace
  const ids = { next: 0 }
  const made: RecordedLine[] = lines.filter(line => 'head' in line)
  for (const line of lines) {
    const call = 'c' in line ? calls.find(one => one.id === line.c) : undefined
    if (!('c' in line) || !call || call.usesFiles) continue
    const group = call.module === null || call.isNew ? groupOf(lines, line.c) : [line]
    if (!group?.every(one => calls.some(({ id, usesFiles }) => id === one.c && !usesFiles))) continue
    for (const args of otherArguments(
      call.args,
      calls.filter(one => isSameFunction(one, call)).map(one => one.args),
    ))
      if (ids.next + group.length <= CALLS_MAX)
        made.push(...copyOf(group, { ids, of: trace, changed: { id: line.c, args } }))
  }
  return ids.next === 0 ? null : traceOf(made)
}

type CallLine = RecordedLine & RecordedCallLine

const isSameFunction = (one: RecordedCall, other: RecordedCall): boolean =>
  one.module === other.module && one.name === other.name && one.args.length === other.args.length

/** The calls of the object that this call makes or is a member of, in order; null if they are given other objects. */
function groupOf(lines: readonly RecordedLine[], id: number): readonly CallLine[] | null {
  const calls = lines.filter((line): line is CallLine => 'c' in line)
  const ownerOf = (at: number): number => {
    const owner = calls.find(({ c }) => c === at)?.target.h
    return owner === undefined || owner === at ? at : ownerOf(owner)
  }
  const group = calls.filter(({ c }) => ownerOf(c) === ownerOf(id))
  return group.length > GROUP_MAX || group.some(({ a }) => JSON.stringify(a).includes(REFERENCE)) ? null : group
}

const GROUP_MAX = 20

/** The same calls with numbers of their own and with other arguments for one of them. */
function copyOf(
  group: readonly CallLine[],
  {
    ids,
    of,
    changed,
  }: {
    readonly ids: { next: number }
    readonly of: Trace
    readonly changed: { readonly id: number; readonly args: Arguments }
  },
): readonly RecordedLine[] {
  const renamed = new Map(group.map(({ c }) => [c, ids.next++]))
  return group.flatMap((line): readonly RecordedLine[] => {
    const { files: _, waited: __, ...rest } = line
    const { h } = line.target
    const target = h === undefined ? line.target : { ...line.target, h: renamed.get(h) ?? h }
    const c = renamed.get(line.c)!
    const isLater = of.lines.some(one => 'r' in one && one.r === line.c && one.later)
    return [
      { ...rest, c, target, a: line.c === changed.id ? changed.args : line.a },
      { r: c, s: line.s, ...(isLater ? { later: true as const } : {}) },
    ]
  })
}

type Arguments = readonly unknown[]

/** One argument at a time: of the same kind, or that of another call. */
const otherArguments = (args: Arguments, others: readonly Arguments[]): readonly Arguments[] =>
  args.flatMap((value, at) =>
    [...others.map(other => other[at]), ...valuesNear(value)].map(other => args.toSpliced(at, 1, other)),
  )

interface Tagged {
  readonly t?: string
  readonly v?: readonly unknown[]
}

/** Values of the same kind that are a little different. */
function valuesNear(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return numbersNear(value)
  if (typeof value === 'string') return textsNear(value)
  const { t, v = [] } = (value ?? {}) as Tagged
  if (t !== 'array') return []
  return [v.toReversed(), [...v, ...v], v.slice(0, 1), v.slice(1)].map(list => ({ t, v: list }))
}

/** A much larger one may be a size or a count, and take for ever. */
const numbersNear = (value: number): readonly number[] =>
  Number.isInteger(value)
    ? [value + 1, value * 2, 0, -value, ...(Math.abs(value) <= 100 ? [value * 100] : [])]
    : [value * 2, -value]

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
