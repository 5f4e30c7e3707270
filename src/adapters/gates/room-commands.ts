import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanText } from '../../core/clean-text.ts'
import type { Fittings } from '../../core/config.ts'
import type { Tree } from '../../core/ids.ts'
import type { CommandResult, CommandSpec, Room, RoomEnvironment, Rooms } from '../../ports.ts'
import { runChild } from '../process/child.ts'
import { type Extra, gateEnvironment, setupEnvironment } from '../process/environment.ts'
import { holdPorts, releasePorts } from '../process/port-range.ts'
import { openPrivateHome } from '../process/private-home.ts'
import { findShell } from '../process/shell.ts'
import { copyFiles, missingFiles } from './copied-files.ts'
import { createSetupCache, type SetupCache } from './setup-cache.ts'

const MINUTE_MS = 60_000
const MEGABYTE_BYTES = 1024 * 1024
const GRACE_MS = 2_000
const VERSION_MS_MAX = 20_000

/** What rooms are made of. */
export interface RoomParts {
  readonly checkout: {
    open(tree: Tree): Promise<{ readonly dir: string }>
    close(dir: string): Promise<void>
  }
  readonly outputsDir: string
  /** Where each command gets its own home and temporary folder; never inside a room. */
  readonly tempRoot: string
  /** Where the results of setup are kept. */
  readonly cacheDir: string
  /** The user's checkout, for the files that are to be copied from it. */
  readonly usersTop: string
  readonly userEnv: Readonly<Record<string, string | undefined>>
}

/** Rooms whose commands run in a shell, each with its own processes, home and limits. */
export function createRooms(parts: RoomParts): Rooms {
  const shell = findShell(parts.userEnv)
  const fittings = new Map<string, Fittings>()
  let described: Promise<RoomEnvironment> | null = null
  const environment = () => (described ??= describe(parts, shell))
  const cache = async () => createSetupCache(parts.cacheDir, JSON.stringify((await environment()).toolchain))
  const execute = (room: Room, spec: CommandSpec, signal: AbortSignal) => {
    const set = { ...(fittings.get(room.dir)?.env.set ?? {}), PM_AGENT_PORT_BASE: String(holdPorts(room.dir)) }
    const extra = { pass: fittings.get(room.dir)?.env.pass ?? [], set }
    return runInRoom(parts, shell, { room, spec, extra }, signal)
  }
  return {
    open: async (tree, wanted) => {
      const room = await parts.checkout.open(tree)
      if (wanted) fittings.set(room.dir, wanted)
      await copyFiles(parts.usersTop, wanted?.copy ?? [], room.dir)
      return room
    },
    run: async (room, spec, signal) => {
      // Setup is the one command that runs with the user's home, and the one whose result is worth keeping.
      if (spec.home !== 'users') return execute(room, spec, signal)
      return setUp(await cache(), { room, spec, execute: () => execute(room, spec, signal) })
    },
    close: async room => {
      fittings.delete(room.dir)
      releasePorts(room.dir)
      await parts.checkout.close(room.dir)
    },
    furnish: async (dir, furniture) => {
      await copyFiles(parts.usersTop, furniture.fittings.copy, dir)
      if (!furniture.setup || furniture.tree === null) return
      const kept = await cache()
      // What setup made is put in only where it can never come back as work.
      await kept.restore(await kept.keyOf(dir, furniture.setup.command), dir, furniture.isIgnored)
    },
    environment: async wanted => ({
      ...(await environment()),
      missing: missingFiles(parts.usersTop, wanted?.copy ?? []),
    }),
  }
}

/** From the cache where the same setup was made before; made and kept otherwise. What a draft's own manifests bring is never kept. */
async function setUp(
  cache: SetupCache,
  {
    room,
    spec,
    execute,
  }: { readonly room: Room; readonly spec: CommandSpec; readonly execute: () => Promise<CommandResult> },
): Promise<CommandResult> {
  const started = performance.now()
  const key = await cache.keyOf(room.dir, spec.command)
  if (await cache.restore(key, room.dir)) return { ...FROM_CACHE, durationMs: performance.now() - started }
  const before = new Set(await readdir(room.dir))
  const result = await execute()
  const good = result.ending.is === 'exited' && result.ending.code === 0
  if (good && spec.ofBase) await cache.keep(key, room.dir, before)
  return result
}

const FROM_CACHE: CommandResult = {
  ending: { is: 'exited', code: 0 },
  output: 'put in place from the setup cache',
  stdout: '',
  outputFile: '',
  outputDigest: '',
  durationMs: 0,
  cached: true,
}

async function runInRoom(
  parts: RoomParts,
  shell: string,
  { room, spec, extra }: { readonly room: Room; readonly spec: CommandSpec; readonly extra: Extra },
  signal: AbortSignal,
): Promise<CommandResult> {
  const place = await openPrivateHome(parts.tempRoot)
  try {
    const result = await runChild(
      {
        file: shell,
        args: ['-c', spec.command],
        cwd: room.dir,
        env:
          spec.home === 'users'
            ? setupEnvironment(parts.userEnv, place, extra)
            : gateEnvironment(parts.userEnv, place, extra),
        wallMs: spec.minutes * MINUTE_MS,
        // Compilers and test suites may be silent for as long as they may run.
        idleMs: null,
        outputBytesMax: spec.outputMbMax * MEGABYTE_BYTES,
        outputFile: join(parts.outputsDir, `${randomUUID()}.log`),
        token: spec.token,
        graceMs: GRACE_MS,
      },
      signal,
    )
    return {
      ending: result.ending,
      output: cleanText(result.output),
      stdout: result.stdout,
      outputFile: result.outputFile,
      outputDigest: result.outputDigest,
      durationMs: result.durationMs,
    }
  } finally {
    await place.remove()
  }
}

/** The versions are those a command would meet, not those we run on ourselves. */
async function describe(parts: RoomParts, shell: string): Promise<RoomEnvironment> {
  const place = await openPrivateHome(parts.tempRoot)
  const env = gateEnvironment(parts.userEnv, place)
  const version = async (program: string): Promise<Readonly<Record<string, string>>> => {
    const result = await runChild(
      {
        file: program,
        args: ['--version'],
        cwd: place.home,
        env,
        wallMs: VERSION_MS_MAX,
        idleMs: null,
        outputBytesMax: MEGABYTE_BYTES,
        outputFile: join(place.tmp, `${program}.log`),
        token: randomUUID(),
        graceMs: GRACE_MS,
      },
      new AbortController().signal,
    )
    const known = result.ending.is === 'exited' && result.ending.code === 0
    return known ? { [program]: result.stdout.trim().split('\n')[0] ?? '' } : {}
  }
  try {
    const [node, git] = await Promise.all([version('node'), version('git')])
    const toolchain = { ...node, ...git, platform: process.platform, arch: process.arch, shell }
    return { toolchain, sandbox: 'process-group' }
  } finally {
    await place.remove()
  }
}
