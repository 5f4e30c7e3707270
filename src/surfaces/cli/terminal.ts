/** Where a command's words go, and what the other side can show. */
export interface Terminal {
  /** What was asked for; goes to standard output. */
  print(text: string): void
  /** Everything else: progress of a `--json` run, problems. */
  warn(text: string): void
  readonly colour: boolean
}

export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  return {
    print: text => void stdout.write(`${text}\n`),
    warn: text => void stderr.write(`${text}\n`),
    colour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
  }
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

/** Colours where they can be shown, plain text elsewhere. */
export const paint = (terminal: Terminal, colour: keyof typeof CODES, text: string): string =>
  terminal.colour && text ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text
