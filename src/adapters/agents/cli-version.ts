import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../process/child.ts'
import { agentEnvironment } from '../process/environment.ts'

const WALL_MS = 15_000
const OUTPUT_BYTES_MAX = 64 * 1024
const VERSION = /\d+\.\d+\.\d+[\w.+-]*/
/** Asking for the version must not trigger an update or telemetry. */
const QUIET = { DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', CI: '1' }

/** The version that a CLI reports; null if it reports none in time. It runs in an empty folder, without network requests. */
export async function cliVersion(
  path: string,
  userEnv: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const dir = await mkdtemp(join(tmpdir(), 'pm-agent-version-'))
  try {
    const { ending, stdout } = await runChild(
      {
        file: path,
        args: ['--version'],
        cwd: dir,
        env: agentEnvironment(userEnv, { set: QUIET }),
        wallMs: WALL_MS,
        idleMs: null,
        outputBytesMax: OUTPUT_BYTES_MAX,
        outputFile: join(dir, 'output.log'),
        token: randomUUID(),
        graceMs: 1_000,
      },
      new AbortController().signal,
    )
    return ending.is === 'exited' && ending.code === 0 ? (VERSION.exec(stdout)?.[0] ?? null) : null
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
