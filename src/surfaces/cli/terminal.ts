import { printable } from '../../core/text/clean-text.ts'

/** The output of a command, and the capabilities of the terminal. */
export interface Terminal {
  /** Requested output; goes to stdout. */
  print(text: string): void
  /** Everything else: progress of a `--json` run, problems. */
  warn(text: string): void
  readonly colour: boolean
  /** The width for lines that people read; absent where a program reads them. */
  readonly columns?: number | undefined
  /** Whether the output goes to a screen, and not into a pipe or file. */
  readonly isScreen?: boolean | undefined
  /** Rings the bell; absent without a terminal. */
  readonly ring?: (() => void) | undefined
}

/** The edge: all foreign text (titles, file names, branches) is printed through here. */
export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  return {
    print: text => void stdout.write(`${shown(text)}\n`),
    warn: text => void stderr.write(`${shown(text)}\n`),
    ...(stderr.isTTY ? { ring: () => void stderr.write('\u0007') } : {}),
    isScreen: stdout.isTTY === true,
    get columns() {
      return columnsOf(stdout, env)
    },
    colour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
  }
}

const COLUMNS = 80
const COLUMNS_MIN = 20

/** The width now, as a window can be resized. */
function columnsOf(stdout: NodeJS.WriteStream, env: NodeJS.ProcessEnv): number {
  const columns = Number((stdout.isTTY && stdout.columns) || env.COLUMNS)
  return columns >= COLUMNS_MIN ? columns : COLUMNS
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

// Unknown outside of this process, so that no text can inject a colour.
const MARK = `\u001b<${Math.random().toString(36).slice(2)}:`
const MARKED = new RegExp(`${MARK}(\\d+)>`)

/** Colours if supported, plain text otherwise. */
export const paint = (terminal: Terminal, colour: keyof typeof CODES, text: string): string =>
  terminal.colour && text ? `${MARK}${CODES[colour]}>${text}${MARK}0>` : text

/** The text as it is read, to measure it. */
export const withoutPaint = (text: string): string =>
  text.includes(MARK) ? text.replaceAll(new RegExp(MARKED, 'g'), '') : text

/** Turns our colours into those of the terminal, and makes everything between them printable. */
const shown = (text: string): string =>
  text
    .split(MARKED)
    .map((part, index) => (index % 2 === 1 ? `\u001b[${part}m` : printable(part)))
    .join('')
