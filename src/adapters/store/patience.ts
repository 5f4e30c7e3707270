import { setTimeout as delay } from 'node:timers/promises'
import { isBusy } from './connection.ts'

const PATIENCE_MS = 5_000
const PAUSE_MS = 20

/**
 * Does work on the journal, and again while somebody else has it locked, until patience ends. SQLite's own timeout would
 * stop the whole process meanwhile: no signal would be heard and no limit kept.
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
