import { printable } from '../../core/text/clean-text.ts'

/** Where a command's words go, and what the other side can show. */
export interface Terminal {
  /** What was asked for; goes to standard output. */
  print(text: string): void
  /** Everything else: progress of a `--json` run, problems. */
  warn(text: string): void
  readonly colour: boolean
}

/** The edge: titles, file names, branches and everything else that others wrote is printed through here. */
export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  return {
    print: text => void stdout.write(`${shown(text)}\n`),
    warn: text => void stderr.write(`${shown(text)}\n`),
    colour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
  }
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

// Nobody outside of this process can know it, so no text can bring a colour of its own.
const MARK = `\u001b<${Math.random().toString(36).slice(2)}:`
const MARKED = new RegExp(`${MARK}(\\d+)>`)

/** Colours where they can be shown, plain text elsewhere. */
export const paint = (terminal: Terminal, colour: keyof typeof CODES, text: string): string =>
  terminal.colour && text ? `${MARK}${CODES[colour]}>${text}${MARK}0>` : text

/** Our colours become those of the terminal, and everything between them is made printable. */
const shown = (text: string): string =>
  text
    .split(MARKED)
    .map((part, index) => (index % 2 === 1 ? `\u001b[${part}m` : printable(part)))
    .join('')
