import type { ReferenceValue } from '../plan/plan.ts'
import { compareValues, differenceWords, readValues } from '../proof/numbers.ts'

/** A value as a criterion writes it: always with its tolerance, so that it is compared and not only read. */
export function referenceText({ path, expected, absolute, relative }: ReferenceValue): string {
  const tolerance = relative > 0 ? `${relative * 100}%` : String(absolute)
  return `${path === '' ? '' : `${path} = `}${expected} ± ${tolerance}`
}

/** What is wrong with a value of this text; null if it is near its reference. */
export function referenceProblem(reference: ReferenceValue, text: string | null): string | null {
  const { path, expected, absolute, relative, file } = reference
  const name = path || file || 'the first number'
  const actual = text === null ? undefined : valueIn(text, path)
  const [difference] = compareValues(
    new Map([[name, expected]]),
    new Map(actual === undefined ? [] : [[name, actual]]),
    { absolute, relative },
  )
  return difference ? differenceWords(difference) : null
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i

/** A value of a JSON document by its path, else the first number after its name, else the first number. */
function valueIn(text: string, path: string): number | string | undefined {
  const found = path === '' ? undefined : readValues(text, 'json')?.get(path)
  if (found !== undefined) return found
  const from = path === '' ? 0 : placeOf(path, text)
  if (from < 0) return undefined
  const number = NUMBER.exec(text.slice(from + path.length))?.[0]
  return number === undefined ? undefined : Number(number)
}

/** The first place of a name that is no part of a longer one: `n` is not in `energy`. */
function placeOf(name: string, text: string): number {
  const isPart = (letter: string): boolean => /[\p{L}\p{N}_]/u.test(letter)
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + name.length))) return at
  return -1
}
