import type { ChildProcess } from 'node:child_process'
import type { Ending } from '../../core/run/ending.ts'
import { findProcesses, hasProcessTable, useOf } from './process-table.ts'

const MINUTE_MS = 60_000
/** How often limits are checked; shorter limits are checked more often. */
const LOOK_MS_MAX = 1_000
const LOOKS_PER_LIMIT = 10
/** A check delayed by more than this many intervals means that the machine slept; load alone never delays that much. */
const LATE_PAUSES = 3
const LATE_MS_MIN = 250
/** Scanning all processes takes some milliseconds, so it is rare while usage is far below the limit. */
const USE_LOOK_MS = { near: 250, far: 1_000 }
const MEGABYTE_BYTES = 1024 * 1024
/** How long a killed process may take to disappear before the machine counts as broken. */
const KILLED_MS_MAX = 10_000

/** The only way to end a child: for the first reason given, first by a request, then by a kill. */
export interface End {
  /** Ends the child; a second reason is ignored. */
  because(why: Ending): void
  reason(): Ending | null
  /** The end of the grace period after a request to end; null without a request. */
  graceEndsAt(): number | null
  /** Rejects if the child was killed and does not disappear. */
  readonly overdue: Promise<never>
  clear(): void
}

/** Asks the child's process group to end, and kills it after the grace period. */
export function createEnd(
  child: ChildProcess,
  pid: number,
  { graceMs, token, isEnclosure }: { readonly graceMs: number; readonly token: string; readonly isEnclosure?: boolean },
): End {
  let reason: Ending | null = null
  let graceEndsAt: number | null = null
  let timer: NodeJS.Timeout | undefined
  let giveUp: (error: Error) => void = () => {}
  const overdue = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  overdue.catch(() => {})

  const kill = (): void => {
    signalGroup(child, pid, 'SIGKILL')
    // A main process that moved to another group is not reached by the group's signal.
    child.kill('SIGKILL')
    timer = setTimeout(() => giveUp(new Error(`process ${pid} does not end although it was killed`)), KILLED_MS_MAX)
  }
  return {
    overdue,
    reason: () => reason,
    graceEndsAt: () => graceEndsAt,
    clear: () => clearTimeout(timer),
    because(why) {
      if (reason !== null) return
      reason = why
      // During a grace period it would continue to use memory.
      if (why.is === 'too-much-memory' || why.is === 'too-many-processes') return kill()
      // Not both: for some programs a second signal means "at once, without cleaning up".
      if (isEnclosure && hasProcessTable) askInside(token, pid)
      else if (signalGroup(child, pid, 'SIGTERM') === 'empty') child.kill('SIGTERM')
      graceEndsAt = performance.now() + graceMs
      timer = setTimeout(kill, graceMs)
    },
  }
}

/** All processes except the sandbox wrapper: its death would kill all of them at once. */
function askInside(token: string, leader: number): void {
  for (const pid of findProcesses(token, leader).pids) {
    if (pid === leader) continue
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // It exited by itself in the meantime.
    }
  }
}

function signalGroup(child: ChildProcess, pid: number, name: NodeJS.Signals): 'sent' | 'empty' {
  // The pid is ours until its exit is reaped; after that the sweep does the rest.
  if (child.exitCode !== null || child.signalCode !== null) return 'empty'
  try {
    process.kill(-pid, name)
    return 'sent'
  } catch {
    return 'empty'
  }
}

/** Ends a child whose process tree exceeds its memory or process limit; `clear` stops checking. */
export function watchUse(
  pid: number,
  { memoryBytesMax = Infinity, processesMax = Infinity }: { memoryBytesMax?: number; processesMax?: number },
  end: (why: Ending) => void,
): { readonly clear: () => void } {
  if (memoryBytesMax === Infinity && processesMax === Infinity) return { clear: () => {} }
  const look = (): void => {
    const { processes, memoryBytes } = useOf(pid) ?? { processes: 0, memoryBytes: 0 }
    const share = Math.max(memoryBytes / memoryBytesMax, processes / processesMax)
    if (memoryBytes > memoryBytesMax) end({ is: 'too-much-memory', megabytes: memoryBytesMax / MEGABYTE_BYTES })
    else if (processes > processesMax) end({ is: 'too-many-processes', processes: processesMax })
    else timer = setTimeout(look, share > 0.5 ? USE_LOOK_MS.near : USE_LOOK_MS.far)
  }
  let timer = setTimeout(look, USE_LOOK_MS.near)
  return { clear: () => clearTimeout(timer) }
}

/** Time limit, idle limit and the caller's abort end a child; `clear` stops watching for all of them. */
export function watchLimits(
  limits: { readonly wallMs: number; readonly idleMs: number | null },
  stops: readonly AbortSignal[],
  end: (why: Ending) => void,
): { readonly onOutput: () => void; readonly clear: () => void } {
  const { wallMs, idleMs } = limits
  const wall = watchTime(wallMs, { is: 'timed-out', minutes: wallMs / MINUTE_MS }, end)
  const idle = idleMs === null ? null : watchTime(idleMs, { is: 'idle', minutes: idleMs / MINUTE_MS }, end)
  const onStop = () => end({ is: 'stopped' })
  for (const stop of stops) stop.addEventListener('abort', onStop)
  return {
    onOutput: () => idle?.restart(),
    clear() {
      wall.clear()
      idle?.clear()
      for (const stop of stops) stop.removeEventListener('abort', onStop)
    },
  }
}

/**
 * Ends the child after this much time in which we were running ourselves. A sleeping laptop, or a stopped and continued
 * process group, sleeps with all its agents: a plain timer would fire on waking, although the agent did nothing wrong.
 */
function watchTime(
  limitMs: number,
  why: Ending,
  end: (why: Ending) => void,
): { readonly restart: () => void; readonly clear: () => void } {
  const pauseMs = Math.min(LOOK_MS_MAX, Math.max(1, limitMs / LOOKS_PER_LIMIT))
  const lateMs = Math.max(pauseMs * LATE_PAUSES, LATE_MS_MIN)
  let seenAt = performance.now()
  let spentMs = 0
  const look = () => {
    const now = performance.now()
    const passedMs = now - seenAt
    seenAt = now
    spentMs += passedMs > lateMs ? pauseMs : passedMs
    if (spentMs >= limitMs) end(why)
    else timer = setTimeout(look, Math.min(pauseMs, limitMs - spentMs))
  }
  let timer = setTimeout(look, Math.min(pauseMs, limitMs))
  return {
    restart: () => {
      seenAt = performance.now()
      spentMs = 0
    },
    clear: () => clearTimeout(timer),
  }
}
