import { setTimeout as delay } from 'node:timers/promises'
import { isBusy } from './connection.ts'

const PATIENCE_MS = 5_000
const PAUSE_MS = 20

/**
 * Repeats work on the journal while another process has it locked, until a timeout. SQLite's own timeout would block the
 * whole process: signals and time limits would not be handled.
 */
export async function patiently<T>(work: () => T): Promise<T> {
  const begin = performance.now()
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() - begin >= PATIENCE_MS) throw error
    }
    await delay(PAUSE_MS)
  }
}
