import { shellWord } from '../../core/text/shell-word.ts'
import type { SuiteLaunch } from '../../ports.ts'
import type { Word } from './command-line.ts'
import type { Invocation } from './invocation.ts'

/** A runner's arguments, classified. */
export interface ArgumentRules {
  /** Options whose value may be the next argument. */
  readonly withValue: ReadonlySet<string>
  /** Options that we set ourselves, or that could make a failing suite pass; dropped together with their value. */
  readonly dropped: ReadonlySet<string>
}

export interface Arguments {
  /** All kept arguments, in order. */
  readonly whole: readonly Word[]
  /** The same without paths. */
  readonly options: readonly Word[]
  /** Files, folders and patterns named by the project's own command. */
  readonly places: readonly Word[]
}

/** Classifies a runner's arguments. A word that could be the value of an unknown option stays with it. */
export function sortArguments(words: readonly Word[], rules: ArgumentRules): Arguments {
  const whole: Word[] = []
  const options: Word[] = []
  const places: Word[] = []
  let isEnd = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word.value === '--' && !isEnd) {
      isEnd = true
    } else if (isEnd || !word.value.startsWith('-')) {
      const before = whole.at(-1)
      const isValue = !isEnd && before === words[at - 1] && options.at(-1) === before && couldTake(before, word, rules)
      whole.push(word)
      ;(isValue ? options : places).push(word)
    } else {
      const name = word.value.replace(/=.*$/s, '')
      const takesNext = !word.value.includes('=') && rules.withValue.has(name) && at + 1 < words.length
      const kept = rules.dropped.has(name) ? [] : [word, ...(takesNext ? [words[at + 1]!] : [])]
      whole.push(...kept)
      options.push(...kept)
      if (takesNext) at++
    }
  }
  return { whole, options, places }
}

const couldTake = (option: Word | undefined, word: Word, { withValue }: ArgumentRules): boolean =>
  option !== undefined && /^-[^=]*$/.test(option.value) && !withValue.has(option.value) && !/[/.*]/.test(word.value)

/** A time zone far from most users', and byte-wise sorting. */
const ELSEWHERE = ['TZ=Pacific/Kiritimati', 'LC_ALL=C']

/** One shell command: preparation, then the runner with its variables. */
export function commandOf(
  { before, env, isScript }: Invocation,
  how: SuiteLaunch,
  parts: { readonly env?: readonly string[]; readonly words: readonly string[] },
): string {
  const variables = [...env, ...(parts.env ?? []), ...(how.shuffled === undefined ? [] : ELSEWHERE)]
  // Scripts of a manifest, and the tests they start, find the programs of their packages by name.
  const path = isScript ? ['export PATH="$PWD/node_modules/.bin:$PATH"'] : []
  return [...path, ...before, [...variables, ...parts.words].join(' ')].join(' && ')
}

/** Absolute, so that a name is never taken for a pattern that matches other files too. */
export const absolute = (path: string): string => `"$PWD"/${shellWord(path)}`
