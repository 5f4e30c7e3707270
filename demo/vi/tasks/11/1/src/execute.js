import { removeLines } from './buffer.js'
import { change } from './operators.js'
import { substitute } from './search.js'

/** Carries out a parsed command line. What the editor cannot do itself is added to its requests. */
export function execute(editor, command) {
  const { lines, cursor } = editor
  const index = place =>
    place === '.' ? cursor.line : Math.min(place === '$' ? lines.length : Math.max(1, place), lines.length) - 1
  switch (command.is) {
    case 'write':
    case 'quit':
      return { ...editor, requests: [...editor.requests, command] }
    case 'goto':
      return { ...editor, cursor: { line: index(command.line), column: 0 } }
    case 'delete': {
      const first = index(command.first)
      return change(editor, { lines: removeLines(lines, first, index(command.last)), cursor: { line: first, column: 0 } })
    }
    case 'substitute': {
      const done = substitute(lines, { ...command, first: index(command.first), last: index(command.last) })
      if (done.count === 0) return { ...editor, message: `not found: ${command.pattern}` }
      return change(editor, { lines: done.lines, cursor: { line: done.line, column: 0 } })
    }
    default:
      return { ...editor, message: `not a command: ${command.text}` }
  }
}
