/** The only way pm-agent writes to the user's repository: our branch and tags, by compare-and-swap. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Commit } from '../../../core/plan/ids.ts'
import type { PublishRefusal } from '../../../core/run/event.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import { GitFailure, git, runGit } from '../git.ts'
import type { GitOutcome } from '../git-process.ts'
import { isAncestor } from '../objects/commit.ts'
import { withClaims } from '../stale-locks.ts'
import { type Repository, unwritablePlace } from './repository.ts'
import { transfer } from './transfer.ts'

export interface Publication {
  readonly vaultDir: string
  readonly userRepo: Repository
  readonly branch: string
  readonly tip: Commit
  /** Additional refs of ours, which have no history. */
  readonly ours?: readonly string[]
}
type Refused = { readonly reason: PublishRefusal; readonly detail: string } | null

/** Writes branch and tags to the user's repository, or returns why not; changes nothing else there. */
export async function publishBranch(publication: Publication): Promise<Refused> {
  const { vaultDir, userRepo, branch, tip } = publication
  const found = await refAt(userRepo, `refs/heads/${branch}`)
  if (found?.commit !== tip || found.symbolic) {
    const refused =
      (await cannotMove(publication, found, leadsToTip)) ?? (await move(publication, found?.commit ?? null))
    if (refused !== null) return refused
  }
  await publishTags(vaultDir, userRepo, tip)
  for (const ref of publication.ours ?? []) await bringUnder(`+${ref}:${ref}`, publication)
  return null
}

/** Why a branch could not be published at the moment; read-only. */
export async function findPublishRefusal(publication: Publication): Promise<Refused> {
  const { vaultDir, userRepo, branch, tip } = publication
  const found = await refAt(userRepo, `refs/heads/${branch}`)
  if (found?.commit === tip && !found.symbolic) return null
  // A shallow vault cannot tell without writing; then the branch counts as ours.
  const isShallow = existsSync(join(vaultDir, 'shallow'))
  return cannotMove(publication, found, async (_, from) => isShallow || isAncestor(vaultDir, from, tip))
}

