import type { CliCommand } from './command.ts'
import { flagUsage } from './command-line.ts'
import { EXIT_MEANINGS, PURPOSE } from './help.ts'

/** The man page, from the same table as `--help`. */
export function manPage(commands: readonly CliCommand[], version: string): string {
  return [
    `.TH PM\\-AGENT 1 "" "pm\\-agent ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'pm\\-agent \\- runs plans with coding agents and proves every result',
    '.SH SYNOPSIS',
    '.B pm\\-agent',
    '.RI [ COMMAND ]\n.RI [ options ]\n.RI [ argument ]',
    '.SH DESCRIPTION',
    roff(PURPOSE),
    '.PP',
    roff('pm-agent alone says where you are and what to do next.'),
    ...[...new Set(commands.map(({ group }) => group))].flatMap(group => [
      `.SH ${roff(group.toUpperCase())}`,
      ...commands.filter(command => command.group === group).flatMap(commandLines),
    ]),
    '.SH EXIT STATUS',
    ...EXIT_MEANINGS.flatMap(([code, words]) => ['.TP', `.B ${code}`, roff(words)]),
    '.SH FILES',
    ...FILES.flatMap(([path, words]) => ['.TP', `.I ${roff(path)}`, roff(words)]),
    '',
  ].join('\n')
}

const FILES = [
  ['pm-agent.yaml', 'settings of a repository; pm-agent init writes it'],
  ['.git/pm-agent/', 'the journal, and the repository that keeps every attempt'],
  ['~/.local/state/pm-agent/', 'workspaces, clean checkouts and outputs; XDG_STATE_HOME moves them'],
] as const

const commandLines = ({ name, argument, words, flags, more }: CliCommand): readonly string[] => [
  `.SS "pm\\-agent ${roff(name)}${argument ? ` ${roff(argument)}` : ''}"`,
  roff(words),
  ...Object.entries(flags).flatMap(([flag, row]) => ['.TP', `.B ${roff(flagUsage(flag, row))}`, roff(row.help)]),
  ...(more ? ['.PP', '.nf', ...more.map(roff), '.fi'] : []),
]

/** A backslash begins an escape, a hyphen is not a minus, and a dot or quote at the start of a line begins a request. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(
      /[^\p{ASCII}]/gu,
      character => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^(?=[.'])/, '\\&')
