import { displayWidth, wrapToWidth } from '../../live/width.ts'
import { type Terminal, withoutPaint } from '../terminal.ts'

/** A line for people; its continued lines are indented by `hang`, or to where its text begins. */
export type PrintedLine = string | { readonly text: string; readonly hang: number }

/**
 * Prints lines for people, wrapped at the width of the terminal. A page has the same layout in a pipe, at the usual
 * width or that of COLUMNS, as with `man`. JSON, diffs and files are data, which `print` writes as they are.
 */
export function printLines(terminal: Terminal, ...lines: readonly PrintedLine[]): void {
  for (const line of lines) for (const shown of laidOut(line, terminal.columns)) terminal.print(shown)
}

/** Prints an event of a log: in a pipe each is one line, for programs that read lines. */
export function printEvent(terminal: Terminal, line: PrintedLine | null): void {
  if (line === null) return
  if (terminal.isScreen) printLines(terminal, line)
  else terminal.print(typeof line === 'string' ? line : line.text)
}

/** The same for problems and hints, which go to stderr. */
export function warnLines(terminal: Terminal, ...lines: readonly PrintedLine[]): void {
  for (const line of lines) for (const shown of laidOut(line, terminal.columns)) terminal.warn(shown)
}

/** A line in as many lines as it needs; where no width is given, it stays one. */
export function laidOut(line: PrintedLine, columns = Number.POSITIVE_INFINITY): readonly string[] {
  const { text, hang } = typeof line === 'string' ? { text: line, hang: undefined } : line
  return text.split('\n').flatMap(part => wrapped(part, columns, hang))
}

function wrapped(text: string, columns: number, given: number | undefined): readonly string[] {
  if (widthOf(text) <= columns) return [text]
  const hang = given ?? textColumn(text)
  const indent = ' '.repeat(hang < columns / 2 ? hang : 2)
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const { gap, words } of pieces(text)) {
    const width = widthOf(words)
    if (used + gap.length + width <= columns || line === '') {
      line += gap + words
      used += gap.length + width
    } else {
      lines.push(line)
      line = indent + words
      used = indent.length + width
    }
    // Scripts without spaces break between characters; a long path or command stays in one piece, to be copied.
    if (used > columns && displayWidth(words) > words.length) {
      const parts = wrapToWidth(line, columns, indent.length)
      lines.push(...parts.slice(0, -1))
      line = parts.at(-1)!
      used = widthOf(line)
    }
  }
  return [...lines, line]
}

const widthOf = (text: string): number => displayWidth(withoutPaint(text))

/** The column at which the text of a line begins: after a label, a list mark or the first column of a table. */
function textColumn(line: string): number {
  const plain = withoutPaint(line)
  const indent = plain.length - plain.trimStart().length
  const lead = LEAD.exec(plain)![0].length
  return lead > indent ? lead : indent + 2
}

const LEAD = /^ *(?:(?:[\w-]+(?: [\w-]+)?:|\S+(?: \S+)?(?= {2})) +(?=\S))?(?:(?:-|\d+\.) +(?=\S))?/

interface Piece {
  /** The spaces before it, which a line break replaces. */
  readonly gap: string
  readonly words: string
}

/** The parts of a line that are never broken: words, code in backticks, and commands, so that they can be pasted. */
function pieces(text: string): readonly Piece[] {
  const found: Piece[] = []
  let command: CommandReading = 'none'
  let isCode = false
  for (const [, gap = '', word = ''] of text.matchAll(/( *)(\S+)/g)) {
    const plain = withoutPaint(word)
    const last = found.at(-1)
    const joins: boolean = isCode || continuesCommand(command, plain)
    if (joins && last && gap.length === 1) found[found.length - 1] = { ...last, words: `${last.words}${gap}${word}` }
    else found.push({ gap, words: word })
    command = commandAfter(joins ? command : 'none', plain)
    if (plain.split('`').length % 2 === 0) isCode = !isCode
  }
  return found
}

/** How far a command has been read: its program, its arguments, or into a quoted argument. */
type CommandReading = 'none' | 'program' | 'arguments' | 'quote' | 'next'

/** Only pm-agent's own hints name commands outside of backticks, and these are their programs. */
const PROGRAMS: ReadonlySet<string> = new Set(['pm-agent', 'git', 'mv', 'cd'])

/** A lower-case word is prose again; flags, paths, quotes and placeholders belong to the command. */
const PROSE = /^\(|^[\p{Ll}’']+[.,;:!?)]*$/u

const continuesCommand = (command: CommandReading, word: string): boolean =>
  command === 'program' || command === 'quote' || command === 'next' || (command === 'arguments' && !PROSE.test(word))

function commandAfter(command: CommandReading, word: string): CommandReading {
  const isQuoting = word.split('"').length % 2 === 0
  if (command === 'quote') return isQuoting ? 'arguments' : 'quote'
  if (PROGRAMS.has(word.replace(/^\(/, ''))) return 'program'
  if (command === 'none') return 'none'
  if (isQuoting) return 'quote'
  if (word === '&&') return 'next'
  return /[,;:)]$/.test(word) ? 'none' : 'arguments'
}
