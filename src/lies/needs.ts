import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runChild } from '../adapters/process/child.ts'
import { findShell } from '../adapters/process/shell.ts'

const NEED_MS_MAX = 30_000

/** The requirements of a fixture that this machine lacks, in words; null if there are none. */
export async function fits(needs: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-lies-needs-'))
  try {
    for (const need of needs) {
      const { ending } = await runChild(
        {
          file: findShell(env),
          args: ['-c', need],
          cwd: dir,
          env: Object.fromEntries(
            Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
          ),
          wallMs: NEED_MS_MAX,
          idleMs: null,
          outputBytesMax: 1024 * 1024,
          outputFile: join(dir, 'output'),
          // Its own token: another play that ends at the same time ends all processes with its token.
          token: basename(dir),
          graceMs: 500,
        },
        new AbortController().signal,
      )
      if (ending.is !== 'exited' || ending.code !== 0) return `"${need}" does not work here`
    }
    return null
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
