/** Facts about the user's repository. Nothing here writes to it, not even to the index. */
import { constants, existsSync } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type Commit, commit } from '../../../core/plan/ids.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import type { Identity } from '../../../core/run/event.ts'
import { userHome } from '../../process/user-home.ts'
import { git, OWN_IDENTITY, runGit } from '../git.ts'
import type { GitOutcome } from '../git-process.ts'
import { withoutCrud } from '../objects/commit.ts'

/** Where the user's repository is. */
export interface Repository {
  /** The top of the user's current worktree. */
  readonly top: string
  /** The git directory of that worktree; a linked worktree has its own HEAD and index. */
  readonly gitDir: string
  /** Shared by all worktrees: objects, branches, configuration. */
  readonly commonDir: string
  readonly objectFormat: string
}
/** Why a directory is unusable. `unreadable-repository`: this git does not support it; includes git's message. */
export type NoRepository =
  | { readonly is: 'not-a-repository' | 'bare-repository' | 'inside-git-folder' | 'newline-in-path' }
  | { readonly is: 'unreadable-repository'; readonly detail: string }

/** State of a path in the repository. */
export type PlanStanding = 'tracked' | 'untracked' | 'ignored' | 'outside'

/** Finds the repository of a directory. */
export async function findRepository(dir: string): Promise<Result<Repository, NoRepository>> {
  const outcome = await runGit({
    startDir: resolve(dir),
    args: [
      'rev-parse',
      '--path-format=absolute',
      '--is-bare-repository',
      '--git-dir',
      '--git-common-dir',
      '--show-object-format',
      '--show-toplevel',
    ],
  })
  // Git prints what it knows before it fails because there is no worktree.
  const [bare, gitDir, commonDir, objectFormat, top, ...rest] = outcome.stdout.toString().split('\n')
  if (bare === 'true') return err({ is: 'bare-repository' })
  if (outcome.code !== 0 || !gitDir || !commonDir || !objectFormat || !top) return err(whyNot(outcome.stderr))
  if (rest.length > 1) return err({ is: 'newline-in-path' })
  return ok({ top, gitDir, commonDir, objectFormat })
}

