import { type Document, isMap, isNode, isScalar, type LineCounter, type Node } from 'yaml'
import type { z } from 'zod'
import { closest } from '../../core/text/closest.ts'
import { isEarlierName, keysAt, schemaAt } from './schema.ts'
import { type ExpectedValue, expectationOf, GLOB } from './values.ts'

/** A problem in the configuration, its location, and a remedy. */
export interface ConfigProblem {
  readonly reason:
    | 'unreadable'
    | 'two-files'
    | 'not-yaml'
    | 'unknown-key'
    | 'wrong-value'
    | 'said-twice'
    | 'agent-not-available'
    | 'unknown-agent'
    | 'agent-incomplete'
  /** `pm-agent.yaml:3:5`, or the flag it came with. */
  readonly where: string
  readonly message: string
  readonly hint: string | null
}

/** The path of a setting, from the top of the file. */
export type Path = readonly PropertyKey[]

/** A document and its name, for locations. */
export interface Source {
  readonly name: string
  readonly document: Document
  readonly lines: LineCounter
}

/** The location of an offset, in the form that editors and terminals can jump to. */
export function placeAt({ name, lines }: Pick<Source, 'name' | 'lines'>, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
}

/** The location of the value at this path, or of the nearest parent. */
export function placeOfValue(source: Source, path: Path): string {
  const node = source.document.getIn(path, true)
  if (isNode(node) && node.range) return placeAt(source, node.range[0])
  return path.length === 0 ? placeAt(source, 0) : placeOfKey(source, path)
}

/** The location of the last part of this path as a key. */
export function placeOfKey(source: Source, path: Path): string {
  const parent = path.length === 1 ? source.document.contents : source.document.getIn(path.slice(0, -1), true)
  const item = isMap(parent) ? parent.items.find(pair => keyOf(pair.key) === String(path.at(-1))) : undefined
  const key = item?.key as Node | undefined
  return key?.range ? placeAt(source, key.range[0]) : placeOfValue(source, path.slice(0, -1))
}

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key)

/** The schema's findings, in our wording. */
export function problemsFrom(source: Source, value: unknown, issues: readonly z.core.$ZodIssue[]): ConfigProblem[] {
  return issues.flatMap(issue => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey(source, [...issue.path, key]))
    if (issue.code === 'invalid_key') return [wrongKey(source, issue.path)]
    if (issue.code === 'invalid_union') {
      // The alternative of the right type gives a better message than "none of them".
      const inside = issue.errors.flat().filter(one => one.code === 'unrecognized_keys' || one.path.length > 0)
      // A misspelt key is the only problem, although the right key is then missing, too.
      const misspelt = inside.filter(one => one.code === 'unrecognized_keys')
      if (inside.length > 0) {
        return problemsFrom(
          source,
          value,
          (misspelt.length > 0 ? misspelt : inside).map(one => ({ ...one, path: [...issue.path, ...one.path] })),
        )
      }
    }
    return [wrongValue(source, issue.path, valueAt(value, issue.path))]
  })
}

function unknownKey(source: Source, path: Path): ConfigProblem {
  const [key, around] = [String(path.at(-1)), path.slice(0, -1)]
  return {
    reason: 'unknown-key',
    where: placeOfKey(source, path),
    message: `there is no setting "${path.join('.')}"`,
    hint: hintFor(key, around),
  }
}

function wrongKey(source: Source, path: Path): ConfigProblem {
  return {
    reason: 'wrong-value',
    where: placeOfKey(source, path),
    message: `a key below "${path.slice(0, -1).join('.')}" must be ${GLOB}, but is ${inWords(path.at(-1))}`,
    hint: null,
  }
}

function hintFor(key: string, around: Path): string {
  const here = keysAt(around)
  const meant = closest(key, here)
  if (meant !== null) return `did you mean "${meant}"?`
  const home = keysAt([]).find(section => keysAt([section]).includes(key))
  if (around.length === 0 && home !== undefined) return `"${key}" belongs below "${home}"`
  if (around.length > 0 && keysAt([]).includes(key)) return `"${key}" belongs at the top of the file`
  return `settings here are ${here.filter(name => !isEarlierName(name)).join(', ')}`
}

function wrongValue(source: Source, path: Path, value: unknown): ConfigProblem {
  const schema = schemaAt(path)
  const expected: ExpectedValue = schema === null ? { expects: 'something else' } : expectationOf(schema)
  const subject = path.length === 0 ? 'the file' : `"${path.join('.')}"`
  return {
    reason: 'wrong-value',
    where: value === undefined ? placeOfKey(source, path) : placeOfValue(source, path),
    message: `${subject} must be ${expected.expects}, but is ${inWords(value)}`,
    hint: valueHint(expected, value),
  }
}

function valueHint({ expects, choices }: ExpectedValue, value: unknown): string | null {
  if (choices && typeof value === 'string') {
    const meant = closest(value, choices)
    return meant === null ? null : `did you mean "${meant}"?`
  }
  const isBare = typeof value === 'number' || typeof value === 'boolean'
  return expects === 'text' && isBare ? `put it in quotes: "${value}"` : null
}

function inWords(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value === 'string') return value === '' ? 'empty' : `"${value}"`
  return String(value)
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value
  for (const part of path) current = (current as Record<PropertyKey, unknown> | null | undefined)?.[part]
  return current
}
