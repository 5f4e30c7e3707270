import { readdirSync, readFileSync } from 'node:fs'

/** Whether the kernel has /proc; elsewhere only a process group can be found. */
export const hasProcessTable = process.platform === 'linux'

/** The environment variable in every process of one launch. */
export const TOKEN_VARIABLE = 'PM_AGENT_TOKEN'

const KERNEL_THREAD = 0x00200000

/** The kernel's data about one process. */
export interface ProcessStat {
  /** False for a zombie: it may never be reaped, but it does nothing any more. */
  readonly alive: boolean
  /** Stopped by a signal or a debugger: it does nothing until it is continued. */
  readonly stopped: boolean
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly kernelThread: boolean
  /** In ticks since boot; together with the pid it identifies one process. */
  readonly startTime: string
  /** Resident pages. */
  readonly pages: number
}

/** The state of a process, or null if there is none with this pid. */
export function readStat(pid: number): ProcessStat | null {
  const text = readEntry(pid, 'stat')
  if (text === null) return null
  // A program's name is in parentheses and may contain spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    alive: !/^[ZXx]$/.test(fields[0] ?? 'X'),
    stopped: /^[Tt]$/.test(fields[0] ?? ''),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    kernelThread: (Number(fields[6]) & KERNEL_THREAD) !== 0,
    startTime: fields[19] ?? '',
    pages: Number(fields[21] ?? 0),
  }
}

/** Whether a process was started with this token, directly or indirectly. */
export function carriesToken(pid: number, token: string): boolean {
  return hasEntry(readEntry(pid, 'environ'), token)
}

/** The token of a process; null if it has none or is not readable. */
export function tokenOf(pid: number): string | null {
  const environment = readEntry(pid, 'environ')
  const entry = environment?.split('\0').find(one => one.startsWith(`${TOKEN_VARIABLE}=`))
  return entry?.slice(TOKEN_VARIABLE.length + 1) || null
}

/** One look at all processes. */
export interface Sighting {
  readonly pids: readonly number[]
  /** A process was in the middle of exec and showed no environment: scan again. */
  readonly unclear: boolean
  /** Listed, but dead when it was looked at. If it was ours, it can have started others after the list was made. */
  readonly ended: readonly number[]
}

/** The live processes with the token, or in the group or session of the leader. */
export function findProcesses(token: string, leader: number | null): Sighting {
  const pids: number[] = []
  const ended: number[] = []
  let unclear = false
  for (const name of readdirSync('/proc')) {
    const pid = /^\d+$/.test(name) ? Number(name) : process.pid
    if (pid === process.pid) continue
    const stat = readStat(pid)
    if (!stat?.alive) ended.push(pid)
    if (!stat?.alive || stat.kernelThread) continue
    if (leader !== null && (stat.group === leader || stat.session === leader)) {
      pids.push(pid)
      continue
    }
    const environment = readEntry(pid, 'environ')
    if (hasEntry(environment, token)) pids.push(pid)
    // During exec the kernel shows neither environment nor arguments for a moment, which may end between our two looks.
    else if (environment === '' && (readEntry(pid, 'cmdline') === '' || readEntry(pid, 'environ') !== ''))
      unclear = true
  }
  return { pids, unclear, ended }
}

/** Whether a live process belongs to the group of this leader. */
export function hasGroup(leader: number): boolean {
  try {
    process.kill(-leader, 0)
  } catch {
    return false
  }
  // A group of zombies still answers a signal, so check more closely if possible.
  if (!hasProcessTable) return true
  return readdirSync('/proc').some(name => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    return stat?.alive === true && stat.group === leader
  })
}

/** The usual page size on Linux; with larger pages the sum is too small, and nothing is stopped too early. */
const PAGE_BYTES = 4096

/**
 * A leader's group, session and their process tree: their number, and their total memory, in which shared pages count for
 * each process. Null if the kernel does not show it.
 */
export function useOf(leader: number): { readonly processes: number; readonly memoryBytes: number } | null {
  if (!hasProcessTable) return null
  const stats = new Map<number, ProcessStat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat?.alive) stats.set(Number(name), stat)
  }
  const belongs = new Map<number, boolean>()
  const isOurs = (pid: number): boolean => {
    const known = belongs.get(pid)
    if (known !== undefined) return known
    // Set first, so that a table that changed during the scan cannot cause an endless loop.
    belongs.set(pid, false)
    const stat = stats.get(pid)
    const ours =
      stat !== undefined && (pid === leader || stat.group === leader || stat.session === leader || isOurs(stat.parent))
    belongs.set(pid, ours)
    return ours
  }
  const ours = [...stats].filter(([pid]) => isOurs(pid))
  return { processes: ours.length, memoryBytes: ours.reduce((sum, [, { pages }]) => sum + pages, 0) * PAGE_BYTES }
}

function hasEntry(environment: string | null, token: string): boolean {
  return environment !== null && `\0${environment}`.includes(`\0${TOKEN_VARIABLE}=${token}\0`)
}

/** Null if the process has ended, or belongs to another user. */
function readEntry(pid: number, entry: 'stat' | 'environ' | 'cmdline'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${entry}`, 'latin1')
  } catch {
    return null
  }
}
