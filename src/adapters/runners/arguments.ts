import type { SuiteLaunch } from '../../ports.ts'
import { quote, type Word } from './command-line.ts'
import type { Invocation } from './invocation.ts'

/** What a runner's own arguments mean to us. */
export interface ArgumentRules {
  /** Options whose value may be the next word. */
  readonly withValue: ReadonlySet<string>
  /** Options that are ours to say, or that would let a red suite look green; dropped together with their value. */
  readonly dropped: ReadonlySet<string>
}

export interface Arguments {
  readonly options: readonly Word[]
  /** Files, folders and patterns that the project's own command names. */
  readonly places: readonly Word[]
  /** What stands after `--`, for the program below. */
  readonly passed: readonly Word[]
}

/** Sorts a runner's arguments. */
export function sortArguments(words: readonly Word[], rules: ArgumentRules): Arguments {
  const end = words.findIndex(({ value }) => value === '--')
  const own = end === -1 ? words : words.slice(0, end)
  const options: Word[] = []
  const places: Word[] = []
  for (let at = 0; at < own.length; at++) {
    const word = own[at]!
    if (!word.value.startsWith('-')) {
      places.push(word)
      continue
    }
    const name = word.value.replace(/=.*$/s, '')
    const takesNext = !word.value.includes('=') && rules.withValue.has(name) && at + 1 < own.length
    if (!rules.dropped.has(name)) options.push(word, ...(takesNext ? [own[at + 1]!] : []))
    if (takesNext) at++
  }
  return { options, places, passed: end === -1 ? [] : words.slice(end + 1) }
}

/** Noon comes a day earlier there than at home for most, and words are sorted by bytes. */
const ELSEWHERE = ['TZ=Pacific/Kiritimati', 'LC_ALL=C']

/** One shell command: what comes before, then the runner with its variables. */
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

/** Absolute, so that a name is never taken for a pattern that fits other files too. */
export const absolute = (path: string): string => `"$PWD"/${quote(path)}`
