import { type ParseArgsConfig, parseArgs } from 'node:util'
import { closest } from '../../core/text/closest.ts'
import { plural } from '../../core/text/lists.ts'
import type { AnyWritten, CliCommand, Flag, Flags } from './command.ts'

/** A command line, parsed by the table of commands. */
export type CommandLine =
  | {
      readonly is: 'command'
      readonly command: CliCommand
      readonly flags: AnyWritten
      readonly argument: string | undefined
    }
  /** Help for one command, or for the program. */
  | { readonly is: 'help'; readonly command: CliCommand | null }
  | { readonly is: 'version' }
  | Mistake

/** An invalid line, and a suggestion. */
export interface Mistake {
  readonly is: 'mistake'
  readonly message: string
  readonly meant: string | null
}

/** Flags that every command has. */
const EVERYWHERE = { help: { short: 'h', help: 'show this help' }, version: { short: 'V', help: '' } }

/** Parses a command line with at least one word. */
export function readCommandLine(words: readonly string[], commands: readonly CliCommand[]): CommandLine {
  const [first = '', ...rest] = words[0] === '--' ? words.slice(1) : words
  if (first.startsWith('-') && first !== '-') return readFlags(words, null)
  const command = findCommand(first, commands)
  return 'is' in command ? command : readFlags(rest, command)
}

/** The command of that name, or the mistake in it. */
export function findCommand(name: string, commands: readonly CliCommand[]): CliCommand | Mistake {
  const found = commands.find(command => command.name === name || command.aliases?.includes(name))
  if (found) return found
  const names = commands.map(command => command.name)
  return { is: 'mistake', message: `unknown command '${name}'`, meant: closest(name, names) }
}

/** How a flag is written in help and errors. */
export const flagUsage = (name: string, { short, value, optional }: Flag): string =>
  `${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : optional ? ` [${value}]` : ` <${value}>`}`

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

function readFlags(words: readonly string[], command: CliCommand | null): CommandLine {
  const flags: Flags = { ...command?.flags, ...EVERYWHERE }
  // Not strict: Node's parser only splits the line, and the table gives the error messages.
  const { tokens } = parseArgs({ args: [...words], options: optionsOf(flags), strict: false, tokens: true })
  const options = tokens.filter(token => token.kind === 'option')
  if (options.some(({ name }) => name === 'help')) return { is: 'help', command }
  if (options.some(({ name }) => name === 'version')) return { is: 'version' }
  const wrong = flagMistake(options, flags)
  if (wrong) return wrong
  if (!command) return { is: 'help', command: null }
  return commandOf(command, tokens)
}

const optionsOf = (flags: Flags): ParseArgsConfig['options'] =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { value, optional, short }]) => [
      name,
      { type: value !== undefined && !optional ? 'string' : 'boolean', ...(short ? { short } : {}) },
    ]),
  )

function flagMistake(options: readonly OptionToken[], flags: Flags): Mistake | null {
  const mistake = (message: string, meant: string | null = null): Mistake => ({ is: 'mistake', message, meant })
  for (const { name } of options.filter(({ value }) => value === undefined)) {
    const flag = flags[name]
    if (flag?.value !== undefined && !flag.optional)
      return mistake(`option '${flagUsage(name, flag)}' argument missing`)
  }
  for (const { name, rawName, value, inlineValue } of options) {
    const flag = flags[name]
    if (flag && (flag.value !== undefined || !inlineValue)) continue
    const meant = closest(name, Object.keys(flags))
    return mistake(`unknown option '${rawName}${inlineValue ? `=${value}` : ''}'`, meant === null ? null : `--${meant}`)
  }
  return null
}

function commandOf(command: CliCommand, tokens: readonly Token[]): CommandLine {
  const flags: Record<string, string | true> = {}
  const others: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'option') flags[token.name] = token.value ?? valueAfter(command, token, tokens[at + 1]) ?? true
    const before = tokens[at - 1]
    const isTaken = before?.kind === 'option' && valueAfter(command, before, token) !== undefined
    if (token.kind === 'positional' && !isTaken) others.push(token.value)
  }
  const { name, argument } = command
  // A usage of several words takes as many: `risk accept 3-r1`.
  const allowed = argument?.split(' ').length ?? 0
  if (others.length > allowed)
    return {
      is: 'mistake',
      message: `too many arguments for '${name}'. Expected ${plural(allowed, 'argument')} but got ${others.length}: ${others.join(', ')}.`,
      meant: null,
    }
  if (argument?.startsWith('<') && others.length === 0)
    return { is: 'mistake', message: `missing required argument '${argument.slice(1, -1)}'`, meant: null }
  return { is: 'command', command, flags, argument: others.length > 0 ? others.join(' ') : undefined }
}

/** The word after a flag with an optional value, which Node's parser does not support. */
const valueAfter = ({ flags }: CliCommand, token: OptionToken, next: Token | undefined): string | undefined =>
  flags[token.name]?.optional && token.value === undefined && next?.kind === 'positional' ? next.value : undefined
