import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TreeReader } from '../../engine/proof/detect.ts'

const FILES_MAX = 5_000
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', 'target', 'dist', 'build'])

/** The top of the work tree that a common git directory belongs to; the folder itself where there is none. */
export const topOf = (commonDir: string | null, cwd: string): string =>
  commonDir && basename(commonDir) === '.git' ? dirname(commonDir) : cwd

/** The user's files as they lie there, enough of them to recognise a project. Only looks. */
export function readWorkingTree(top: string): TreeReader {
  const list: string[] = []
  const open = ['']
  while (open.length > 0 && list.length < FILES_MAX) {
    const dir = open.shift()!
    for (const entry of readdirSync(join(top, dir), { withFileTypes: true })) {
      const path = dir ? `${dir}/${entry.name}` : entry.name
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(path)
      else if (entry.isFile()) list.push(path)
    }
  }
  return {
    list,
    readText: async path => {
      try {
        return readFileSync(join(top, path), 'utf8')
      } catch {
        return null
      }
    },
  }
}
