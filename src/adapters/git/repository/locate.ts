import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The common git directory of the repository around a directory, found without starting a process; null outside of one. */
export function findGitCommonDir(startDir: string): string | null {
  for (let dir = resolve(startDir); ; dir = dirname(dir)) {
    const gitDir = gitDirAt(dir)
    if (gitDir !== null) return commonDirOf(gitDir)
    if (dir === dirname(dir)) return null
  }
}

/** A `.git` directory, or the target of a `.git` file (linked worktree, submodule). */
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

/** Like git, skips a `.git` directory without a HEAD and continues with the parent. */
function looksLikeGitDir(dir: string): boolean {
  return firstText(join(dir, 'HEAD')) !== null
}

/** A linked worktree's file names the directory that it shares with the others. */
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
