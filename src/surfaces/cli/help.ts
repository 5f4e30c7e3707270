import type { CliCommand, Flags } from './command.ts'
import { findCommand, flagUsage, type Mistake } from './command-line.ts'
import type { Context } from './context.ts'
import { EXIT } from './problem.ts'

const COLUMNS = 110
export const PURPOSE =
  'Hand it a plan. It hands back commits that are proven, one per task, on a branch that you merge.'
/** The exit codes of all commands. */
export const EXIT_MEANINGS = [
  [EXIT.done, 'done'],
  [EXIT.bug, 'a bug in pm-agent'],
  [EXIT.badInput, 'bad input or environment'],
  [EXIT.needsHuman, 'a human can answer what is open'],
  [EXIT.failed, 'failed for good'],
  [EXIT.interrupted, 'interrupted'],
] as const
const EXIT_CODES = [EXIT_MEANINGS.slice(0, 4), EXIT_MEANINGS.slice(4)].map((some, at) => {
  const words = some.map(([code, meaning]) => `${code} ${meaning}`).join(', ')
  return at === 0 ? `exit codes: ${words},` : `            ${words}`
})

/** `help [COMMAND]`, and `--help` anywhere. */
export function help(context: Context, commands: readonly CliCommand[], name?: string): number {
  const found = name === undefined ? null : findCommand(name, commands)
  if (found && 'is' in found) return explainMistake(context, found)
  context.terminal.print((found ? commandHelp(found) : programHelp(commands)).join('\n'))
  return EXIT.done
}

/** The mistake in a command line, and a suggestion. */
export function explainMistake({ terminal }: Context, { message, meant }: Mistake): number {
  terminal.warn(`error: ${message}${meant === null ? '' : `\n(Did you mean ${meant}?)`}`)
  return EXIT.badInput
}

type Row = readonly [term: string, words: string]

const HELP_ROW: Row = ['-h, --help', 'show this help']

function programHelp(commands: readonly CliCommand[]): readonly string[] {
  const options: readonly Row[] = [['-V, --version', 'output the version number'], HELP_ROW]
  const rows = commands.map((command): Row => [commandUsage(command), command.words])
  const width = widest([...options, ...rows])
  const groups = [...new Set(commands.map(command => command.group))]
  return [
    'Usage: pm-agent [options] [command]',
    '',
    ...wrapped(PURPOSE, COLUMNS),
    '',
    'Options:',
    ...columns(options, width),
    ...groups.flatMap(group => [
      '',
      `${group}:`,
      ...columns(
        rows.filter((_, at) => commands[at]!.group === group),
        width,
      ),
    ]),
    '',
    ...EXIT_CODES,
  ]
}

function commandHelp({ name, argument, words, flags, more }: CliCommand): readonly string[] {
  const rows = [...flagRows(flags), HELP_ROW]
  return [
    `Usage: pm-agent ${name} [options]${argument ? ` ${argument}` : ''}`,
    '',
    ...wrapped(words, COLUMNS),
    '',
    'Options:',
    ...columns(rows, widest(rows)),
    ...(more ? ['', ...more] : []),
  ]
}

const commandUsage = ({ name, flags, argument }: CliCommand): string =>
  [name, ...(Object.keys(flags).length > 0 ? ['[options]'] : []), ...(argument ? [argument] : [])].join(' ')

const flagRows = (flags: Flags): readonly Row[] =>
  Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flag.help])

const widest = (rows: readonly Row[]): number => Math.max(...rows.map(([term]) => term.length))

const columns = (rows: readonly Row[], width: number): readonly string[] =>
  rows.flatMap(([term, words]) =>
    wrapped(words, COLUMNS - width - 4).map((line, at) => `  ${(at === 0 ? term : '').padEnd(width)}  ${line}`),
  )

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
