import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../adapters/config/config.ts'
import { bytesBelow } from '../../../adapters/disk/usage.ts'
import { createRoomCheckout } from '../../../adapters/git/checkouts/clean-room.ts'
import { gitVersion } from '../../../adapters/git/git.ts'
import { openVault } from '../../../adapters/git/vault.ts'
import { createRooms } from '../../../adapters/rooms/room-commands.ts'
import { lastSetupMs, readEntry } from '../../../adapters/rooms/setup-cache.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import { type Config, type Fittings, fittingsOf } from '../../../core/settings/config.ts'
import { configuredGates, type GateSettings } from '../../../core/settings/gate-settings.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { isOnPath } from '../places/on-path.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT } from '../problem.ts'
import { agentFindings } from '../project/agent-findings.ts'
import { measuredFindings } from '../project/measured-findings.ts'
import { commandWords, projectCommands } from '../project/project-commands.ts'
import { sandboxFor } from '../run/wiring.ts'
import { paint, type Terminal } from '../terminal.ts'
import { VERSION } from '../version.ts'
import { printLines } from '../words/printed-lines.ts'
import { sandboxHint } from '../words/sandbox-hint.ts'

interface Finding {
  readonly what: string
  readonly found: string
  readonly verdict: 'good' | 'missing' | 'optional'
  readonly hint?: string | undefined
}

const DISK_MB_MIN = 500

/** `doctor`: what pm-agent needs here, what it found, and what to do about what is missing; `--run` runs the commands too. */
export async function doctor(
  context: Context,
  options: { readonly json?: boolean; readonly run?: boolean },
): Promise<number> {
  const findings = await examine(context, options.run ?? false)
  if (options.json) context.terminal.print(jsonText(findings, 2))
  else for (const finding of findings) print(context.terminal, finding)
  return findings.some(finding => finding.verdict === 'missing') ? EXIT.badInput : EXIT.done
}

async function examine(context: Context, runs: boolean): Promise<readonly Finding[]> {
  const places = await findPlaces(context)
  const version = await gitVersion()
  const config = readConfig({ repositoryTop: places.repository.top })
  const settings = config.ok ? config.value : { commands: {}, areas: [] }
  const { commands: all, project, areas } = await projectCommands(places.repository.top, settings)
  const disk = statfsSync(places.workspaces)
  const freeMb = (disk.bavail * disk.bsize) / 1024 / 1024
  return [
    good('pm-agent', `${VERSION} on Node ${process.versions.node}, ${process.platform} ${process.arch}`),
    good('git', version.ok ? version.value : 'missing'),
    good('repository', places.repository.top),
    config.ok
      ? good('settings', settingsFile(places.repository.top))
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
          'name the commands in pm-agent.yaml, or let the first task add a project',
        ),
    ...Object.entries(all).map(([name, command]) => {
      const isNamed = name in settings.commands || !(name === 'lint' || name === 'typecheck')
      return commandFinding(context, { name, command, isNamed })
    }),
    ...gateFindings(context, config.ok ? config.value.gates : undefined),
    ...areas.map(({ glob, commands, owner, detected }) =>
      good(`area ${glob}`, `${commandWords(commands ?? {}) || `owner ${owner}`}${detected ? ' (found)' : ''}`),
    ),
    ...(await agentFindings(context)).map(({ name, isReady, words, hint }) =>
      isReady ? good(`agent ${name}`, words) : optional(`agent ${name}`, words, hint ?? undefined),
    ),
    ...(await roomFindings(context, places, {
      commands: all,
      configured: config.ok ? config.value.commands : {},
      fittings: fittingsOf(config.ok ? config.value : {}),
      limits: runs && config.ok ? config.value.limits : null,
    })),
    freeMb > DISK_MB_MIN
      ? good('disk', `${Math.round(freeMb / 1024)} GB free for workspaces`)
      : {
          what: 'disk',
          found: `${Math.round(freeMb)} MB free`,
          verdict: 'missing',
          hint: `workspaces are in ${places.workspaces}; free some space or set XDG_STATE_HOME`,
        },
  ]
}

/** Gates besides the commands, and whether their programs are here. */
function gateFindings(context: Context, gates: GateSettings | undefined): readonly Finding[] {
  if (!gates) return []
  return configuredGates(gates).map(({ name, when, command, words }) => {
    const found = `${words}${when ? ` (when ${JSON.stringify(when)})` : ''}`
    return command === undefined
      ? good(`gate ${name}`, found)
      : { ...commandFinding(context, { name: `gate ${name}`, command, isNamed: true }), found }
  })
}

