import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXIT, Problem } from '../problem.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A folder that is deleted after its use, in any case: done, failed, or interrupted at any moment. */
export async function inThrowAway<T>(name: string, use: (root: string) => Promise<T>): Promise<T> {
  let root: string | null = null
  const remove = () => {
    if (root !== null) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
  // A driven run ends cleanly by itself; before and after that a signal would end us without a message.
  const leave = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) === 1) process.exit(EXIT.interrupted)
  }
  // Before the folder exists, because a signal may arrive right after its creation.
  process.on('exit', remove)
  for (const signal of SIGNALS) process.on(signal, leave)
  try {
    root = makeFolder(name)
    return await use(root)
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, leave)
  }
}

function makeFolder(name: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `pm-agent-${name}-`))
  } catch (error) {
    throw new Problem(`the temporary folder cannot be used: ${(error as Error).message}`, [
      'make room there, or name another one: TMPDIR=/some/folder',
    ])
  }
}
