import { jsonLines } from '../../../core/text/json-text.ts'

/** Calls of tests into the program as they were recorded, and their comparison with a replay. */

/** A value as data that both sides encode alike. */
type Data = unknown

/** The function that was called: an export of a module, or a member of the result of an earlier call. */
interface Target {
  readonly m?: string
  readonly h?: number
  readonly p: readonly string[]
}

/** One line of a recording: a call, or its result. */
export type RecordedLine = { readonly s: string } & (
  | RecordedCallLine
  | { readonly r: number; readonly later?: true; readonly v?: Data; readonly e?: Data }
  /** Python: its search path and interpreter. */
  | ({ readonly head: true } & TraceHead)
)

export interface RecordedCallLine {
  readonly c: number
  readonly target: Target
  readonly how: 'apply' | 'construct' | 'extend'
  /** An argument that is no data is `CODE`. */
  readonly a: readonly Data[]
  /** Python: arguments by name. */
  readonly k?: readonly (readonly [string, Data])[]
  /** Methods that a class of the test overrides. */
  readonly over?: readonly string[]
  /** An argument names a file that existed. */
  readonly files?: true
  /** The test waited for something since the call before. */
  readonly waited?: true
  /** Variables that the test set. */
  readonly env?: Readonly<Record<string, string | null>>
  /** The time, if the test replaced the clock. */
  readonly now?: number
  /** The test replaced something else that the program may use. */
  readonly other?: true
}

/** The test replaces modules of the program: its calls have other results in a plain process. */
export const MOCKED = 'mocked:'

const isCode = (data: Data): boolean => (data as { readonly t?: unknown } | null)?.t === 'code'

interface TraceHead {
  readonly paths: readonly string[]
  readonly exe: string
}

export interface RecordedCall {
  readonly id: number
  /** `src/slug.js` or null for a member of an earlier result. */
  readonly module: string | null
  readonly name: string
  readonly args: readonly Data[]
  readonly isNew: boolean
  /** The encoded result; null if the call did not end. */
  readonly result: string | null
  readonly fails: boolean
  readonly usesFiles: boolean
}

/** A step of the replay. */
export type ReplayStep = Omit<RecordedCallLine, 'over'> | { readonly settle: number }

export interface Trace {
  readonly calls: readonly RecordedCall[]
  readonly steps: readonly ReplayStep[]
  /** Calls that cannot be repeated: an argument is not data, or the test replaced what the program uses. */
  readonly unrepeatable: number
  readonly head: TraceHead | null
  readonly lines: readonly RecordedLine[]
}

/** The results of one replay by call; null if the process failed. */
export interface Replay {
  readonly results?: readonly { readonly id: number; readonly v?: Data; readonly e?: Data; readonly lost?: string }[]
  readonly problem?: string
}

/** Traces of a recording, one per test file. */
export function readTraces(text: string): readonly Trace[] {
  const lines = jsonLines<RecordedLine>(text)
  return [...new Set(lines.map(({ s }) => s))].map(stream => traceOf(lines.filter(({ s }) => s === stream)))
}

export function traceOf(lines: readonly RecordedLine[]): Trace {
  const ends = new Map(lines.flatMap(line => ('r' in line ? [[line.r, line] as const] : [])))
  const calls: RecordedCall[] = []
  const steps: ReplayStep[] = []
  const names = new Map<number, string>()
  const unknown = new Set<number>()
  let unrepeatable = 0
  let head: TraceHead | null = null
  for (const line of lines) {
    if ('head' in line) {
      head = { paths: line.paths, exe: line.exe }
      continue
    }
    if ('r' in line) {
      if (line.later) steps.push({ settle: line.r })
      continue
    }
    const { c, target, how, a, k = [] } = line
    const name = [...(target.m === undefined ? [names.get(target.h!) ?? 'it'] : []), ...target.p].join('.')
    names.set(c, how === 'construct' ? `new ${name}()` : `${name}()`)
    const hasCode = [...a, ...k.map(([, value]) => value)].some(isCode)
    const isUnknown = target.h !== undefined && unknown.has(target.h)
    if (hasCode || isUnknown || line.other || how === 'extend' || line.s.startsWith(MOCKED)) {
      unrepeatable++
      // Its effect on the object is unknown outside: a server that listens, a subscriber.
      if (target.h !== undefined) unknown.add(target.h)
      continue
    }
    const end = ends.get(c)
    calls.push({
      id: c,
      module: target.m ?? null,
      name,
      args: a,
      isNew: how === 'construct',
      result: end ? resultText(end) : null,
      fails: end !== undefined && 'e' in end,
      usesFiles: line.files ?? false,
    })
    const { s: _, ...step } = line
    steps.push(step)
  }
  return { calls, steps, unrepeatable, head, lines }
}

