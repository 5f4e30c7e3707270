import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hasProcessTable, readStat } from '../adapters/process/process-table.ts'

/** Living processes that were started for something below this folder, by their environment, folder or arguments. */
export function leftAlive(root: string): readonly string[] {
  if (!hasProcessTable) return []
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid || !readStat(Number(name))?.alive) return []
    const seen = [look(name, 'environ'), look(name, 'cmdline'), folder(name)]
    return seen.some(text => text.includes(root))
      ? [`${name} ${look(name, 'cmdline').replaceAll('\0', ' ').trim()}`]
      : []
  })
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
