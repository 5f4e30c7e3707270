/**
 * Examples are obligations: a call with its result in the words of a task, as in `slug("A b")` → `"a-b"`, is made in a
 * plain process and has to give that result.
 */

import type { GateResult } from '../../../core/proof/receipt.ts'
import { parsedJson } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import { wordsOf } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { commandGate } from '../gate-result.ts'
import { isNode, type Node, parseScript } from '../syntax/javascript/parse.ts'
import { instrumentsWith, type WitnessInstrument } from './instruments.ts'
import type { Replay, ReplayStep } from './trace.ts'
import { callText, outcomeText } from './values-as-text.ts'

/** A call and its result as a task spells them out. */
export interface Example {
  readonly name: string
  readonly args: readonly unknown[]
  /** Encoded like results of a replay. */
  readonly expected: string
}

const GATE = 'examples'
const MINUTES = 2
const FILES_MAX = 30

/** Null if the task spells out no call of a function in a changed file. */
export async function examplesGate(on: Case): Promise<GateResult | null> {
  const examples = (await Promise.all(wordsOf(on.contract.task).map(examplesIn))).flat()
  const changed = on.draft.changes.filter(({ path, status }) => status !== 'deleted' && !isTest(on, path))
  const instrument = instrumentsWith(on.ports.runners.witness).find(({ isTest: reads }) =>
    changed.some(({ path }) => reads(path)),
  )
  if (examples.length === 0 || !instrument) return null
  const modules = changed
    .map(({ path }) => path)
    .filter(instrument.isTest)
    .slice(0, FILES_MAX)
  const calls = examples.flatMap(example => modules.map(module => ({ example, module })))
  const steps = calls.flatMap(({ example, module }, at) => stepsOf(instrument, example, module, at))
  const traces = [{ calls: [], steps, unrepeatable: 0, head: { paths: ['src'], exe: 'python3' }, lines: [] }]
  const wish = { command: instrument.command, tools: instrument.tools(traces), minutes: MINUTES }
  const outcome = await on.bench.fresh(on.layouts.asSubmitted, wish, 'criteria')
  const [first, second] = parsedJson<readonly (readonly Replay[])[]>(outcome.report)?.[0] ?? []
  // Several modules may have a function of this name: one of them has to be meant.
  const seen = examples.flatMap(example => {
    const results = calls.flatMap(({ example: of }, at) => {
      const [one, again] = [resultOf(first, at), resultOf(second, at)]
      return of === example && one !== null && one === again ? [one] : []
    })
    const right = results.find(result => isSame(JSON.parse(example.expected), JSON.parse(result)))
    return results.length === 0 ? [] : [{ example, result: right ?? results[0]!, holds: right !== undefined }]
  })
  if (seen.length === 0) return null
  const run = { command: instrument.command, outcome }
  const wrong = seen.filter(({ holds }) => !holds)
  if (wrong.length === 0) {
    const words = `${plural(seen.length, 'example of the task holds', 'examples of the task hold')} in a plain process`
    return commandGate(GATE, run, { verdict: 'passed', words })
  }
  return commandGate(GATE, run, {
    verdict: 'failed',
    words: [
      'Examples in the words of the task do not hold:',
      ...wrong.map(
        ({ example, result }) =>
          `${callText(example.name, example.args, false)} ${outcomeText(result)}; the task says that it ${outcomeText(example.expected)}`,
      ),
    ].join('\n'),
    lines: [],
  })
}

