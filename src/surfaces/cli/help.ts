import type { CliCommand, Flags } from './command.ts'
import { findCommand, flagUsage, type Mistake } from './command-line.ts'
import type { Context } from './context.ts'
import { EXIT } from './problem.ts'
import { laidOut } from './words/printed-lines.ts'

/** The widest that is easy to read, and room for the words of a row in a narrow terminal. */
const COLUMNS_MAX = 110
const WORDS_MIN = 30
export const PURPOSE =
  'Hand it a plan. It hands back commits that are proven, one per task, on a branch that you merge.'

type Row = readonly [term: string, words: string]

/** The exit codes of all commands. */
export const EXIT_MEANINGS = [
  [EXIT.done, 'done'],
  [EXIT.bug, 'a bug in pm-agent'],
  [EXIT.badInput, 'bad input or environment'],
  [EXIT.needsHuman, 'a human can answer what is open'],
  [EXIT.failed, 'failed for good'],
  [EXIT.interrupted, 'interrupted'],
] as const
const EXIT_CODES: Row = ['exit codes:', EXIT_MEANINGS.map(([code, meaning]) => `${code} ${meaning}`).join(', ')]

/** `help [COMMAND]`, and `--help` anywhere. */
export function help(context: Context, commands: readonly CliCommand[], name?: string): number {
  const found = name === undefined ? null : findCommand(name, commands)
  if (found && 'is' in found) return explainMistake(context, found)
  const width = Math.min(COLUMNS_MAX, context.terminal.columns ?? COLUMNS_MAX)
  context.terminal.print((found ? commandHelp(found, width) : programHelp(commands, width)).join('\n'))
  return EXIT.done
}

/** The mistake in a command line, and a suggestion. */
export function explainMistake({ terminal }: Context, { message, meant }: Mistake): number {
  terminal.warn(`error: ${message}${meant === null ? '' : `\n(Did you mean ${meant}?)`}`)
  return EXIT.badInput
}

const HELP_ROW: Row = ['-h, --help', 'show this help']

function programHelp(commands: readonly CliCommand[], columns: number): readonly string[] {
  const options: readonly Row[] = [['-V, --version', 'output the version number'], HELP_ROW]
  const rows = commands.map((command): Row => [commandUsage(command), command.words])
  const inRows = (of: readonly Row[]) => inColumns(of, { columns, width: widest([...options, ...rows]) })
  const groups = [...new Set(commands.map(command => command.group))]
  return [
    'Usage: pm-agent [options] [command]',
    '',
    ...wrapped(PURPOSE, columns),
    '',
    'Options:',
    ...inRows(options),
    ...groups.flatMap(group => ['', `${group}:`, ...inRows(rows.filter((_, at) => commands[at]!.group === group))]),
    '',
    ...inColumns([EXIT_CODES], { columns, width: EXIT_CODES[0].length, indent: 0, gap: 1 }),
  ]
}

function commandHelp({ name, argument, words, flags, more }: CliCommand, columns: number): readonly string[] {
  const rows = [...flagRows(flags), HELP_ROW]
  return [
    `Usage: pm-agent ${name} [options]${argument ? ` ${argument}` : ''}`,
    '',
    ...wrapped(words, columns),
    '',
    'Options:',
    ...inColumns(rows, { columns, width: widest(rows) }),
    ...(more ? ['', ...more.flatMap(line => laidOut(line, columns))] : []),
  ]
}

const commandUsage = ({ name, flags, argument }: CliCommand): string =>
  [name, ...(Object.keys(flags).length > 0 ? ['[options]'] : []), ...(argument ? [argument] : [])].join(' ')

const flagRows = (flags: Flags): readonly Row[] =>
  Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flag.help])

const widest = (rows: readonly Row[]): number => Math.max(...rows.map(([term]) => term.length))

interface Layout {
  readonly columns: number
  /** Of the terms. */
  readonly width: number
  readonly indent?: number
  readonly gap?: number
}

/** Terms beside their words; where that leaves too little room for the words, they are below. */
function inColumns(rows: readonly Row[], { columns, width, indent = 2, gap = 2 }: Layout): readonly string[] {
  const lead = indent + width + gap
  const isBeside = columns - lead >= WORDS_MIN
  return rows.flatMap(([term, words]) => {
    if (!isBeside) return [`${' '.repeat(indent)}${term}`, ...wrapped(words, columns - 6).map(line => `      ${line}`)]
    const lines = wrapped(words, columns - lead)
    return lines.map((line, at) => `${(at === 0 ? ' '.repeat(indent) + term : '').padEnd(lead)}${line}`)
  })
}

function wrapped(text: string, width: number): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
