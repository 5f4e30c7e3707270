import { COMMANDS, type CommandSpec, type Given } from './command-table.ts'

/**
 * A well-formed command line, read in no time: looking at a run must not wait for the parser that can explain mistakes.
 * Null for everything else, which that parser then reads.
 */
export function quickParse(args: readonly string[]): { readonly command: CommandSpec; readonly given: Given } | null {
  const command = COMMANDS.find(candidate => candidate.name === args[0])
  if (!command) return null
  const given: Record<string, string | true> = {}
  let argument: string | undefined
  for (let at = 1; at < args.length; at++) {
    const word = args[at]!
    if (word.startsWith('-')) {
      const flag = command.flags.find(candidate => word === `--${candidate.name}` || word === `-${candidate.short}`)
      const isBare = !flag?.value || (flag.optional && (args[at + 1] ?? '-').startsWith('-'))
      const value = isBare ? true : args[++at]
      if (!flag || value === undefined || (typeof value === 'string' && value.startsWith('-'))) return null
      given[flag.name] = value
    } else if (command.argument && argument === undefined) argument = word
    else return null
  }
  if (command.argument?.required && argument === undefined) return null
  return { command, given: { ...given, argument } as Given }
}
