import { type Commit, commit } from '../../../core/plan/ids.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { runGit } from '../git.ts'
import { isAncestor } from '../objects/commit.ts'
import type { Repository } from './repository.ts'

/** Why a branch could not be pushed. */
export type PushProblem =
  /** The branch there has commits that ours lacks; it is never forced. */
  { readonly reason: 'moved' | 'failed'; readonly detail: string }

/** The URL that the user's git uses for a remote; null if there is no such remote. */
export async function remoteUrl({ top }: Repository, remote: string): Promise<string | null> {
  const { code, stdout } = await runGit({ startDir: top, as: 'users', args: ['remote', 'get-url', '--push', remote] })
  return code === 0 ? stdout.toString().trim() : null
}

/** Nothing may wait for a password at a terminal that belongs to our own output; English, because a word is looked for. */
const QUIET = { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }

/** Pushes a commit or a branch to a branch by a plain fast-forward, with the user's own credentials and configuration. */
export async function pushBranch(
  { top }: Repository,
  remote: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Result<void, PushProblem>> {
  const { code, stdout, stderr } = await runGit({
    startDir: top,
    as: 'users',
    args: ['push', '--porcelain', '--no-follow-tags', remote, `${from}:refs/heads/${to}`],
    environment: QUIET,
  })
  if (code === 0) return ok(undefined)
  // One line per ref: its flag, the refs, and the reason; without one, the connection itself failed.
  const refused = stdout
    .toString()
    .split('\n')
    .find(line => line.startsWith('!'))
    ?.split('\t')
    .at(-1)
  const detail = refused ?? stderr.trim().split('\n').at(0) ?? `git push ended with ${code}`
  return err({ reason: /non-fast-forward|fetch first/.test(refused ?? '') ? 'moved' : 'failed', detail })
}

/** The tip of a branch on a remote, brought here without touching a ref; null if there is none. */
export async function remoteTip(
  repository: Repository,
  remote: string,
  branch: string,
): Promise<Result<Commit | null, PushProblem>> {
  const ref = `refs/heads/${branch}`
  const listed = await runGit({
    startDir: repository.top,
    as: 'users',
    args: ['ls-remote', '--refs', remote, ref],
    environment: QUIET,
  })
  if (listed.code !== 0) return err({ reason: 'failed', detail: firstLine(listed.stderr) })
  const found = listed.stdout.toString().split('\t')[0]!.trim()
  if (found === '') return ok(null)
  const isHere = await runGit({ gitDir: repository.gitDir, args: ['cat-file', '-e', `${found}^{commit}`] })
  if (isHere.code === 0) return ok(commit(found))
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--refmap=', remote, ref]
  const fetched = await runGit({ startDir: repository.top, as: 'users', args, environment: QUIET })
  return fetched.code === 0 ? ok(commit(found)) : err({ reason: 'failed', detail: firstLine(fetched.stderr) })
}

/** Whether a commit of this repository contains another one. */
export const containsCommit = async ({ gitDir }: Repository, older: Commit, newer: Commit): Promise<boolean> =>
  older === newer || isAncestor(gitDir, older, newer)

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
