/** How code comes from the user's repository into the vault, or what is missing there. */
import { type Commit, commit } from '../../../core/plan/ids.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { git, runGit } from '../git.ts'
import { commitOfRef } from '../objects/commit.ts'
import type { VaultPlace } from '../vault-files.ts'
import { branchCommit, headCommit, type Repository, refCommit } from './repository.ts'
import { transfer } from './transfer.ts'

/** The user's repository does not hold all that belongs to a commit. `promisor`: the remote that has the rest. */
export interface ImportProblem {
  readonly is: 'incomplete'
  readonly detail: string
  readonly promisor: string | null
}
export type Imported = Result<Commit | null, ImportProblem>

/** Brings in the commit the user stands on; null before the first one. */
export async function importHead(place: VaultPlace): Promise<Imported> {
  const head = await headCommit(place.userRepo)
  return head === null ? ok(null) : importCommit(place, head)
}

/** Brings in one of the user's branches; null when there is no such branch. */
export async function importBranch(place: VaultPlace, branch: string): Promise<Imported> {
  const tip = await branchCommit(place.userRepo, branch)
  return tip === null ? ok(null) : importCommit(place, tip)
}

/** Brings in what a ref of ours names in the user's repository; null when there is no such ref. */
export async function importRef(place: VaultPlace, ref: string): Promise<Imported> {
  const found = await refCommit(place.userRepo, ref)
  return found === null ? ok(null) : importCommit(place, found)
}

/** What was imported is kept under a ref, so that it stays when the user deletes it. */
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
    // A partial clone has the files of the commit it stands on, and of those before it only some.
    ...(promisor === null ? {} : { depth: 1 }),
    // One pack is synchronised to disk once, thousands of loose objects one by one.
    config: [['fetch.unpackLimit', '1']],
    // The user's clone may itself be shallow.
    shallow: 'as-there',
  })
  // Somebody else may have brought in the same commit at the same moment.
  if (outcome.code === 0 || (await commitOfRef(vaultDir, ref)) === wanted) return ok(commit(wanted))
  return err({ is: 'incomplete', detail: reasonIn(outcome.stderr), promisor })
}

/** Whether a ref of the vault leads here: then all of it is there. Fetching it with a depth would cut it off. */
async function isKept(vaultDir: string, wanted: Commit): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', '--format=%(refname)', `--contains=${wanted}`]
  return (await runGit({ gitDir: vaultDir, args })).stdout.length > 0
}

/** The remote that a partial clone gets its missing objects from; null for a whole one. */
async function promisorOf({ gitDir }: Repository): Promise<string | null> {
  const args = ['config', '--null', '--type=bool', '--get-regexp', '^remote\\..*\\.promisor$']
  const { stdout } = await runGit({ gitDir, args })
  const key = stdout
    .toString()
    .split('\0')
    .find(record => record.endsWith('\ntrue'))
  return key === undefined ? null : key.slice('remote.'.length, -'.promisor\ntrue'.length)
}

/** What names an object says most; the rest are consequences, and two processes say them in any order. */
function reasonIn(stderr: string): string {
  const unknown = /not our ref ([0-9a-f]+)/.exec(stderr)?.[1]
  if (unknown !== undefined) return `${unknown} cannot be read`
  const lines = stderr.split('\n').map(line => line.replace(/^remote: /, '').trim())
  const complaints = lines.filter(line => /^(fatal|error):/.test(line))
  const named = complaints.find(line => /\b[0-9a-f]{40,64}\b/.test(line))
  return (named ?? complaints[0] ?? stderr.trim()).replace(/^\w+: /, '')
}
