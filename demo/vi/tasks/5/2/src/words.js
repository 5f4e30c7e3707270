/** Words are of letters, digits and underscores, or of other marks; the end of a line is blank. */
const kindAt = (lines, { line, column }) => {
  const char = lines[line][column] ?? ' '
  return /\s/.test(char) ? 'blank' : /\w/.test(char) ? 'word' : 'mark'
}
/** An empty line counts as a word of its own. */
const isGap = (lines, at) => kindAt(lines, at) === 'blank' && lines[at.line] !== ''

/** The next position, with the end of each line as a blank; null at the end of the text. */
function after(lines, { line, column }) {
  if (column < lines[line].length) return { line, column: column + 1 }
  return line + 1 < lines.length ? { line: line + 1, column: 0 } : null
}

function ahead(lines, { line, column }) {
  if (column > 0) return { line, column: column - 1 }
  return line > 0 ? { line: line - 1, column: lines[line - 1].length } : null
}

/** The beginning of the next word. */
export function wordForward(lines, cursor) {
  const kind = kindAt(lines, cursor)
  let at = cursor
  do at = after(lines, at)
  while (at && kind !== 'blank' && kindAt(lines, at) === kind)
  while (at && isGap(lines, at)) at = after(lines, at)
  return at ?? { line: lines.length - 1, column: lines.at(-1).length }
}

/** The beginning of this word, or of the one before. */
export function wordBack(lines, cursor) {
  let at = ahead(lines, cursor)
  while (at && isGap(lines, at)) at = ahead(lines, at)
  while (at && at.column > 0 && kindAt(lines, { ...at, column: at.column - 1 }) === kindAt(lines, at)) at = ahead(lines, at)
  return at ?? { line: 0, column: 0 }
}

/** The end of this word, or of the next one. */
export function wordEnd(lines, cursor) {
  let at = after(lines, cursor)
  while (at && kindAt(lines, at) === 'blank') at = after(lines, at)
  while (at && kindAt(lines, { ...at, column: at.column + 1 }) === kindAt(lines, at)) at = after(lines, at)
  return at ?? { line: lines.length - 1, column: Math.max(0, lines.at(-1).length - 1) }
}
