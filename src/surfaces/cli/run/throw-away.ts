import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXIT, Problem } from '../problem.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A folder that is gone when its use is over, however that comes: done, failed, or interrupted at any moment. */
export async function inThrowAway<T>(name: string, use: (root: string) => Promise<T>): Promise<T> {
  let root: string | null = null
  const remove = () => {
    if (root !== null) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
  // A run ends itself in good order once it drives; before and after that a signal would end us without a word.
  const leave = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) === 1) process.exit(EXIT.interrupted)
  }
  // Before there is a folder, because a signal may come at the very moment when there is one.
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
