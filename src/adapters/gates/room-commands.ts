import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Tree } from '../../core/ids.ts'
import type { CommandResult, CommandSpec, Room, Rooms } from '../../ports.ts'
import { runChild } from '../process/child.ts'
import { cleanText } from '../process/clean-text.ts'
import { gateEnvironment, setupEnvironment } from '../process/environment.ts'
import { openPrivateHome } from '../process/private-home.ts'
import { findShell } from '../process/shell.ts'

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
  readonly userEnv: Readonly<Record<string, string | undefined>>
}

/** Rooms whose commands run in a shell, each with its own processes, home and limits. */
export function createRooms(parts: RoomParts): Rooms {
  const shell = findShell(parts.userEnv)
  let environment: ReturnType<Rooms['environment']> | null = null
  return {
    open: tree => parts.checkout.open(tree),
    run: (room, spec, signal) => runInRoom(parts, shell, { room, spec }, signal),
    close: room => parts.checkout.close(room.dir),
    environment: () => (environment ??= describe(parts, shell)),
  }
}

async function runInRoom(
  parts: RoomParts,
  shell: string,
  { room, spec }: { readonly room: Room; readonly spec: CommandSpec },
  signal: AbortSignal,
): Promise<CommandResult> {
  const place = await openPrivateHome(parts.tempRoot)
  try {
    const result = await runChild(
      {
        file: shell,
        args: ['-c', spec.command],
        cwd: room.dir,
        env: spec.home === 'users' ? setupEnvironment(parts.userEnv, place) : gateEnvironment(parts.userEnv, place),
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
async function describe(parts: RoomParts, shell: string): ReturnType<Rooms['environment']> {
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
