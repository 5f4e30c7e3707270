/** Facts about the user's repository. Nothing here writes to it, not even to the index. */
import { constants, existsSync } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type Commit, commit } from '../../../core/plan/ids.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import type { Identity } from '../../../core/run/event.ts'
import { type GitOutcome, git, OWN_IDENTITY, runGit } from '../git.ts'
import { withoutCrud } from '../objects/commit.ts'

/** Where the user's repository is. */
export interface Repository {
  /** The top of the work tree the user stands in. */
  readonly top: string
  /** The git directory of that work tree: HEAD and index are its own in a linked worktree. */
  readonly gitDir: string
  /** What all work trees share: objects, branches, configuration. */
  readonly commonDir: string
  readonly objectFormat: string
}
/** Why a directory cannot be worked in. `unreadable-repository`: one that this git does not understand, in its words. */
export type NoRepository =
  | { readonly is: 'not-a-repository' | 'bare-repository' | 'inside-git-folder' | 'newline-in-path' }
  | { readonly is: 'unreadable-repository'; readonly detail: string }

/** How a path stands to the repository. */
export type Standing = 'tracked' | 'untracked' | 'ignored' | 'outside'

/** Finds the repository that a directory belongs to. */
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
  // Git prints what it knows before it fails for want of a work tree.
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

/** The first place that publishing would write and that cannot be written; null when all is well. */
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

/** The commit the user stands on, or null before the first one. */
export async function headCommit(repository: Repository): Promise<Commit | null> {
  return commitAt(repository, 'HEAD')
}

/** The commit of one of the user's branches, or null when there is no such branch. */
export async function branchCommit(repository: Repository, branch: string): Promise<Commit | null> {
  return commitAt(repository, `refs/heads/${branch}`)
}

/** The commit of a ref by its whole name, or null when there is no such ref. */
export const refCommit = (repository: Repository, ref: string): Promise<Commit | null> => commitAt(repository, ref)

/** What a ref names is a commit also where it cannot be read: bringing it in will say so. */
async function commitAt({ gitDir }: Repository, ref: string): Promise<Commit | null> {
  for (const revision of [`${ref}^{commit}`, ref]) {
    const { code, stdout } = await runGit({ gitDir, args: ['rev-parse', '--verify', '--quiet', revision] })
    if (code === 0) return commit(stdout.toString().trim())
  }
  return null
}

/** Whether the user's HEAD has a commit behind it. */
export async function isMerged({ gitDir }: Repository, commit: Commit): Promise<boolean> {
  return (await runGit({ gitDir, args: ['merge-base', '--is-ancestor', commit, 'HEAD'] })).code === 0
}

/** The branch the user is on, born or not; null on a detached HEAD. */
export async function currentBranch(repository: Repository): Promise<string | null> {
  const args = ['symbolic-ref', '--quiet', '--short', 'HEAD']
  const outcome = await runGit({ gitDir: repository.gitDir, args })
  return outcome.code === 0 ? outcome.stdout.toString().trim() : null
}

/** The name the user commits under, as the user's own git sees it; ours where git has none. */
export async function identity(repository: Repository): Promise<Identity> {
  const { name, email } = await usersIdentity(repository)
  return { name: name ?? OWN_IDENTITY.name, email: email ?? OWN_IDENTITY.email }
}

/** What the user's own git knows of the name and the address the user commits under. */
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

/** What the user has changed, added or deleted without committing; a new folder is one name. */
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

/** Settings as the user's own git sees them, also where git calls the owner of the repository dubious: nothing is started. */
const usersConfig = ({ top }: Pick<Repository, 'top'>, ...args: readonly string[]): Promise<GitOutcome> =>
  runGit({ as: 'users', startDir: top, args: ['-c', 'safe.directory=*', 'config', '--null', ...args] })

/** What the user ignores everywhere is ignored here too, although the rest of that configuration is not read. */
async function usersExcludes(repository: Repository): Promise<(readonly [string, string])[]> {
  const { code, stdout } = await usersConfig(repository, '--type=path', '--get', 'core.excludesFile')
  const configHome = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const file = code === 0 ? stdout.toString().replace(/\0$/, '') : join(configHome, 'git', 'ignore')
  return existsSync(file) ? [['core.excludesFile', file]] : []
}

/** How a path stands to the repository; it need not exist. */
export async function standing(repository: Repository, path: string): Promise<Standing> {
  const inside = relative(repository.top, await realPath(resolve(path)))
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return 'outside'
  if (inside.split(sep).includes('.git')) return 'outside'
  const place = { gitDir: repository.gitDir, workTree: repository.top, startDir: repository.top }
  const listed = await git({ ...place, args: ['ls-files', '-z', '--', inside] })
  if (listed.length > 0) return 'tracked'
  const config = await usersExcludes(repository)
  // This command takes its paths as they are, yet refuses to be told so; `./` keeps a leading colon from meaning more.
  const environment = { GIT_LITERAL_PATHSPECS: '0' }
  const args = ['check-ignore', '--quiet', '--', `./${inside}`]
  const { code } = await runGit({ ...place, config, environment, args })
  if (code === 0) return 'ignored'
  // Git says 128 about a path that lies in a submodule.
  return code === 1 ? 'untracked' : 'outside'
}

/** The path with its links resolved as far as it exists: what counts is the file that would be read. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPath(parent), basename(path))
  }
}
