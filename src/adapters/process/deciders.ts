import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Deciders, KnownProcesses, Origin } from '../../core/journal/decider.ts'
import { hasProcessTable, readStat, tokenOf } from './process-table.ts'

const ANCESTORS_MAX = 100

/** The identity of this process, for the receiver of its decisions. */
export const thisOrigin = (): Origin => ({
  pid: process.pid,
  startTime: readStat(process.pid)?.startTime ?? '',
  host: hostname(),
  namespace: namespaceOf('self'),
  terminal: process.stdin.isTTY === true,
})

/** Distinguishes agents and their leftover processes from humans; without a sandbox, only a terminal indicates a human. */
export const createDeciders = (hasWall: () => Promise<boolean>): Deciders => ({
  standing: async (origin, known) => {
    if (origin && isOfAgent(origin, known)) return 'agent'
    if (origin && hasTerminal(origin)) return 'human'
    return (await hasWall()) ? 'human' : 'weak'
  },
})

/**
 * Whether a process belongs to an agent: it carries a token, it or one of its ancestors is an agent's process or in an agent's
 * group or session, or it lives in another process namespace of this host.
 */
function isOfAgent(origin: Origin, known: KnownProcesses): boolean {
  if (origin.host !== hostname() || !hasProcessTable) return false
  if (origin.namespace !== namespaceOf('self')) return true
  const stat = readStat(origin.pid)
  // It has ended, or its pid was reused: nothing is known about it.
  if (stat === null || stat.startTime !== origin.startTime) return false
  if (tokenOf(origin.pid) !== null) return true
  let pid = origin.pid
  for (let steps = 0; pid > 1 && steps < ANCESTORS_MAX; steps++) {
    const at = readStat(pid)
    if (at === null) return false
    const token = tokenOf(pid)
    if (token !== null && known.tokens.has(token)) return true
    if ([pid, at.group, at.session].some(leader => isLeader(leader, known))) return true
    pid = at.parent
  }
  return false
}

/** A group keeps its number after its leader's death; a live leader must be the launched process. */
function isLeader(pid: number, { leaders }: KnownProcesses): boolean {
  const startTime = leaders.get(pid)
  if (startTime === undefined) return false
  const stat = readStat(pid)
  return stat === null || stat.startTime === startTime
}

/** Checks the claim of a process about its terminal as long as it lives. */
function hasTerminal({ pid, startTime, host, terminal }: Origin): boolean {
  if (!terminal || host !== hostname()) return false
  if (!hasProcessTable) return true
  if (readStat(pid)?.startTime !== startTime) return false
  return /^\/dev\/(?:pts\/|tty|console)/.test(linkAt(`/proc/${pid}/fd/0`) ?? '')
}

const namespaceOf = (pid: number | 'self'): string | null => linkAt(`/proc/${pid}/ns/pid`)

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
