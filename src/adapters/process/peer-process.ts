import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hasProcessTable, readStat, tokenOf } from './process-table.ts'

const ANCESTORS_MAX = 100

/** The two ends of a TCP connection on this machine, seen from a server. */
interface Connection {
  readonly localPort: number
  readonly remotePort: number
}

/**
 * Whose process is at the other end of a connection. `agent`: one that pm-agent started, or a descendant of it. `gone`: it has closed its
 * end, so that nobody can tell. `unknown`: a process of another user or machine, or a system without `/proc`.
 */
export type Peer = 'agent' | 'gone' | 'other' | 'unknown'

/** Who holds the other end of a loopback connection. */
export function peerOf(connection: Connection): Peer {
  if (!hasProcessTable) return 'unknown'
  const inode = clientInode(connection)
  if (inode === null) return 'gone'
  const holders = holdersOf(inode)
  if (holders.length === 0) return 'unknown'
  return holders.some(isOfAgent) ? 'agent' : 'other'
}

/** The inode of the client's socket; null once it is closed. */
function clientInode({ localPort, remotePort }: Connection): string | null {
  for (const table of ['tcp', 'tcp6']) {
    const [, ...rows] = (textAt(`/proc/net/${table}`) ?? '').split('\n')
    for (const row of rows) {
      const [, local, remote, , , , , , , inode] = row.trim().split(/\s+/)
      if (portOf(local) === remotePort && portOf(remote) === localPort && inode !== '0') return inode!
    }
  }
  return null
}

const portOf = (address: string | undefined): number => Number.parseInt(address?.split(':')[1] ?? '', 16)

function holdersOf(inode: string): readonly number[] {
  const link = `socket:[${inode}]`
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => namesIn(`/proc/${pid}/fd`).some(fd => linkAt(`/proc/${pid}/fd/${fd}`) === link))
}

/** It or an ancestor carries a token of a launch. Tokens around ourselves do not count: then everybody here carries them. */
function isOfAgent(pid: number): boolean {
  const ours = new Set(tokensAround(process.pid))
  return tokensAround(pid).some(token => !ours.has(token))
}

function tokensAround(pid: number): readonly string[] {
  const tokens: string[] = []
  let at = pid
  for (let steps = 0; at > 1 && steps < ANCESTORS_MAX; steps++) {
    const token = tokenOf(at)
    if (token !== null) tokens.push(token)
    at = readStat(at)?.parent ?? 0
  }
  return tokens
}

const namesIn = (dir: string): readonly string[] => attempt(() => readdirSync(dir)) ?? []
const linkAt = (path: string): string | null => attempt(() => readlinkSync(path))
const textAt = (path: string): string | null => attempt(() => readFileSync(path, 'utf8'))

/** Null where a process has ended or belongs to another user. */
function attempt<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}
