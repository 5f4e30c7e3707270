/**
 * A program that knows the inputs of its tests by rote gives others back as they are, or has one answer for all. Texts that a test or a
 * criterion passes are put together in other ways, which keeps every part that a program may look for; if none of them matters, it is a question.
 */
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { commandGate, questionFor } from '../gate-result.ts'
import { instrumentsOf } from '../instruments/instruments.ts'
import { isGreen } from '../suite/bench.ts'
import { type RecordedCall, type RecordedLine, type Replay, resultsById, type Trace, traceOf } from './trace.ts'
import { callText, outcomeText } from './values-as-text.ts'

const CALLS_MAX = 3

/** Other texts of the same parts; none for a text of one part that may be a name. A number beside it may be a length, so one is as long. */
export function rearranged(text: string, isName = true): readonly string[] {
  const parts = text.trim().split(/\s+/)
  if ((isName && parts.length < 2) || !/\p{L}/u.test(text)) return []
  const found = [`${text} ${text}`, parts.toReversed().join(' '), `Two ${text}`, `${text} 7`]
  return [...found, ...(isName ? [] : [inOtherLetters(text)])].filter(one => one !== text)
}

const inOtherLetters = (text: string): string =>
  text.replace(/[a-y]/gi, letter => String.fromCharCode(letter.charCodeAt(0) + 1))

/** Calls of functions with other texts than in the tests. */
export interface RoteTrace {
  readonly trace: Trace
  /** The text that each call passes, and the result that the test had with its own text. */
  readonly texts: ReadonlyMap<number, { readonly text: string; readonly tested: RecordedCall }>
}

/** Null if no test passes a text that comes back as another one. */
export function roteTrace({ lines, calls }: Trace): RoteTrace | null {
  const texts = new Map<number, { readonly text: string; readonly tested: RecordedCall }>()
  const told = calls.flatMap(call => textIn(call) ?? [])
  const made = lines.flatMap((line): readonly RecordedLine[] => {
    const one = 'c' in line ? told.find(({ call }) => call.id === line.c) : undefined
    if (!one || !('c' in line)) return 'head' in line ? [line] : []
    return rearranged(one.text, isAlone(one.call)).flatMap(text => {
      const id = texts.size
      texts.set(id, { text, tested: one.call })
      const result = {
        r: id,
        ...(lines.some(end => 'r' in end && end.r === line.c && end.later) ? { later: true as const } : {}),
      }
      return [
        { ...line, c: id, a: line.a.map(value => (value === one.text ? text : value)) },
        { ...result, s: line.s },
      ]
    })
  })
  return texts.size === 0 ? null : { trace: traceOf(made), texts }
}

/** The text of a call of a free function that gives another text; null for other calls. */
function textIn(call: RecordedCall): { readonly call: RecordedCall; readonly text: string } | null {
  const text = call.args.find(
    (one): one is string => typeof one === 'string' && rearranged(one, isAlone(call)).length > 0,
  )
  const result = call.result === null ? null : (JSON.parse(call.result) as { readonly v?: unknown }).v
  const isTelling = call.module !== null && !call.isNew && typeof result === 'string' && result !== text
  return text !== undefined && isTelling ? { call, text } : null
}

/** A name is looked up; a text beside a number is worked on. */
const isAlone = ({ args }: RecordedCall): boolean => !args.some(one => typeof one === 'number')

/** A call of each function that gives every other text back unchanged, or has the result of its tests for every other text. */
export function unchangedTexts({ trace, texts }: RoteTrace, replays: readonly Replay[]): readonly string[] {
  const results = resultsById(replays[0])
  return [...Map.groupBy(trace.calls, ({ module, name }) => `${module} ${name}`).values()].flatMap(calls => {
    const [first] = calls
    const isUnchanged = calls.every(({ id }) => results.get(id) === JSON.stringify({ v: texts.get(id)?.text }))
    const [only, ...others] = new Set(calls.flatMap(({ id }) => [results.get(id), texts.get(id)?.tested.result]))
    const isConstant = only !== undefined && others.length === 0 && calls.every(call => !isAlone(call))
    return (isUnchanged || isConstant) && first
      ? [`${callText(first.name, first.args, false)} ${outcomeText(results.get(first.id)!)}`]
      : []
  })
}

/** The same for criteria with a command that passes a text. Null if none of them gives other texts back. */
export async function roteGate(on: Case, went: readonly string[]): Promise<GateResult | null> {
  const criteria = on.contract.criteria.filter(({ id }) => went.includes(`criterion:${id}`))
  for (const { check } of criteria.slice(0, CALLS_MAX)) {
    if (check?.expect.is !== 'stdout') continue
    const text = quotedIn(check.command).find(one => rearranged(one).length > 0)
    if (text === undefined || check.expect.text.trim() === text.trim()) continue
    const { tree } = await instrumentsOf(on, check.command)
    for (const [at, other] of rearranged(text).entries()) {
      const command = check.command.replaceAll(text, other)
      const outcome = await on.bench.run(tree, command, 'criteria')
      if (!isGreen(outcome) || outcome.stdout.trim() !== other.trim()) break
      if (at < rearranged(text).length - 1) continue
      return commandGate(
        'rote',
        { command, outcome },
        {
          ...questionFor(on),
          words: `The program may only know the input of the criterion \`${check.command}\`: it prints others unchanged, such as "${other}".`,
        },
      )
    }
  }
  return null
}

/** Quoted texts of a command, without code. */
const quotedIn = (command: string): readonly string[] =>
  [...command.matchAll(/(["'])([^"'`$\\{}<>|]*)\1/g)].map(match => match[2]!)
