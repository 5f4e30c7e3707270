const TAB_WIDTH = 8

/**
 * What is to be seen of an editor on a screen: its lines, the last of them for the status, and where the cursor
 * stands. `top` is the line of the text that was on top before; it moves only when the cursor would leave the screen.
 */
export function render(editor, { rows, columns }, top = 0) {
  const { lines, cursor } = editor
  const height = rows - 1
  const first = scroll(top, cursor.line, height)
  const text = Array.from({ length: height }, (_, row) => lines[first + row])
  const before = lines[cursor.line].slice(0, cursor.column)
  return {
    top: first,
    lines: [...text.map(line => (line === undefined ? '~' : expand(line).slice(0, columns))), status(editor, columns)],
    row: cursor.line - first,
    column: Math.min(expand(before).length, columns - 1),
  }
}

/** The line on top with which the cursor's line is on the screen, as near to the old one as can be. */
export function scroll(top, line, height) {
  return Math.max(Math.min(top, line), line - height + 1)
}

/** Tabs as the spaces that they look like. */
export function expand(line) {
  let shown = ''
  for (const char of line) shown += char === '\t' ? ' '.repeat(TAB_WIDTH - (shown.length % TAB_WIDTH)) : char
  return shown
}

function status({ mode, typed, message, cursor }, columns) {
  const words = mode === 'command' ? typed : mode === 'insert' ? '-- INSERT --' : (message ?? '')
  const place = `${cursor.line + 1},${cursor.column + 1}`
  return words.slice(0, columns - place.length - 1).padEnd(columns - place.length) + place
}