/** What a fresh room would have: setup from the cache or not, the files to copy, how much a command is shut in, and what commands do. */
async function roomFindings(
  context: Context,
  places: Places,
  {
    commands,
    configured,
    fittings,
    limits,
  }: {
    readonly commands: Commands
    readonly configured: Commands
    readonly fittings: Fittings
    readonly limits: Config['limits'] | null
  },
): Promise<readonly Finding[]> {
  const { setup } = commands
  const checkout = createRoomCheckout({ vaultDir: places.vaultDir, root: places.rooms })
  const rooms = createRooms({
    checkout,
    outputsDir: places.outputs,
    tempRoot: places.temp,
    cacheDir: places.cache,
    usersTop: places.repository.top,
    sandbox: sandboxFor(places, context.env),
    userEnv: context.env,
  })
  const { sandbox, unprotected } = await rooms.environment(fittings)
  const copied = fittings.copy.map((path): Finding => {
    if (existsSync(join(places.repository.top, path))) return good(`copy ${path}`, 'found')
    return {
      what: `copy ${path}`,
      found: 'not in your checkout',
      verdict: 'missing',
      hint: 'create it, or remove it from copy in pm-agent.yaml',
    }
  })
  return [
    ...(setup ? [await cacheFinding(places, rooms, { setup, fittings })] : []),
    ...copied,
    unprotected ? optional('sandbox', sandbox, sandboxHint(machineOf(context))) : good('sandbox', sandbox),
    ...(limits === null ? [] : await runFindings(places, rooms, { commands, configured, fittings, limits })),
  ]
}

const machineOf = (context: Context): Parameters<typeof sandboxHint>[0] => ({
  platform: process.platform,
  osRelease: existsSync(OS_RELEASE) ? readFileSync(OS_RELEASE, 'utf8') : '',
  isContainer: ['/.dockerenv', '/run/.containerenv'].some(existsSync),
  hasBubblewrap: isOnPath(context, 'bwrap'),
})
const OS_RELEASE = '/etc/os-release'

/** What the project's commands do there. */
async function runFindings(
  places: Places,
  rooms: ReturnType<typeof createRooms>,
  on: Parameters<typeof measuredFindings>[2],
): Promise<readonly Finding[]> {
  const measured = await measuredFindings(places, rooms, on)
  if (measured === null) return [optional('run', 'nothing is committed yet')]
  return measured.length > 0 ? measured : [optional('run', 'there is no command to run', 'name them under commands:')]
}

/** About the commit that HEAD points to, checked out as in a clean room. */
async function cacheFinding(
  places: Places,
  rooms: ReturnType<typeof createRooms>,
  { setup, fittings }: { readonly setup: string; readonly fittings: Fittings },
): Promise<Finding> {
  const vault = await openVault({ vaultDir: places.vaultDir, userRepo: places.repository })
  const head = await vault.importHead()
  if (head === null) return optional('setup cache', 'nothing is committed yet')
  const room = await rooms.open(await vault.treeOf(head), fittings)
  const key = await rooms.setupKey(room.dir, setup, fittings).finally(() => rooms.close(room))
  const entry = readEntry(join(places.cache, key))
  const size = `${(bytesBelow(places.cache) / 1024 / 1024).toFixed(1)} MB`
  const lastMs = entry?.durationMs ?? lastSetupMs(places.cache)
  const took = lastMs === null ? '' : `, setup took ${(lastMs / 1000).toFixed(1)} s last time`
  if (entry?.refusal) return optional('setup cache', `not used${took}`, entry.refusal)
  return entry
    ? good('setup cache', `hit for HEAD, ${size}${took}`)
    : optional('setup cache', `miss for HEAD, ${size}${took}`)
}

function commandFinding(
  context: Context,
  { name, command, isNamed }: { readonly name: string; readonly command: string; readonly isNamed: boolean },
): Finding {
  const program = command.trim().split(/\s+/, 1)[0]!
  // A shell word such as `for` or an assignment is not a program to look for.
  if (!/^[\w.+-]+$/.test(program) || isShellWord(program) || isOnPath(context, program)) return good(name, command)
  const hint = `${program} is not on the PATH`
  return isNamed
    ? { what: name, found: command, verdict: 'missing', hint }
    : optional(name, command, `${hint}; pm-agent.yaml does not name it, so it does not count as a check`)
}

const isShellWord = (word: string): boolean =>
  ['for', 'if', 'while', 'case', 'test', 'echo', 'cd', 'set', 'exit', 'true', 'false', 'export'].includes(word)

const good = (what: string, found: string): Finding => ({ what, found, verdict: 'good' })
const optional = (what: string, found: string, hint?: string): Finding => ({
  what,
  found,
  verdict: 'optional',
  hint,
})

function print(terminal: Terminal, { what, found, verdict, hint }: Finding): void {
  const mark =
    verdict === 'good'
      ? paint(terminal, 'green', 'ok')
      : verdict === 'missing'
        ? paint(terminal, 'red', '!!')
        : paint(terminal, 'dim', '--')
  const below = ' '.repeat(21)
  printLines(terminal, { text: `${mark}  ${what.padEnd(16)} ${found}`, hang: below.length })
  if (hint) printLines(terminal, { text: `${below}${hint}`, hang: below.length })
}

/** All settings have defaults, so that none at all is fine as well. */
function settingsFile(top: string): string {
  const name = ['pm-agent.yaml', 'pm-agent.yml'].find(file => existsSync(join(top, file)))
  return name ? `${name} is fine` : 'no pm-agent.yaml; pm-agent init writes one, and it goes without'
}
