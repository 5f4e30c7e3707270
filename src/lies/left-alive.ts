import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hasProcessTable, readStat } from '../adapters/process/process-table.ts'

const SHOWN_MAX = 120

/** Ends all live processes that belong to this folder, by environment, working directory or arguments, and lists them. */
export function endLeftOvers(root: string): readonly string[] {
  if (!hasProcessTable) return []
  return readdirSync('/proc').flatMap(name => {
    const pid = /^\d+$/.test(name) ? Number(name) : process.pid
    if (pid === process.pid || !readStat(pid)?.alive) return []
    const command = look(name, 'cmdline')
    if (![look(name, 'environ'), command, folder(name)].some(text => text.includes(root))) return []
    end(pid)
    return [`${pid} ${command.replaceAll('\0', ' ').trim().slice(0, SHOWN_MAX)}`]
  })
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

function look(pid: string, entry: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${entry}`, 'latin1')
  } catch {
    return ''
  }
}

function folder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
