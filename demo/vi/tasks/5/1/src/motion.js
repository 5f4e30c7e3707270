import { wordBack, wordEnd, wordForward } from './words.js'

const ARROWS = { '<Left>': 'h', '<Down>': 'j', '<Up>': 'k', '<Right>': 'l' }

/** One step of each motion; it may lead to the end of a line or beyond, and `onCharacter` brings it back. */
const STEPS = {
  h: (_, { line, column }) => ({ line, column: Math.max(0, column - 1) }),
  j: (_, { line, column }) => ({ line: line + 1, column }),
  k: (_, { line, column }) => ({ line: line - 1, column }),
  l: (_, { line, column }) => ({ line, column: column + 1 }),
  0: (_, { line }) => ({ line, column: 0 }),
  '^': (lines, { line }) => ({ line, column: Math.max(0, lines[line].search(/\S/)) }),
  $: (lines, { line }) => ({ line, column: Math.max(0, lines[line].length - 1) }),
  w: wordForward,
  b: wordBack,
  e: wordEnd,
}

/** Where a motion leads, for an operator that may reach behind the last character; null when the key is no motion. */
export function target(lines, cursor, key, count = null) {
  if (key === 'gg' || key === 'G')
    return { line: Math.min(count ?? (key === 'G' ? lines.length : 1), lines.length) - 1, column: 0 }
  const step = STEPS[ARROWS[key] ?? key]
  if (step === undefined) return null
  let at = cursor
  for (let turn = 0; turn < (count ?? 1); turn++) at = step(lines, at)
  return at
}

/** The nearest position that is on a character of the text. */
export function onCharacter(lines, { line, column }) {
  const row = Math.min(Math.max(line, 0), lines.length - 1)
  return { line: row, column: Math.min(Math.max(column, 0), Math.max(0, lines[row].length - 1)) }
}
