/**
 * Work that a task asks for by name: "Add `truncate(text, max)`", "Rename `sub` to `subtract`", "Remove the unused `sub`". It is read once,
 * when the contract is made. The names have to be there or gone, and tests of what goes may go with it.
 */
import { requestOf } from './intent.ts'
import type { Task } from './plan.ts'

export interface NamedRequests {
  /** Names that the title asks for. */
  readonly brings: readonly string[]
  readonly renames: readonly { readonly from: string; readonly to: string }[]
  /** Names that the title asks to remove as a whole, and nothing else. */
  readonly removes: readonly string[]
  /** Names and files of which any sentence says that they go. */
  readonly goes: readonly string[]
  readonly filesGo: readonly string[]
}

/** In code quotes, or spelled unlike a word of a sentence: `parseString`, `parse_string`, `Parser.parse()`, `src/parse.js`. */
const NAME =
  '(?:`([^`]+)`|((?:[\\w.-]+/)+(?:[\\w-]+(?:\\.\\w+)+|(?!\\w))|[A-Za-z]\\w*(?:[a-z][A-Z]|_|\\.(?=[a-z]))[\\w.]*(?:\\(\\))?))'
const KINDS = 'an?|the|all|new|unused|deprecated|old|obsolete|legacy|functions?|methods?|class(?:es)?|helpers?'
/** The next name of a list, with the words before it that only say what it is. */
const nextOf = (kinds: string) => new RegExp(`(?:,? (?:and|&) |, |\\s+)?(?:(?:${kinds}) )*${NAME}`, 'y')
/** What is written in code. */
const NEXT_NAME = nextOf(KINDS)
/** Anything that can go: a file need not have its name in it. */
const NEXT_THING = nextOf(`${KINDS}|options?|files?|modules?`)

const BRINGS = /^(?:add|implement|introduce|create|export)\b/i
const REMOVES = /\b(?:remov(?:e[sd]?|ing)|drop(?:s|ped|ping)?|delet(?:e[sd]?|ing))\b/gi
const REMOVED = new RegExp(`${NAME} (?:was|were|is|are|has been) (?:removed|dropped|deleted|gone)\\b`, 'g')
const RENAMES = new RegExp(`^[Rr]ename (?:the |function |method |class )*${NAME} (?:to|into|as) ${NAME}`)

/** The names in a list from this place on, and the words behind it. */
function listFrom(text: string, from: number, { next = NEXT_THING, quoted = false } = {}) {
  const names: string[] = []
  let end = from
  next.lastIndex = from
  for (let match = next.exec(text); match && (!quoted || match[1] !== undefined); match = next.exec(text)) {
    names.push((match[1] ?? match[2])!)
    end = next.lastIndex
  }
  return { names, rest: text.slice(end) }
}

const quotedAfter = (text: string, from: number) => listFrom(text, from, { next: NEXT_NAME, quoted: true })

/** The words for what a sentence asks to remove: only directly after the verb. "Remove the cache from `a`" does not remove `a`. */
const wordsToGo = (text: string): readonly string[] => [
  ...[...text.matchAll(REMOVED)].map(match => (match[1] ?? match[2])!),
  ...[...text.matchAll(REMOVES)].flatMap(({ index, 0: verb }) => listFrom(text, index + verb.length).names),
]

const withoutCall = (name: string): string => name.split('(', 1)[0]!
const isPlain = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)
const plainIn = (names: readonly string[]): readonly string[] => names.map(withoutCall).filter(isPlain)

/** The last part of `Parser.parse()`; shorter names are common words. */
const memberIn = (name: string): readonly string[] => {
  if (name.includes('/')) return []
  const last = withoutCall(name)
    .split(/\.|::|#/)
    .at(-1)!
  return /^[\w$]{3,}$/.test(last) ? [last] : []
}

export function requestsOf({ title, steps, criteria, files }: Task): NamedRequests {
  const asked = requestOf(title)
  const [removal] = [...asked.matchAll(REMOVES)].filter(({ index }) => index === 0)
  const removed = removal ? quotedAfter(asked, removal[0].length) : null
  const renamed =
    RENAMES.exec(asked)
      ?.slice(1)
      .filter(name => name !== undefined) ?? []
  const goes = [title, ...steps, ...criteria.map(({ text }) => text)].flatMap(wordsToGo)
  const [from, to] = plainIn(renamed)
  return {
    brings: plainIn(quotedAfter(asked, BRINGS.exec(asked)?.[0].length ?? asked.length).names),
    renames: from && to ? [{ from, to }] : [],
    // "Remove `x` from `y`" is about a part of something.
    removes: removed && /^\s*\.?$/.test(removed.rest) ? plainIn(removed.names) : [],
    goes: [...new Set(goes.flatMap(memberIn))],
    filesGo: [...files.delete, ...goes.filter(word => /[/.]/.test(word))],
  }
}

/** What was read, for the author of the plan; none where nothing was. */
export function requestWords({ brings, renames, removes, goes }: NamedRequests): readonly string[] {
  const list = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ')
  const others = goes.filter(name => !removes.includes(name))
  return [
    ...(brings.length > 0 ? [`${list(brings)} must be there`] : []),
    ...renames.map(({ from, to }) => `\`${from}\` must be \`${to}\``),
    ...(removes.length > 0 ? [`${list(removes)} must be gone, and tests of nothing else may go too`] : []),
    ...(others.length > 0 ? [`tests of nothing but ${list(others)} may go`] : []),
  ]
}
