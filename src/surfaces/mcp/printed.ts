import type { Context } from '../cli/context.ts'

/** Output of a command, kept instead of printed: standard output belongs to the protocol. */
export interface Printed {
  readonly code: number
  readonly text: string
}

/** Runs a command of the CLI and keeps its output. */
export async function printed(context: Context, command: (context: Context) => Promise<number>): Promise<Printed> {
  const lines: string[] = []
  const keep = (text: string) => void lines.push(text)
  const terminal = { print: keep, warn: keep, colour: false }
  const code = await command({ ...context, terminal, ask: undefined })
  return { code, text: lines.join('\n') }
}
