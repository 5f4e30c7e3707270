/** Imports code from the user's repository into the vault, or reports missing objects. */
import { type Commit, commit } from '../../../core/plan/ids.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { git, runGit } from '../git.ts'
import { commitOfRef } from '../objects/commit.ts'
import type { VaultPlace } from '../vault-files.ts'
import { branchCommit, headCommit, type Repository, refCommit } from './repository.ts'
import { transfer } from './transfer.ts'

/** The user's repository lacks objects of a commit. `promisor`: the remote that has them. */
export interface ImportProblem {
  readonly is: 'incomplete'
  readonly detail: string
  readonly promisor: string | null
}
export type Imported = Result<Commit | null, ImportProblem>

/** Imports the user's HEAD commit; null before the first commit. */
export async function importHead(place: VaultPlace): Promise<Imported> {
  const head = await headCommit(place.userRepo)
  return head === null ? ok(null) : importCommit(place, head)
}

/** Imports one of the user's branches; null if it does not exist. */
export async function importBranch(place: VaultPlace, branch: string): Promise<Imported> {
  const tip = await branchCommit(place.userRepo, branch)
  return tip === null ? ok(null) : importCommit(place, tip)
}

/** Imports the commit of one of our refs in the user's repository; null if the ref does not exist. */
export async function importRef(place: VaultPlace, ref: string): Promise<Imported> {
  const found = await refCommit(place.userRepo, ref)
  return found === null ? ok(null) : importCommit(place, found)
}

/** Imported commits are kept under a ref, so that they stay when the user deletes them. */
export async function importCommit({ vaultDir, userRepo }: VaultPlace, wanted: Commit): Promise<Imported> {
  const ref = `refs/pm-agent/imported/${wanted}`
  if ((await commitOfRef(vaultDir, ref)) === wanted) return ok(wanted)
  const promisor = await promisorOf(userRepo)
  if (promisor !== null && (await isKept(vaultDir, wanted))) {
    await git({ gitDir: vaultDir, args: ['update-ref', '--no-deref', ref, wanted] })
    return ok(wanted)
  }
  const outcome = await transfer({
    into: vaultDir,
    from: userRepo.commonDir,
    refspec: `${wanted}:${ref}`,
    // A partial clone has all files of its HEAD commit, but only some of earlier commits.
    ...(promisor === null ? {} : { depth: 1 }),
    // One pack needs one fsync; thousands of loose objects need one each.
    config: [['fetch.unpackLimit', '1']],
    // The user's clone may itself be shallow.
    shallow: 'as-there',
  })
  // Another process may have imported the same commit at the same moment.
  if (outcome.code === 0 || (await commitOfRef(vaultDir, ref)) === wanted) return ok(commit(wanted))
  return err({ is: 'incomplete', detail: reasonIn(outcome.stderr), promisor })
}

/** Whether a ref of the vault reaches this commit, so that it is complete. Fetching it with a depth would truncate it. */
async function isKept(vaultDir: string, wanted: Commit): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', '--format=%(refname)', `--contains=${wanted}`]
  return (await runGit({ gitDir: vaultDir, args })).stdout.length > 0
}

/** The remote that supplies a partial clone's missing objects; null for a full clone. */
async function promisorOf({ gitDir }: Repository): Promise<string | null> {
  const args = ['config', '--null', '--type=bool', '--get-regexp', '^remote\\..*\\.promisor$']
  const { stdout } = await runGit({ gitDir, args })
  const key = stdout
    .toString()
    .split('\0')
    .find(record => record.endsWith('\ntrue'))
  return key === undefined ? null : key.slice('remote.'.length, -'.promisor\ntrue'.length)
}

/** The line that names an object is the most useful; the others are consequences, printed by two processes in any order. */
function reasonIn(stderr: string): string {
  const unknown = /not our ref ([0-9a-f]+)/.exec(stderr)?.[1]
  if (unknown !== undefined) return `${unknown} cannot be read`
  const lines = stderr.split('\n').map(line => line.replace(/^remote: /, '').trim())
  const complaints = lines.filter(line => /^(fatal|error):/.test(line))
  const named = complaints.find(line => /\b[0-9a-f]{40,64}\b/.test(line))
  return (named ?? complaints[0] ?? stderr.trim()).replace(/^\w+: /, '')
}
