/**
 * Bare calls: the recorded calls as the task describes them, without what only the tests add. A test may set a variable, pass an
 * argument more, call a setter, override a method or mock a new module, and the program may be right with that alone.
 */
import type { AskedCalls } from './asked-calls.ts'
import {
  type Difference,
  hasObjects,
  MOCKED,
  type RecordedCallLine,
  type RecordedLine,
  type Replay,
  resultsById,
  type Trace,
  traceOf,
} from './trace.ts'

/** A trace without what only its test adds. */
export interface BareTrace {
  readonly trace: Trace
  /** Calls that are made in another way, or after fewer others. */
  readonly bared: ReadonlySet<number>
}

/** Null if the test adds nothing. */
export function bareTrace({ lines }: Trace, asked: AskedCalls): BareTrace | null {
  const bared = new Set<number>()
  const dropped = new Set<number>()
  const results = new Map(lines.flatMap(line => ('r' in line ? [[line.r, line.v] as const] : [])))
  const handles = new Set(lines.flatMap(line => ('c' in line && line.target.h !== undefined ? [line.target.h] : [])))
  let isElsewhere = lines.some(({ s }) => s.startsWith(MOCKED))
  const bare = lines.flatMap((line): readonly RecordedLine[] => {
    const s = line.s.replace(MOCKED, '')
    if (!('c' in line)) return 'r' in line && dropped.has(line.r) ? [] : [{ ...line, s }]
    const made = bareCall(line, asked)
    if (isSetter(line, asked) && isNothing(results.get(line.c)) && !handles.has(line.c)) {
      isElsewhere = true
      dropped.add(line.c)
      return []
    }
    const isBared = isElsewhere || made !== line || (line.target.h !== undefined && bared.has(line.target.h))
    if (isBared) bared.add(line.c)
    return [{ ...made, s }]
  })
  return bared.size === 0 ? null : { trace: traceOf(bare), bared }
}

/** The call itself if there is nothing to leave out. */
function bareCall(line: RecordedLine & RecordedCallLine, asked: AskedCalls): RecordedLine & RecordedCallLine {
  const { target, how, a, k = [], env = {}, over = [] } = line
  const variables = Object.entries(env).filter(([name]) => asked.isSpokenOf(name) || asked.wasThere(name))
  const isOverridden = how === 'extend' && over.some(name => !asked.isSpokenOf(name))
  const name = target.p.at(-1)?.split('.').at(-1) ?? ''
  const written = asked.wasThere(name) ? null : asked.parametersOf(name)
  const args = a.slice(0, written?.length)
  const named = written === null ? k : k.filter(([key]) => written.some(part => part.split(/\W/)[0] === key))
  const isLess =
    variables.length < Object.keys(env).length || isOverridden || args.length < a.length || named.length < k.length
  return isLess
    ? { ...line, how: isOverridden ? 'construct' : how, a: args, k: named, env: Object.fromEntries(variables) }
    : line
}

/** A new function that the task does not speak of. */
function isSetter({ target, how }: RecordedCallLine, asked: AskedCalls): boolean {
  const name = target.p.at(-1)
  const isFree = target.m !== undefined && how === 'apply' && name !== undefined && name !== 'default'
  return isFree && !asked.isSpokenOf(name) && !asked.wasThere(name)
}

const isNothing = (result: unknown): boolean =>
  result === null || (result as { readonly t?: unknown } | undefined)?.t === 'undefined'

/**
 * Calls that have another result than in the tests if they are made bare. The program itself decides that: it fails nowhere, and the result
 * is the same at another time and place, so it needs nothing that a test has to replace.
 */
export function bareDifferences({ trace, bared }: BareTrace, replays: readonly Replay[]): readonly Difference[] {
  const [plain, again, elsewhere] = replays.map(resultsById)
  if (!plain || !again || !elsewhere) return []
  const found: Difference[] = []
  const shown = new Set<string>()
  for (const call of trace.calls) {
    const outside = plain.get(call.id)
    if (outside === undefined || call.result === null || call.fails || call.usesFiles) continue
    if (outside !== again.get(call.id) || outside !== elsewhere.get(call.id) || 'e' in JSON.parse(outside)) continue
    if (outside === call.result) {
      // Another test shows the function bare, unless it only gives its argument back.
      if (!isArgument(call.args, outside)) shown.add(call.name)
    } else if (bared.has(call.id) && !call.isNew && !hasObjects(call, outside)) found.push({ call, outside })
  }
  return found.filter(({ call }) => !shown.has(call.name))
}

const isArgument = (args: readonly unknown[], result: string): boolean =>
  args.some(one => JSON.stringify({ v: one }) === result)
