import { err, ok, type Result } from '../../../core/result.ts'
import { runGit } from '../git.ts'
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

/** Pushes one branch by a plain fast-forward, with the user's own credentials and configuration. */
export async function pushBranch(
  { top }: Repository,
  remote: string,
  branch: string,
): Promise<Result<void, PushProblem>> {
  const ref = `refs/heads/${branch}`
  const { code, stdout, stderr } = await runGit({
    startDir: top,
    as: 'users',
    args: ['push', '--porcelain', '--no-follow-tags', remote, `${ref}:${ref}`],
    // Nothing may wait for a password at a terminal that belongs to our own output; English, because a word is looked for.
    environment: { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
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
