import { isBefore } from './buffer.js'

/** A pattern as it was written; one that is no regular expression is looked for as it stands. */
function compile(pattern, flags) {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags)
  }
}

/** The next place where a pattern is found, or the one before; it goes round at the ends of the text. */
export function find(lines, from, pattern, { backwards = false } = {}) {
  if (pattern === '') return null
  const places = lines.flatMap((text, line) =>
    [...text.matchAll(compile(pattern, 'g'))].map(match => ({ line, column: match.index })),
  )
  if (places.length === 0) return null
  if (backwards) return places.findLast(place => isBefore(place, from)) ?? places.at(-1)
  return places.find(place => isBefore(from, place)) ?? places[0]
}

/** Replaces a pattern in the lines from `first` to `last`: once in each line, or wherever it is found. */
export function substitute(lines, { first, last, pattern, replacement, global }) {
  const searched = compile(pattern, global ? 'g' : '')
  const put = inOurWords(replacement)
  let count = 0
  let line = first
  const changed = lines.map((text, at) => {
    if (at < first || at > last || !text.match(searched)) return text
    count += global ? text.match(searched).length : 1
    line = at
    return text.replace(searched, put)
  })
  return { lines: changed, count, line }
}

/** In vi `&` is what was found and `\1` a group of it; JavaScript writes both with a dollar. */
function inOurWords(replacement) {
  return replacement
    .replaceAll('$', '$$$$')
    .replace(/\\(.)|&/gs, (_, char) => (char === undefined ? '$&' : /\d/.test(char) ? `$${char}` : char))
}
