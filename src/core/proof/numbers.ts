import type { NumericFormat } from '../settings/gate-settings.ts'

/** Values by their path: `a.b[2]`, `row 3, price`, `line 2, number 1`. Other text is compared literally. */
export type Values = ReadonlyMap<string, number | string>

export interface Tolerance {
  readonly absolute: number
  readonly relative: number
}

/** A value that differs from the reference; undefined if it is missing. */
export interface NumericDifference {
  readonly path: string
  readonly expected: number | string | undefined
  readonly actual: number | string | undefined
}

/** The values of a text; null if it is not in that format. */
export function readValues(text: string, format: NumericFormat): Values | null {
  switch (format) {
    case 'json':
      return readJson(text)
    case 'csv':
      return readCsv(text)
    case 'stdout':
      return readText(text)
  }
}

function readJson(text: string): Values | null {
  const values = new Map<string, number | string>()
  const add = (path: string, value: unknown): void => {
    if (typeof value === 'number') values.set(path || '(top)', value)
    else if (Array.isArray(value)) for (const [at, item] of value.entries()) add(`${path}[${at}]`, item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) add(path ? `${path}.${key}` : key, item)
    else values.set(path || '(top)', typeof value === 'string' ? numberIn(value) : String(value))
  }
  try {
    // Many programs print NaN and Infinity, although JSON does not allow them.
    add('', JSON.parse(text.replace(/(?<=[[:,\s])(-?(?:NaN|Infinity))(?=\s*[,\]}\s]|$)/g, '"$1"')))
    return values
  } catch {
    return null
  }
}

function readCsv(text: string): Values | null {
  const rows = text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .map(line => line.split(',').map(cell => cell.trim().replace(/^"(.*)"$/, '$1')))
  const [first] = rows
  if (!first) return null
  // A first row without numbers is the header.
  const named = first.every(cell => typeof numberIn(cell) === 'string')
  const values = new Map<string, number | string>()
  for (const [at, row] of (named ? rows.slice(1) : rows).entries())
    for (const [column, cell] of row.entries())
      values.set(`row ${at + 1}, ${(named && first[column]) || `column ${column + 1}`}`, numberIn(cell))
  return values
}

const NUMBER = /[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|\bnan\b|\binf(?:inity)?\b)/gi

function readText(text: string): Values {
  const values = new Map<string, number | string>()
  for (const [at, line] of text.trimEnd().split(/\r?\n/).entries()) {
    for (const [count, [found]] of [...line.matchAll(NUMBER)].entries())
      values.set(`line ${at + 1}, number ${count + 1}`, numberIn(found))
    values.set(`line ${at + 1}, words`, line.replace(NUMBER, '#').replace(/\s+/g, ' ').trim())
  }
  return values
}

function numberIn(text: string): number | string {
  const plain = text.trim()
  if (/^[-+]?nan$/i.test(plain)) return Number.NaN
  if (/^[-+]?inf(inity)?$/i.test(plain))
    return plain.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text
}

/** All differences between two sets of values: in the order of the reference, then additional values. */
export function compareValues(reference: Values, actual: Values, tolerance: Tolerance): readonly NumericDifference[] {
  const differences: NumericDifference[] = []
  for (const [path, expected] of reference) {
    const found = actual.get(path)
    if (found === undefined || !isNear(expected, found, tolerance)) differences.push({ path, expected, actual: found })
  }
  for (const [path, found] of actual)
    if (!reference.has(path)) differences.push({ path, expected: undefined, actual: found })
  return differences
}

/** NaN is never near, even if the reference is NaN: a reference that is not a number shows nothing. */
function isNear(expected: number | string, actual: number | string, { absolute, relative }: Tolerance): boolean {
  if (typeof expected === 'string' || typeof actual === 'string') return expected === actual
  if (expected === actual) return true
  if (!Number.isFinite(expected)) return false
  return Math.abs(expected - actual) <= Math.max(absolute, relative * Math.abs(expected))
}

/** One difference in words. */
export function differenceWords({ path, expected, actual }: NumericDifference): string {
  if (actual === undefined) return `${path}: missing; the reference says ${expected}`
  if (expected === undefined) return `${path}: ${actual}, which the reference does not have`
  if (typeof actual === 'number' && Number.isNaN(actual)) return `${path}: NaN instead of ${expected}`
  if (typeof expected === 'number' && Number.isNaN(expected))
    return `${path}: the reference says NaN, which nothing is equal to`
  const off =
    typeof actual === 'number' && typeof expected === 'number' ? ` (off by ${Math.abs(actual - expected)})` : ''
  return `${path}: ${actual} instead of ${expected}${off}`
}
