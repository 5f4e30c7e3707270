/** Calls in the words of a task: the names that it mentions, and the number of arguments that it writes. */

import { asWord, literal } from '../../../core/text/pattern.ts'
import { wordsOf } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { searchedTexts } from '../change/changed-files.ts'
import { isTest } from '../change/test-files.ts'
import { isProse } from '../syntax/language.ts'

export interface AskedCalls {
  /** The task speaks of this name. */
  isSpokenOf(name: string): boolean
  /** The names between the brackets of a call of this name in the task; null if it writes none, or any number. */
  parametersOf(name: string): readonly string[] | null
  /** The program had this name before the change. */
  wasThere(name: string): boolean
}

export async function askedCalls(on: Case): Promise<AskedCalls> {
  const words = [...wordsOf(on.contract.task), ...on.contract.mustNot].join('\n')
  const found = await searchedTexts(on, on.layouts.base, path => !isTest(on, path) && !isProse(path))
  const texts = [...found.values()].join('\n')
  return {
    isSpokenOf: name => asWord(name).test(words),
    parametersOf: name => parametersIn(words, name),
    wasThere: name => asWord(name).test(texts),
  }
}

/** Of several calls of a name, the longest decides. */
export function parametersIn(words: string, name: string): readonly string[] | null {
  const found = [...words.matchAll(new RegExp(`(?<![\\w$])${literal(name)}\\(`, 'g'))].map(match =>
    betweenBrackets(words, match.index + match[0].length),
  )
  const longest = found.toSorted((one, other) => (other?.length ?? 0) - (one?.length ?? 0))[0]
  return !longest || found.includes(null) || longest.some(part => /^(\.\.\.|\*|…)|\.\.\.$/.test(part)) ? null : longest
}

/** The parts of a list up to its closing bracket; null if it does not end on its line. */
function betweenBrackets(words: string, from: number): readonly string[] | null {
  const parts = ['']
  let depth = 0
  for (const char of words.slice(from)) {
    if (char === '\n') return null
    if (depth === 0 && char === ')') return parts.map(part => part.trim()).filter(Boolean)
    if ('([{'.includes(char)) depth++
    if (')]}'.includes(char)) depth--
    if (depth === 0 && char === ',') parts.push('')
    else parts[parts.length - 1] += char
  }
  return null
}
