import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Ending } from '../../core/run/ending.ts'
import { runChild } from '../process/child.ts'
import { openPrivateHome } from '../process/private-home.ts'
import { findShell } from '../process/shell.ts'

const WALL_MS = 30_000
const GRACE_MS = 1_000
const OUTPUT_BYTES_MAX = 1024 * 1024

/** Starts a command of the user's with a text on its standard input; returns how it failed, or null. */
export async function startNotify(
  command: string,
  text: string,
  place: { readonly cwd: string; readonly userEnv: NodeJS.ProcessEnv; readonly tempRoot: string },
  signal: AbortSignal,
): Promise<string | null> {
  const env = Object.entries(place.userEnv).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const room = await openPrivateHome(place.tempRoot)
  try {
    const { ending, output } = await runChild(
      {
        file: findShell(place.userEnv),
        args: ['-c', command],
        cwd: place.cwd,
        env: Object.fromEntries(env),
        stdin: text,
        wallMs: WALL_MS,
        idleMs: null,
        outputBytesMax: OUTPUT_BYTES_MAX,
        outputFile: join(room.tmp, 'notify.log'),
        token: randomUUID(),
        graceMs: GRACE_MS,
      },
      signal,
    )
    return failureOf(ending, output)
  } finally {
    await room.remove()
  }
}

function failureOf(ending: Ending, output: string): string | null {
  if (ending.is === 'exited' && ending.code === 0) return null
  const last = output.trim().split('\n').at(-1) ?? ''
  const words = ending.is === 'exited' ? `exit ${ending.code}` : ending.is
  return last ? `${words}: ${last}` : words
}
