import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The common git directory of the repository around a directory, without starting a process; null outside of one. */
export function findGitCommonDir(startDir: string): string | null {
  for (let dir = resolve(startDir); ; dir = dirname(dir)) {
    const gitDir = gitDirAt(dir)
    if (gitDir !== null) return commonDirOf(gitDir)
    if (dir === dirname(dir)) return null
  }
}

/** A `.git` directory, or where a `.git` file (linked worktree, submodule) points. */
function gitDirAt(dir: string): string | null {
  const dotGit = join(dir, '.git')
  const stats = statSync(dotGit, { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (stats.isDirectory()) return looksLikeGitDir(dotGit) ? dotGit : null
  const target = /^gitdir: (.+)/.exec(firstText(dotGit) ?? '')?.[1]
  if (target === undefined) return null
  const gitDir = resolve(dir, target.trimEnd())
  return looksLikeGitDir(gitDir) ? gitDir : null
}

/** Git itself passes over a `.git` directory without a HEAD, and goes on further up. */
function looksLikeGitDir(dir: string): boolean {
  return firstText(join(dir, 'HEAD')) !== null
}

/** A linked worktree names the directory it shares with its siblings. */
function commonDirOf(gitDir: string): string {
  const shared = firstText(join(gitDir, 'commondir'))
  return shared === null ? gitDir : resolve(gitDir, shared.trimEnd())
}

function firstText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
