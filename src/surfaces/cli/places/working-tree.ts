import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ordinaryText } from '../../../adapters/work-tree/ordinary-file.ts'
import type { TreeReader } from '../../../ports.ts'

const FILES_MAX = 5_000
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', 'target', 'dist', 'build'])

/** The worktree around a folder and its branch. */
export interface WorkTree {
  readonly top: string
  readonly branch: string | null
}

/**
 * The worktree of a folder, found without starting a process: a linked one is itself, not its main worktree. Outside of
 * a repository it is the folder itself.
 */
export function workTreeAt(cwd: string): WorkTree {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    const gitDir = gitDirIn(dir)
    if (gitDir !== null) return { top: dir, branch: branchIn(gitDir) }
    if (dir === dirname(dir)) return { top: cwd, branch: null }
  }
}

function gitDirIn(dir: string): string | null {
  const dotGit = join(dir, '.git')
  const stats = statSync(dotGit, { throwIfNoEntry: false })
  if (stats === undefined) return null
  const target = stats.isDirectory() ? '.git' : /^gitdir: (.+)/.exec(readFileSync(dotGit, 'utf8'))?.[1]
  const gitDir = target === undefined ? null : resolve(dir, target.trimEnd())
  return gitDir !== null && existsSync(join(gitDir, 'HEAD')) ? gitDir : null
}

/** Null on a detached HEAD. */
const branchIn = (gitDir: string): string | null =>
  /^ref: refs\/heads\/(.+)/.exec(readFileSync(join(gitDir, 'HEAD'), 'utf8'))?.[1]?.trimEnd() ?? null

/** The user's files on disk, enough of them to recognise a project. Read-only. */
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
    readText: async path => ordinaryText(join(top, path)),
  }
}
