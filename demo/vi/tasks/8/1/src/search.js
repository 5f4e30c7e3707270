import { isBefore } from './buffer.js'

/** The next place where a pattern is found, or the one before; it goes round at the ends of the text. */
export function find(lines, from, pattern, { backwards = false } = {}) {
  const places = lines.flatMap((text, line) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(match => ({ line, column: match.index })),
  )
  if (places.length === 0) return null
  if (backwards) return places.findLast(place => isBefore(place, from)) ?? places.at(-1)
  return places.find(place => isBefore(from, place)) ?? places[0]
}

/** Replaces a pattern in the lines from `first` to `last`. */
export function substitute(lines, { first, last, pattern, replacement }) {
  const changed = lines.map((text, line) =>
    line >= first && line <= last ? text.replace(new RegExp(pattern), replacement) : text,
  )
  return { lines: changed, count: changed.filter((text, line) => text !== lines[line]).length, line: last }
}
