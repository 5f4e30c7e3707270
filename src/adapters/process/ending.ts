import type { ChildProcess } from 'node:child_process'
import type { Ending } from '../../core/event.ts'

const MINUTE_MS = 60_000
const TIMER_MS_MAX = 2 ** 31 - 1
/** How long a killed process may take to be gone before the machine counts as broken. */
const KILLED_MS_MAX = 10_000

/** The one way in which a child is ended: by the first reason given, first asked, then killed. */
export interface End {
  /** Ends the child; a second reason changes nothing. */
  because(why: Ending): void
  reason(): Ending | null
  /** Until when whoever was asked to end may take its time; null when nobody was asked. */
  graceEndsAt(): number | null
  /** Rejects when the child was killed and does not go. */
  readonly overdue: Promise<never>
  clear(): void
}

/** Asks the child's whole group to end, and kills it after the grace. */
export function createEnd(child: ChildProcess, pid: number, graceMs: number): End {
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
    // A main process that moved to another group is not reached by its number.
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
      // Not both: for some programs a second request means "at once, without tidying up".
      if (signalGroup(child, pid, 'SIGTERM') === 'empty') child.kill('SIGTERM')
      graceEndsAt = performance.now() + graceMs
      timer = setTimeout(kill, graceMs)
    },
  }
}

function signalGroup(child: ChildProcess, pid: number, name: NodeJS.Signals): 'sent' | 'empty' {
  // The number is ours until the exit has been noticed; after that the sweep does the rest.
  if (child.exitCode !== null || child.signalCode !== null) return 'empty'
  try {
    process.kill(-pid, name)
    return 'sent'
  } catch {
    return 'empty'
  }
}

/** Time, silence and the caller's wish end a child; `clear` stops watching for all of them. */
export function watchLimits(
  limits: { readonly wallMs: number; readonly idleMs: number | null },
  stops: readonly AbortSignal[],
  end: (why: Ending) => void,
): { readonly onOutput: () => void; readonly clear: () => void } {
  const { wallMs, idleMs } = limits
  const after = (ms: number, why: Ending) => setTimeout(() => end(why), Math.min(ms, TIMER_MS_MAX))
  const wall = after(wallMs, { is: 'timed-out', minutes: wallMs / MINUTE_MS })
  const idle = idleMs === null ? null : after(idleMs, { is: 'idle', minutes: idleMs / MINUTE_MS })
  const onStop = () => end({ is: 'stopped' })
  for (const stop of stops) stop.addEventListener('abort', onStop)
  return {
    onOutput: () => idle?.refresh(),
    clear() {
      clearTimeout(wall)
      if (idle !== null) clearTimeout(idle)
      for (const stop of stops) stop.removeEventListener('abort', onStop)
    },
  }
}