const resultText = ({ v, e }: { readonly v?: Data; readonly e?: Data }): string =>
  JSON.stringify(e === undefined ? { v } : { e })

/** A call with another result in a plain process. */
export interface Difference {
  readonly call: RecordedCall
  readonly outside: string
}

export interface TraceComparison {
  readonly same: number
  readonly differs: readonly Difference[]
  /** The same as in the tests here and now, and another result at another time and place. */
  readonly drifts: readonly Difference[]
  readonly unrepeatable: number
  readonly problem: string | null
}

/** Compares recorded results with three replays: twice in a plain process, and at another time and place. */
export function compareTrace(trace: Trace, [first, second, elsewhere]: readonly Replay[]): TraceComparison {
  const problem = first?.problem ?? second?.problem ?? null
  if (!first?.results || !second?.results)
    return { same: 0, differs: [], drifts: [], unrepeatable: trace.calls.length + trace.unrepeatable, problem }
  const [plain, again, other] = [first, second, elsewhere].map(resultsById)
  const differs: Difference[] = []
  const drifts: Difference[] = []
  let same = 0
  let lost = trace.unrepeatable
  for (const call of trace.calls) {
    const outside = plain!.get(call.id)
    if (call.result === null || outside === undefined || outside !== again!.get(call.id)) lost++
    // A test made the file that the call needs, and it is gone.
    else if (outside !== call.result && (call.usesFiles || hasObjects(call, outside))) lost++
    else if (outside !== call.result) differs.push({ call, outside })
    else {
      same++
      const there = other?.get(call.id)
      if (there !== undefined && there !== outside) drifts.push({ call, outside: there })
    }
  }
  return { same, differs, drifts, unrepeatable: lost, problem: loadProblemOf(first) }
}

/** Objects lose their identity on the way, and a program may go by it: a difference then shows nothing. */
export const hasObjects = ({ args, result }: RecordedCall, outside: string): boolean =>
  OBJECTS.some(mark => JSON.stringify(args).includes(mark)) ||
  [result ?? '', outside].some(said => said.includes(REFERENCE))

/** As values are encoded. */
export const INSTANCE = '"t":"instance"'
export const REFERENCE = '"t":"ref"'
const OBJECTS = [INSTANCE, REFERENCE, '"t":"object"']

export const resultsById = (replay: Replay | undefined): ReadonlyMap<number, string> =>
  new Map((replay?.results ?? []).flatMap(one => (one.lost === undefined ? [[one.id, resultText(one)]] : [])))

/** Why a module of the program could not be loaded; null if all were. */
export const loadProblemOf = (replay: Replay | undefined): string | null =>
  replay?.results?.find(({ lost }) => lost?.startsWith('load: '))?.lost?.slice('load: '.length) ?? null

/** Problems of loading that are gone in other replays of the same calls. */
export const solvedProblems = (
  replays: readonly (readonly Replay[])[],
  others: readonly (readonly Replay[])[],
): readonly string[] =>
  replays.flatMap(([plain], at) => {
    const [problem, other] = [loadProblemOf(plain), others[at]?.[0]]
    return problem !== null && other && loadProblemOf(other) === null ? [problem] : []
  })