interface FoundRef {
  readonly commit: string
  /** A symbolic ref: writing it would move its target. */
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

async function cannotMove(
  publication: Publication,
  found: FoundRef | null,
  leads: typeof leadsToTip,
): Promise<Refused> {
  const { userRepo, branch } = publication
  const unwritable = await unwritablePlace(userRepo)
  if (unwritable !== null) return { reason: 'not-writable', detail: `${unwritable} cannot be written` }
  if (found?.symbolic)
    return { reason: 'moved', detail: `${branch} is a symbolic ref to another branch in this repository` }
  if (found !== null && !(await leads(publication, found.commit as Commit))) {
    const where = `${branch} is at ${found.commit.slice(0, 12)}, which is not part of what would be published`
    const wayOut = `move it away (git branch -m ${branch} ${branch}-mine) and pm-agent run publishes ours`
    return { reason: 'moved', detail: `${where}: ${wayOut}` }
  }
  const holder = await holderOf(userRepo, `refs/heads/${branch}`)
  return holder === null ? null : { reason: 'checked-out', detail: heldWords(publication, holder) }
}

/** A vault filled from a shallow or partial clone may lack the history before its first commit; the user's repository has it. */
async function leadsToTip(publication: Publication, from: Commit): Promise<boolean> {
  const { vaultDir, userRepo, tip } = publication
  if (await isAncestor(vaultDir, from, tip)) return true
  if (!existsSync(join(vaultDir, 'shallow'))) return false
  return (await bring(publication)).code === 0 && isAncestor(userRepo.commonDir, from, tip)
}

/** Where the branch is checked out, and how the user gets the unpublished commits. */
function heldWords({ vaultDir, branch }: Publication, { dir, rebasing }: Holder): string {
  if (rebasing) return `${branch} is being rebased in ${dir}: finish the rebase, and pm-agent run publishes it`
  const where = `${branch} is checked out in ${dir}`
  if (!existsSync(dir)) return `${where}, which no longer exists: git worktree prune, and pm-agent run publishes it`
  const pull = `git -C ${shellWord(dir)} pull --ff-only ${shellWord(vaultDir)} ${branch}`
  return `${where}: switch away there and pm-agent run publishes it, or get it with ${pull}`
}

const bring = ({ vaultDir, userRepo, tip }: Publication): Promise<GitOutcome> =>
  transfer({ into: userRepo.commonDir, from: vaultDir, refspec: tip })

/** A `git gc --prune=now` of the user can remove the file that a transfer is writing. */
const TRIES_MAX = 5

/**
 * Brings objects under a ref. As one pack, which no `git gc` removes before the ref is there: loose objects without a ref are
 * removed at any moment, and the ref would lead nowhere.
 */
async function bringUnder(refspec: string, { vaultDir, userRepo }: Publication): Promise<GitOutcome> {
  const config = [['fetch.unpackLimit', '1']] as const
  for (let tries = 1; ; tries++) {
    const outcome = await transfer({ into: userRepo.commonDir, from: vaultDir, refspec, config })
    if (outcome.code === 0 || tries === TRIES_MAX) return outcome
  }
}

async function move(publication: Publication, from: string | null): Promise<Refused> {
  const { userRepo, branch, tip } = publication
  // Holds the objects until the branch does.
  const incoming = `refs/pm-agent/incoming/${branch}`
  const brought = await bringUnder(`+${tip}:${incoming}`, publication)
  if (brought.code !== 0) return { reason: 'not-writable', detail: brought.stderr.trim() }
  const ref = `refs/heads/${branch}`
  const expected = from ?? '0'.repeat(tip.length)
  const message = `pm-agent: ${from === null ? 'created' : 'fast-forward'}`
  const place = { vaultDir: publication.vaultDir, gitDir: userRepo.commonDir }
  const claims = [ref, incoming].map(claimed => ({ ref: claimed, value: tip }))
  const outcome = await withClaims(place, claims, async () => {
    const args = ['update-ref', '--no-deref', '-m', message, '--stdin']
    const moved = await runGit({ ...place, args, stdin: `update ${ref} ${tip} ${expected}\ndelete ${incoming}\n` })
    if (moved.code !== 0) await runGit({ ...place, args: ['update-ref', '-d', incoming] })
    return moved
  })
  const now = await refAt(userRepo, ref)
  if (outcome.code === 0 && now === null)
    return { reason: 'moved', detail: `${branch} was removed by another process while it was published` }
  if (outcome.code === 0) return null
  if (now?.commit === tip) return null
  if ((now?.commit ?? null) === from) return { reason: 'not-writable', detail: outcome.stderr.trim() }
  return { reason: 'moved', detail: `${branch} was moved by another process at the same moment` }
}

/** Existing tags of the user stay unchanged; a tag that cannot be written does not block the branch. */
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
    const args = ['update-ref', '--no-deref', ref, commit, '0'.repeat(commit.length)]
    await withClaims({ vaultDir, gitDir: commonDir }, [{ ref, value: commit }], () =>
      runGit({ gitDir: commonDir, args }),
    )
  }
}

interface Holder {
  readonly dir: string
  readonly rebasing: boolean
}

/** The worktree that has the branch checked out, or is rebasing it. */
export async function holderOf(repository: Repository, ref: string): Promise<Holder | null> {
  const { top, gitDir: own, commonDir } = repository
  let dir = ''
  for (const field of (await worktreeList(repository)).split('\0')) {
    if (field.startsWith('worktree ')) dir = field.slice('worktree '.length)
    // For a submodule, git lists the git directory as its worktree.
    if (field === `branch ${ref}`) return { dir: dir === own ? top : dir, rebasing: false }
  }
  const linked = await readdir(join(commonDir, 'worktrees')).catch(() => [])
  for (const gitDir of [commonDir, ...linked.map(name => join(commonDir, 'worktrees', name))]) {
    for (const rebase of ['rebase-merge', 'rebase-apply']) {
      const head = await readFile(join(gitDir, rebase, 'head-name'), 'utf8').catch(() => '')
      if (head.trim() === ref) return { dir: gitDir, rebasing: true }
    }
  }
  return null
}

/** Listing sometimes fails while another process adds a worktree: git reads a file that is still empty. */
async function worktreeList({ commonDir }: Repository): Promise<string> {
  const call = { gitDir: commonDir, args: ['worktree', 'list', '--porcelain', '-z'] }
  for (let triesLeft = 4; ; triesLeft--) {
    const outcome = await runGit(call)
    if (outcome.code === 0) return outcome.stdout.toString()
    if (triesLeft === 0) throw new GitFailure(call, outcome)
  }
}
