/** The one way in which the user's repository is written: our branch and our tags, by compare-and-swap. */
import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishRefusal } from '../../core/event.ts'
import type { Commit } from '../../core/ids.ts'
import { isAncestor } from './commit.ts'
import { GitFailure, git, runGit } from './git.ts'
import type { Repository } from './repository.ts'
import { transfer } from './transfer.ts'

export interface Publication {
  readonly vaultDir: string
  readonly userRepo: Repository
  readonly branch: string
  readonly tip: Commit
}
type Refused = { readonly reason: PublishRefusal; readonly detail: string } | null

/** Puts branch and tags into the user's repository, or says why not; nothing else there changes. */
export async function publishBranch(publication: Publication): Promise<Refused> {
  const { vaultDir, userRepo, branch, tip } = publication
  const found = await refAt(userRepo, `refs/heads/${branch}`)
  if (found?.commit !== tip || found.symbolic) {
    const refused = (await cannotMove(publication, found)) ?? (await move(publication, found?.commit ?? null))
    if (refused !== null) return refused
  }
  await publishTags(vaultDir, userRepo, tip)
  return null
}

interface FoundRef {
  readonly commit: string
  /** It stands for another ref: writing it would move that one. */
  readonly symbolic: boolean
}

async function refAt({ commonDir }: Repository, ref: string): Promise<FoundRef | null> {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)'
  const { stdout } = await runGit({ gitDir: commonDir, args: ['for-each-ref', format, ref] })
  for (const line of stdout.toString().split('\n')) {
    const [name, commit, symref] = line.split('\0')
    if (name === ref && commit) return { commit, symbolic: symref !== '' }
  }
  return null
}

async function cannotMove({ vaultDir, userRepo, branch, tip }: Publication, found: FoundRef | null): Promise<Refused> {
  const problem = await writeProblem(userRepo)
  if (problem !== null) return { reason: 'not-writable', detail: problem }
  if (found?.symbolic) return { reason: 'moved', detail: `${branch} stands for another branch in this repository` }
  if (found !== null && !(await isAncestor(vaultDir, found.commit as Commit, tip))) {
    const where = found.commit.slice(0, 12)
    return { reason: 'moved', detail: `${branch} is at ${where}, which is not part of what would be published` }
  }
  const holder = await checkedOutIn(userRepo, `refs/heads/${branch}`)
  return holder === null ? null : { reason: 'checked-out', detail: `${branch} is checked out in ${holder}` }
}

async function move({ vaultDir, userRepo, branch, tip }: Publication, from: string | null): Promise<Refused> {
  const brought = await transfer({ into: userRepo.commonDir, from: vaultDir, refspec: tip })
  if (brought.code !== 0) return { reason: 'not-writable', detail: brought.stderr.trim() }
  const ref = `refs/heads/${branch}`
  const expected = from ?? '0'.repeat(tip.length)
  const message = `pm-agent: ${from === null ? 'created' : 'fast-forward'}`
  const args = ['update-ref', '--no-deref', '-m', message, ref, tip, expected]
  const outcome = await runGit({ gitDir: userRepo.commonDir, args })
  if (outcome.code === 0) return null
  const now = await refAt(userRepo, ref)
  if (now?.commit === tip) return null
  if ((now?.commit ?? null) === from) return { reason: 'not-writable', detail: outcome.stderr.trim() }
  return { reason: 'moved', detail: `${branch} was moved by somebody else at the same moment` }
}

/** Tags that the user has already stay as they are; one that cannot be written does not hold up the branch. */
async function publishTags(vaultDir: string, { commonDir }: Repository, tip: Commit): Promise<void> {
  const format = '--format=%(refname) %(objectname)'
  const ours = await git({ gitDir: vaultDir, args: ['for-each-ref', `--merged=${tip}`, format, 'refs/tags/pm/'] })
  const wanted = ours.toString().split('\n').filter(Boolean)
  if (wanted.length === 0) return
  const theirs = await runGit({ gitDir: commonDir, args: ['for-each-ref', '--format=%(refname)', 'refs/tags/pm/'] })
  const present = new Set(theirs.stdout.toString().split('\n'))
  for (const line of wanted) {
    const [ref = '', commit = ''] = line.split(' ')
    if (present.has(ref)) continue
    await runGit({ gitDir: commonDir, args: ['update-ref', '--no-deref', ref, commit, '0'.repeat(commit.length)] })
  }
}

/** The work tree that has the branch checked out, or is in the middle of rebasing it. */
async function checkedOutIn(repository: Repository, ref: string): Promise<string | null> {
  let dir: string | null = null
  for (const field of (await worktreeList(repository)).split('\0')) {
    if (field.startsWith('worktree ')) dir = field.slice('worktree '.length)
    if (field === `branch ${ref}`) return dir
  }
  const linked = await readdir(join(repository.commonDir, 'worktrees')).catch(() => [])
  const gitDirs = [repository.commonDir, ...linked.map(name => join(repository.commonDir, 'worktrees', name))]
  for (const gitDir of gitDirs) {
    for (const rebase of ['rebase-merge', 'rebase-apply']) {
      const head = await readFile(join(gitDir, rebase, 'head-name'), 'utf8').catch(() => '')
      if (head.trim() === ref) return `${gitDir} (a rebase is under way)`
    }
  }
  return null
}

/** Listing fails now and then while somebody else adds a worktree: git reads a file that is not filled yet. */
async function worktreeList({ commonDir }: Repository): Promise<string> {
  const call = { gitDir: commonDir, args: ['worktree', 'list', '--porcelain', '-z'] }
  for (let triesLeft = 4; ; triesLeft--) {
    const outcome = await runGit(call)
    if (outcome.code === 0) return outcome.stdout.toString()
    if (triesLeft === 0) throw new GitFailure(call, outcome)
  }
}

async function writeProblem({ commonDir }: Repository): Promise<string | null> {
  for (const name of ['.', 'objects', 'refs']) {
    try {
      await access(join(commonDir, name), constants.W_OK)
    } catch {
      return `${join(commonDir, name)} cannot be written`
    }
  }
  return null
}