function stepsOf(
  instrument: WitnessInstrument,
  { name, args }: Example,
  path: string,
  at: number,
): readonly ReplayStep[] {
  const module =
    instrument.name === 'javascript'
      ? path
      : path
          .replace(/^src\//, '')
          .replace(/(\/__init__)?\.py$/, '')
          .replaceAll('/', '.')
  const call = { c: at, target: { m: module, p: [name] }, how: 'apply', a: args } as const
  return instrument.name === 'javascript' ? [call, { settle: at }] : [call]
}

/** The encoded result of a call, after it has settled; null if the function is not there. */
function resultOf(replay: Replay | undefined, id: number): string | null {
  const found = replay?.results?.findLast(one => one.id === id)
  if (!found || found.lost !== undefined) return null
  return JSON.stringify(found.e === undefined ? { v: found.v } : { e: found.e })
}

const CLOSE = 1e-9

/** Whether two encoded values are the same for a reader: the order of keys and the last digits do not matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= CLOSE * Math.max(Math.abs(one), Math.abs(other))
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isSame(item, other[at]))
    )
  return isSame(entriesOf(one), entriesOf(other))
}

/** Entries of an encoded object or of a list, by key; a tuple is a list. */
function entriesOf(value: object): readonly unknown[] {
  const { t, v } = value as { readonly t?: string; readonly v?: unknown }
  if (t === 'array' || t === 'tuple') return ['array', v]
  const entries = t === 'object' ? (v as readonly (readonly [string, unknown])[]) : Object.entries(value)
  return entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

/** Between a call and its result: an arrow, a sign, or one verb. English has few of them, and a wrong one would be an invented obligation. */
const GIVES =
  /^[\s,]*(?:→|->|=>|={1,3}|:|(?:should |must |has to |will )?(?:returns?|gives?|is|be|becomes?|equals?|yields?))\s*$/i
const SPAN = /`([^`]+)`|"((?:[^"\\]|\\.)*)"/g

/** The examples in a sentence. */
export async function examplesIn(sentence: string): Promise<readonly Example[]> {
  const spans = [...sentence.matchAll(SPAN)].map(match => ({
    start: match.index,
    end: match.index + match[0].length,
    code: match[1] ?? match[0],
  }))
  const found: Example[] = []
  for (const [at, { code, end }] of spans.entries()) {
    const sides = code.split(/→|->|=>|={2,3}/)
    const next = spans[at + 1]
    const isFollowed = next !== undefined && GIVES.test(sentence.slice(end, next.start))
    const isClear = isFollowed && !(await isValue(spans[at + 2]?.code))
    const pair = sides.length === 2 ? sides : isClear ? [code, next.code] : null
    const example = pair && (await exampleOf(pair[0]!, pair[1]!))
    if (example) found.push(example)
  }
  return found
}

/** Of two values after a call, as in "gives `0.5` instead of `0.05`", only words tell which one is wanted. */
async function isValue(code: string | undefined): Promise<boolean> {
  const found = code === undefined ? null : await expressionIn(code)
  return found !== null && dataOf(found) !== null
}

async function exampleOf(call: string, result: string): Promise<Example | null> {
  const [made, expected] = [await expressionIn(call), await expressionIn(result)]
  if (made?.type !== 'CallExpression' || !isNode(made.callee) || made.callee.type !== 'Identifier') return null
  const args = (made.arguments as readonly Node[]).map(dataOf)
  const value = expected && dataOf(expected)
  if (!value || args.some(one => one === null)) return null
  return {
    name: made.callee.name as string,
    args: args.map(one => one!.data),
    expected: JSON.stringify({ v: value.data }),
  }
}

async function expressionIn(code: string): Promise<Node | null> {
  const script = await parseScript(`(${code.trim()})`, 'example.js')
  const [statement] = (script?.program.body ?? []) as readonly Node[]
  return statement?.type === 'ExpressionStatement' && isNode(statement.expression) ? statement.expression : null
}

/** A written value, encoded like the results of a replay; null if it contains code. */
function dataOf(node: Node): { readonly data: unknown } | null {
  switch (node.type) {
    case 'StringLiteral':
    case 'BooleanLiteral':
    case 'NumericLiteral':
      return { data: node.value }
    case 'NullLiteral':
      return { data: null }
    case 'UnaryExpression': {
      const inner = isNode(node.argument) && node.operator === '-' ? dataOf(node.argument) : null
      return typeof inner?.data === 'number' && inner.data !== 0 ? { data: -inner.data } : null
    }
    case 'ArrayExpression': {
      const items = (node.elements as readonly unknown[]).map(one => (isNode(one) ? dataOf(one) : null))
      return items.some(one => one === null) ? null : { data: { t: 'array', v: items.map(one => one!.data) } }
    }
    case 'ObjectExpression': {
      const entries = (node.properties as readonly Node[]).map(one => {
        const key = isNode(one.key) ? one.key : null
        const name = key?.type === 'Identifier' ? key.name : key?.type === 'StringLiteral' ? key.value : null
        const value = one.type === 'ObjectProperty' && !one.computed && isNode(one.value) ? dataOf(one.value) : null
        return name === null || value === null ? null : [name, value.data]
      })
      return entries.includes(null) ? null : { data: { t: 'object', v: entries } }
    }
    default:
      return null
  }
}
