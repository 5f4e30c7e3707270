/** Renames the branch and tags of an earlier run of the same plan, to make room for a new run. */

import type { Commit } from '../../../core/plan/ids.ts'
import type { Aside } from '../../../core/shown/aside.ts'
import { git, runGit } from '../git.ts'
import { isAncestor } from '../objects/commit.ts'
import { holderOf } from '../repository/publish.ts'
import type { VaultPlace } from '../vault-files.ts'

interface Names extends VaultPlace {
  readonly branch: string
  /** Start of the next run; refs that are part of it need no new name. */
  readonly base: Commit | null
}

/** Renames branch and checkpoint tags that are not part of the base; tags without a branch are removed. */
export async function setAside(names: Names): Promise<Aside> {
  const { vaultDir, userRepo, branch } = names
  const users = await staleRefs(names, userRepo.commonDir)
  const ours = await staleRefs(names, vaultDir)
  const head = `refs/heads/${branch}`
  const holder = users.has(head) ? await holderOf(userRepo, head) : null
  if (holder) return { branch: null, tags: 0, heldIn: holder.dir }
  const name = await freeName(names)
  await rename(userRepo.commonDir, users, { from: branch, to: users.has(head) ? name : null })
  await rename(vaultDir, ours, { from: branch, to: name })
  return { branch: users.has(head) ? name : null, tags: [...users.keys()].filter(isTag).length, heldIn: null }
}

const isTag = (ref: string): boolean => ref.startsWith('refs/tags/')

/** The plan's branch and checkpoint tags with their commits, unless those are part of the base. */
async function staleRefs(
  { vaultDir, userRepo, branch, base }: Names,
  gitDir: string,
): Promise<ReadonlyMap<string, string>> {
  const patterns = [`refs/heads/${branch}`, `refs/tags/${branch}/checkpoint-*`]
  const format = '--format=%(refname)%00%(objectname)%00%(symref)'
  const stale = new Map<string, string>()
  const listed = (await git({ gitDir, args: ['for-each-ref', format, ...patterns] })).toString()
  for (const line of listed.split('\n')) {
    const [ref = '', id = '', symbolic] = line.split('\0')
    if (id === '' || symbolic) continue
    const isPart =
      base && (await Promise.all([vaultDir, userRepo.commonDir].map(dir => isAncestor(dir, id as Commit, base))))
    if (!isPart?.includes(true)) stale.set(ref, id)
  }
  return stale
}

/** The first number that is free in both repositories. */
async function freeName({ vaultDir, userRepo, branch }: Names): Promise<string> {
  for (let number = 1; ; number++) {
    const name = `${branch}-${number}`
    const args = ['for-each-ref', '--count=1', '--format=%(refname)', `refs/heads/${name}`, `refs/tags/${name}`]
    const found = await Promise.all([vaultDir, userRepo.commonDir].map(gitDir => git({ gitDir, args })))
    if (found.every(output => output.length === 0)) return name
  }
}

/** In one transaction, each ref only if unchanged; a ref moved in the meantime is left alone. */
async function rename(
  gitDir: string,
  refs: ReadonlyMap<string, string>,
  { from, to }: { readonly from: string; readonly to: string | null },
): Promise<void> {
  if (refs.size === 0) return
  const lines = [...refs].flatMap(([ref, id]) => [
    `delete ${ref} ${id}\n`,
    ...(to === null ? [] : [`create ${ref.replace(from, to)} ${id}\n`]),
  ])
  await runGit({ gitDir, args: ['update-ref', '--no-deref', '--stdin'], stdin: lines.join('') })
}
