/** Arguments of probes: values of the tests, others near them, and plain ones. */

import { literalsIn } from '../../syntax/literal-tokens.ts'
import { rearranged } from '../by-rote.ts'

export interface ProbeValues {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
}

const TEXTS_MAX = 6
/** A function is called with a few texts. */
const NEAR_MAX = 2
const NEIGHBOURS_MAX = 2
const TEXT_LENGTH_MAX = 200
const NUMBERS_MAX = 5
/** A larger number may be a size or a count. */
const NUMBER_MAX = 10_000

export function probeValues(tests: readonly string[]): ProbeValues {
  const found = [...new Set(tests.flatMap(text => literalsIn(text)).map(({ value }) => value))]
  const numbers = found.filter(value => /^-?\d+$/.test(value)).map(Number)
  const texts = found.filter(value => !/^-?\d|^(true|false|null|None|True|False)$/.test(value))
  const given = texts.filter(text => isPlain(text) && !namesAPlace(text)).slice(0, TEXTS_MAX)
  const near = given.filter(text => rearranged(text).length > 0).slice(0, NEAR_MAX)
  return {
    texts: [
      ...near.flatMap(text => [text, ...rearranged(text).slice(0, NEIGHBOURS_MAX)]),
      ...given.filter(text => !near.includes(text)),
      'Two Words',
      'a-b_c 9',
      '',
    ],
    numbers: [...numbers.filter(value => Math.abs(value) <= NUMBER_MAX).slice(0, NUMBERS_MAX), 0, 1, 7, 100],
  }
}

/** Written alike in all languages. */
const isPlain = (text: string): boolean =>
  text.length <= TEXT_LENGTH_MAX && /^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(text) && !/[\\"%{}]/.test(text)

/** A place outside of the folder: a changed function may delete or write what it is given, and no test gave this one to it. */
const namesAPlace = (text: string): boolean =>
  /^([/~$]|[a-z]:)/i.test(text) || text.split('/').includes('..') || text.includes('://')

/** A number for an integer of a type: small types hold small ones, and some only those above zero. */
export function integerOf(type: string, value: number): string {
  const isSmall = type === 'byte' || (type.endsWith('8') && !type.endsWith('128'))
  const fits = isSmall ? Math.min(Math.abs(value), 100) : value
  return String(type.startsWith('u') || type === 'byte' || type === 'rune' ? Math.abs(fits) : fits)
}