function whyNot(stderr: string): NoRepository {
  if (stderr.includes('not a git repository (or any')) return { is: 'not-a-repository' }
  if (stderr.includes('must be run in a work tree')) return { is: 'inside-git-folder' }
  return {
    is: 'unreadable-repository',
    detail: stderr
      .replace(/^fatal: /gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** The first unwritable path among those that publishing writes; null if there is none. */
export async function unwritablePlace({ commonDir }: Repository): Promise<string | null> {
  for (const name of ['.', 'objects', 'refs']) {
    try {
      await access(join(commonDir, name), constants.W_OK)
    } catch {
      return join(commonDir, name)
    }
  }
  return null
}

/** The user's HEAD commit, or null before the first commit. */
export async function headCommit(repository: Repository): Promise<Commit | null> {
  return commitAt(repository, 'HEAD')
}

/** The commit of one of the user's branches, or null if it does not exist. */
export async function branchCommit(repository: Repository, branch: string): Promise<Commit | null> {
  return commitAt(repository, `refs/heads/${branch}`)
}

/** The commit of a ref by its full name, or null if it does not exist. */
export const refCommit = (repository: Repository, ref: string): Promise<Commit | null> => commitAt(repository, ref)

/** An unreadable object is taken for a commit; importing it reports the problem. */
async function commitAt({ gitDir }: Repository, ref: string): Promise<Commit | null> {
  for (const revision of [`${ref}^{commit}`, ref]) {
    const { code, stdout } = await runGit({ gitDir, args: ['rev-parse', '--verify', '--quiet', revision] })
    if (code === 0) return commit(stdout.toString().trim())
  }
  return null
}

/** Whether a commit is an ancestor of the user's HEAD. */
export async function isMerged({ gitDir }: Repository, commit: Commit): Promise<boolean> {
  return (await runGit({ gitDir, args: ['merge-base', '--is-ancestor', commit, 'HEAD'] })).code === 0
}

/** The current branch, with or without commits; null on a detached HEAD. */
export async function currentBranch(repository: Repository): Promise<string | null> {
  const args = ['symbolic-ref', '--quiet', '--short', 'HEAD']
  const outcome = await runGit({ gitDir: repository.gitDir, args })
  return outcome.code === 0 ? outcome.stdout.toString().trim() : null
}

/** The user's commit identity according to their git; ours if there is none. */
export async function identity(repository: Repository): Promise<Identity> {
  const { name, email } = await usersIdentity(repository)
  return { name: name ?? OWN_IDENTITY.name, email: email ?? OWN_IDENTITY.email }
}

/** The user's name and address according to their git. */
export async function usersIdentity(
  repository: Pick<Repository, 'top'>,
): Promise<{ readonly name: string | null; readonly email: string | null }> {
  const { stdout } = await usersConfig(repository, '--get-regexp', '^(user|author)\\.(name|email)$')
  const settings = new Map<string, string>()
  for (const record of stdout.toString().split('\0')) {
    const [key = '', ...value] = record.split('\n')
    settings.set(key, value.join('\n'))
  }
  const { GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL } = process.env
  return {
    name: usable(GIT_AUTHOR_NAME, settings.get('author.name'), settings.get('user.name')),
    email: usable(GIT_AUTHOR_EMAIL, settings.get('author.email'), settings.get('user.email')),
  }
}

function usable(...candidates: readonly (string | undefined)[]): string | null {
  for (const candidate of candidates) {
    const clean = candidate && withoutCrud(candidate)
    if (clean) return clean
  }
  return null
}

/** The user's uncommitted changes; a new folder is listed as one name. */
export async function uncommittedChanges(repository: Repository): Promise<readonly string[]> {
  const output = await git({
    gitDir: repository.gitDir,
    workTree: repository.top,
    args: ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=dirty'],
    config: [...(await filtersOff(repository)), ...(await usersExcludes(repository))],
  })
  const records = output.toString().split('\0').slice(0, -1)
  return records.map(record => record.slice('XY '.length))
}

/** Status would start the clean filter of a file whose time stamp changed; a wrong count is better than that. */
async function filtersOff(repository: Repository): Promise<(readonly [string, string])[]> {
  const args = ['config', '--null', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|smudge|process|required)$']
  const { stdout } = await runGit({ gitDir: repository.gitDir, args })
  const keys = stdout.toString().split('\0').filter(Boolean)
  return keys.map(key => [key, key.endsWith('.required') ? 'false' : ''] as const)
}

/** The user's git settings, even where git reports dubious ownership; starts no program. */
const usersConfig = ({ top }: Pick<Repository, 'top'>, ...args: readonly string[]): Promise<GitOutcome> =>
  runGit({ as: 'users', startDir: top, args: ['-c', 'safe.directory=*', 'config', '--null', ...args] })

/** The user's global ignore file applies here too, although the rest of that configuration is not read. */
async function usersExcludes(repository: Repository): Promise<(readonly [string, string])[]> {
  const { code, stdout } = await usersConfig(repository, '--type=path', '--get', 'core.excludesFile')
  const home = userHome()
  const configHome = process.env.XDG_CONFIG_HOME || (home && join(home, '.config'))
  const file = code === 0 ? stdout.toString().replace(/\0$/, '') : configHome && join(configHome, 'git', 'ignore')
  return file && existsSync(file) ? [['core.excludesFile', file]] : []
}

/** State of a path, which need not exist. */
export async function standing(repository: Repository, path: string): Promise<PlanStanding> {
  const inside = relative(repository.top, await realPath(resolve(path)))
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return 'outside'
  if (inside.split(sep).includes('.git')) return 'outside'
  const place = { gitDir: repository.gitDir, workTree: repository.top, startDir: repository.top }
  const listed = await git({ ...place, args: ['ls-files', '-z', '--', inside] })
  if (listed.length > 0) return 'tracked'
  const config = await usersExcludes(repository)
  // This command takes paths literally but rejects the option for that; `./` keeps a leading colon from having a meaning.
  const environment = { GIT_LITERAL_PATHSPECS: '0' }
  const args = ['check-ignore', '--quiet', '--', `./${inside}`]
  const { code } = await runGit({ ...place, config, environment, args })
  if (code === 0) return 'ignored'
  // Git exits with 128 for a path inside a submodule.
  return code === 1 ? 'untracked' : 'outside'
}

/** Resolves links as far as the path exists, because the file actually read counts. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPath(parent), basename(path))
  }
}
