import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { defaultConfigText } from '../../../adapters/config/default-text.ts'
import { schemaComment, schemaText } from '../../../adapters/config/schema-file.ts'
import { findProgram } from '../../../adapters/process/shell.ts'
import type { CommandName, Commands } from '../../../core/settings/commands.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import { detectCommands } from '../../../engine/proof/project/detect.ts'
import type { Context } from '../context.ts'
import { findPlaces } from '../places/places.ts'
import { planHere } from '../places/plan-here.ts'
import { readWorkingTree } from '../places/working-tree.ts'
import { EXIT } from '../problem.ts'
import { agentFindings } from '../project/agent-findings.ts'
import { type WrittenFile, writeSkills, writeStopHook } from '../project/skills.ts'
import { printLines } from '../words/printed-lines.ts'

const WRITTEN: Readonly<Record<WrittenFile['is'], (path: string) => string>> = {
  written: path => `Wrote ${path}.`,
  same: path => `${path} is there already.`,
  kept: path => `${path} differs from ours and was not changed.`,
}

/** `init`: writes pm-agent.yaml with the commands that were found, and says which agents are here. Never overwrites one. */
export async function init(
  context: Context,
  options: { readonly skills?: boolean; readonly 'stop-hook'?: boolean } = {},
): Promise<number> {
  const { terminal } = context
  const { repository, journalFile } = await findPlaces(context)
  const { commands, project } = await detectCommands(readWorkingTree(repository.top))
  const absent = absentChecks(commands, repository.top, context.env.PATH ?? '')
  const existing = ['pm-agent.yaml', 'pm-agent.yml'].find(name => existsSync(join(repository.top, name)))
  const file = join(repository.top, existing ?? 'pm-agent.yaml')
  const shown = relative(context.cwd, file)
  const editorLine = writeSchema(repository.top, dirname(journalFile))
  if (existing) terminal.print(`${shown} exists already and was not changed.`)
  else {
    writeFileSync(file, `${editorLine}${defaultConfigText(commands, absent)}`)
    terminal.print(`Wrote ${shown}.`)
  }
  const more = [
    ...(options.skills ? writeSkills(repository.top) : []),
    ...(options['stop-hook'] ? [writeStopHook(repository.top)] : []),
  ]
  for (const { path, is } of more) terminal.print(WRITTEN[is](path))
  terminal.print(`Found: ${project.join(', ') || 'no project yet; the first task may bring one'}`)
  for (const [name, command] of Object.entries(commands)) {
    const reason = absent.has(name as CommandName) ? '   (not installed here, so it is left out)' : ''
    terminal.print(`  ${name.padEnd(10)} ${command}${reason}`)
  }
  const known = await agentFindings(context)
  const agents = known.filter(({ isInstalled }) => isInstalled)
  for (const { name, words, hint } of agents) {
    terminal.print(`Agent ${name}: ${words}`)
    if (hint) terminal.print(`  ${hint}`)
  }
  const agent = (agents.find(({ isReady }) => isReady) ?? agents[0])?.name ?? 'command:"…"'
  if (agents.length === 0)
    printLines(
      terminal,
      `Agents: none of ${known.map(({ name }) => name).join(', ')} is on the PATH; any program of yours can be one.`,
    )
  const plan = await planHere(context)
  const written = plan === null ? 'write a plan (PLAN.md, or pm-agent plan "your goal"), then ' : ''
  const named = plan === null ? '' : ` ${shellWord(plan)}`
  printLines(
    terminal,
    `Next: pm-agent doctor --run tries these commands; ${written}pm-agent check${named}, then pm-agent run${named} --agent ${agent}`,
  )
  return EXIT.done
}

/** Folders below a repository in which package managers put programs. */
const PROGRAM_FOLDERS = ['node_modules/.bin', '.venv/bin', 'venv/bin']

/**
 * Linters and type checkers that are configured and not installed: with their command in the settings, no run could begin. A setup
 * command may bring them. The test command stays, because nothing can be proven without it.
 */
function absentChecks(commands: Commands, top: string, path: string): ReadonlySet<CommandName> {
  if (commands.setup) return new Set()
  const places = [...PROGRAM_FOLDERS.map(folder => join(top, folder)), path].join(delimiter)
  return new Set(
    (['lint', 'typecheck'] as const).filter(name => {
      const [program] = commands[name]?.split(' ') ?? []
      return program !== undefined && /^[\w.-]+$/.test(program) && findProgram(program, places) === null
    }),
  )
}

/** Writes the schema of this version beside the journal; returns the line by which editors find it. */
function writeSchema(top: string, ours: string): string {
  const file = join(ours, 'pm-agent.schema.json')
  writeFileSync(file, schemaText())
  const near = relative(top, file)
  // Another work tree has its git folder elsewhere: such a path would be wrong for everybody else.
  return near.startsWith('..') ? '' : schemaComment(near)
}
