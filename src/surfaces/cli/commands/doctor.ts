import { statfsSync } from 'node:fs'
import { readConfig } from '../../../adapters/config/config.ts'
import { gitVersion } from '../../../adapters/git/git.ts'
import { detectCommands } from '../../../engine/proof/detect.ts'
import type { Context } from '../context.ts'
import { isOnPath } from '../on-path.ts'
import { findPlaces } from '../places.ts'
import { EXIT } from '../problem.ts'
import { paint, type Terminal } from '../terminal.ts'
import { VERSION } from '../version.ts'
import { readWorkingTree } from '../working-tree.ts'

interface Finding {
  readonly what: string
  readonly found: string
  readonly verdict: 'good' | 'missing' | 'optional'
  readonly hint?: string
}

const DISK_MB_MIN = 500
const AGENTS = ['claude', 'codex', 'opencode', 'gemini']

/** `doctor`: what pm-agent needs here, what it found, and what to do about what is missing. */
export async function doctor(context: Context, options: { readonly json?: boolean }): Promise<number> {
  const findings = await examine(context)
  if (options.json) context.terminal.print(JSON.stringify(findings, null, 2))
  else for (const finding of findings) print(context.terminal, finding)
  return findings.some(finding => finding.verdict === 'missing') ? EXIT.badInput : EXIT.done
}

async function examine(context: Context): Promise<readonly Finding[]> {
  const places = await findPlaces(context)
  const version = await gitVersion()
  const config = readConfig({ repositoryTop: places.repository.top })
  const { commands, project } = await detectCommands(readWorkingTree(places.repository.top))
  const all = { ...commands, ...(config.ok ? config.value.commands : {}) }
  const disk = statfsSync(places.workspaces)
  const freeMb = (disk.bavail * disk.bsize) / 1024 / 1024
  return [
    good('pm-agent', `${VERSION} on Node ${process.versions.node}, ${process.platform} ${process.arch}`),
    good('git', version.ok ? version.value : 'missing'),
    good('repository', places.repository.top),
    config.ok
      ? good('settings', 'pm-agent.yaml is fine, or not there')
      : {
          what: 'settings',
          found: config.error.map(problem => `${problem.where}: ${problem.message}`).join('; '),
          verdict: 'missing',
          hint: config.error[0]!.hint ?? undefined,
        },
    project.length > 0
      ? good('project', project.join(', '))
      : optional(
          'project',
          'none recognised',
          'name the commands in pm-agent.yaml, or let the first task bring a project',
        ),
    ...Object.entries(all).map(([name, command]) => commandFinding(context, name, command)),
    ...AGENTS.map(name =>
      isOnPath(context, name) ? good(`agent ${name}`, 'found') : optional(`agent ${name}`, 'not on the PATH'),
    ),
    isOnPath(context, 'bwrap')
      ? good('sandbox', 'bubblewrap is here; commands run in process groups for now')
      : optional('sandbox', 'process groups only', 'bubblewrap will shut commands in further when it is used'),
    freeMb > DISK_MB_MIN
      ? good('disk', `${Math.round(freeMb)} MB free for workspaces`)
      : {
          what: 'disk',
          found: `${Math.round(freeMb)} MB free`,
          verdict: 'missing',
          hint: `workspaces lie in ${places.workspaces}; free some space or set XDG_STATE_HOME`,
        },
  ]
}

function commandFinding(context: Context, name: string, command: string): Finding {
  const program = command.trim().split(/\s+/, 1)[0]!
  // A shell word such as `for` or an assignment is not a program to look for.
  if (!/^[\w.+-]+$/.test(program) || isShellWord(program) || isOnPath(context, program)) return good(name, command)
  return { what: name, found: command, verdict: 'missing', hint: `${program} is not on the PATH` }
}

const isShellWord = (word: string): boolean =>
  ['for', 'if', 'while', 'case', 'test', 'echo', 'cd', 'set', 'exit', 'true', 'false', 'export'].includes(word)

const good = (what: string, found: string): Finding => ({ what, found, verdict: 'good' })
const optional = (what: string, found: string, hint?: string): Finding => ({
  what,
  found,
  verdict: 'optional',
  ...(hint ? { hint } : {}),
})

function print(terminal: Terminal, { what, found, verdict, hint }: Finding): void {
  const mark =
    verdict === 'good'
      ? paint(terminal, 'green', 'ok')
      : verdict === 'missing'
        ? paint(terminal, 'red', '!!')
        : paint(terminal, 'dim', '--')
  terminal.print(`${mark}  ${what.padEnd(16)} ${found}`)
  if (hint) terminal.print(`    ${''.padEnd(16)} ${hint}`)
}
