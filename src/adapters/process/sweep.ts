import { setTimeout as delay } from 'node:timers/promises'
import { findProcesses, hasGroup, hasProcessTable } from './process-table.ts'

const SWEEP_MS_MAX = 10_000
const PAUSE_MS = 2
const LOOK_MS = 20
const UNCLEAR_PASSES_MAX = 20

/**
 * Kills the leader's group and session and every process with the token, until none is left.
 * Killing the group alone misses processes that called setsid. A scan misses a process whose parent ended during the scan, so the
 * last scan has to find every listed process alive, apart from zombies that an earlier scan found dead.
 */
export async function sweep(token: string, leader: number | null): Promise<void> {
  if (leader !== null) kill(-leader)
  if (!hasProcessTable) return leader === null ? undefined : sweepGroup(leader)

  const deadline = performance.now() + SWEEP_MS_MAX
  const notOurs = new Set<number>()
  let endedBefore: ReadonlySet<number> = new Set()
  for (let unclearPasses = 0; ; ) {
    const seen = findProcesses(token, leader)
    const left = seen.pids.filter(pid => !notOurs.has(pid))
    const unclear = seen.unclear || seen.ended.some(pid => !endedBefore.has(pid))
    if (left.length === 0 && (!unclear || unclearPasses++ === UNCLEAR_PASSES_MAX)) return
    endedBefore = new Set(seen.ended)
    for (const pid of left) if (kill(pid) === 'denied') notOurs.add(pid)
    if (performance.now() > deadline)
      throw new Error(`processes ${left.join(', ')} do not end although they were killed`)
    await delay(PAUSE_MS)
  }
}

/** Waits for a group that was asked to end; a shell exits at once, but its programs may still clean up. */
export async function groupGone(leader: number, deadline: number): Promise<void> {
  while (performance.now() < deadline && hasGroup(leader)) await delay(LOOK_MS)
}

/** A group exists as long as a member does, and signalling it is the only portable check. */
async function sweepGroup(leader: number): Promise<void> {
  const deadline = performance.now() + SWEEP_MS_MAX
  while (kill(-leader) === 'sent' && performance.now() < deadline) await delay(PAUSE_MS)
}

function kill(target: number): 'sent' | 'gone' | 'denied' {
  try {
    process.kill(target, 'SIGKILL')
    return 'sent'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'denied' : 'gone'
  }
}
