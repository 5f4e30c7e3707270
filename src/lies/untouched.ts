import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Allowed additions to a git directory: objects, our branch with its log, our tags, our refs, our own folder. */
const OURS = /^(?:objects|pm-agent|(?:logs\/)?refs\/heads\/pm|refs\/tags\/pm|(?:logs\/)?refs\/pm-agent)(?:\/|$)/
/** Locations of git directories: in a worktree, inside it for a submodule, or bare. */
const GIT_DIR = /^\.git\/(?:modules\/[^/]+\/)?/
const BARE_GIT_DIR = /^/

/** Everything below a repository's folder except our own files, by the bytes of its name: type, mode and content. */
export function stateOfFiles(dir: string): Readonly<Record<string, string>> {
  const gitDir = dir.endsWith('.git') ? BARE_GIT_DIR : GIT_DIR
  const isOurs = (path: string) => gitDir.test(path) && OURS.test(path.replace(gitDir, ''))
  const found: Record<string, string> = {}
  const visit = (below: string) => {
    for (const name of readdirSync(place(dir, below), { encoding: 'buffer' })) {
      const path = `${below}${name.toString('latin1')}`
      if (isOurs(path)) continue
      const stats = lstatSync(place(dir, path))
      const mode = stats.mode.toString(8)
      if (stats.isDirectory()) {
        // Git creates the log folders with the first log entry.
        if (!gitDir.test(path)) found[path] = mode
        visit(`${path}/`)
      } else found[path] = `${mode} ${stats.isSymbolicLink() ? readlinkSync(place(dir, path)) : digest(dir, path)}`
    }
  }
  visit('')
  return found
}

/** A name need not be valid UTF-8, so it is held with one character per byte. */
const place = (dir: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(path, 'latin1')])

const digest = (dir: string, path: string): string =>
  createHash('sha1')
    .update(readFileSync(place(dir, path)))
    .digest('hex')
