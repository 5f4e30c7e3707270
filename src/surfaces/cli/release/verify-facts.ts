import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importCommit } from '../../../adapters/git/repository/import.ts'
import { branchesNamed, commitsBetween } from '../../../adapters/git/repository/released-branch.ts'
import { isMerged } from '../../../adapters/git/repository/repository.ts'
import { type Manifest, summaryOfClaims } from '../../../core/handover/manifest.ts'
import type { Verified } from '../../../core/handover/verification.ts'
import { commit, shortCommit, type Tree } from '../../../core/plan/ids.ts'
import { plural, someOf } from '../../../core/text/lists.ts'
import { manifestDigest } from '../../../engine/release/write-release.ts'
import type { Ports } from '../../../ports.ts'
import type { Places } from '../places/places.ts'

type Vault = Pick<Ports['vault'], 'treeOf' | 'without' | 'merge' | 'diff'>

const held = (id: string, words: string): Verified => ({ id, result: 'held', words })
const failed = (id: string, words: string): Verified => ({ id, result: 'failed', words })

/** Whether the manifest is as it was written, and says the same twice. */
export function contentFacts(manifest: Manifest, digest: string): readonly Verified[] {
  const isUnchanged = manifestDigest(manifest) === digest
  const { tests_run, tests_passed, lint_clean, typecheck_clean, build_clean } = manifest
  const said = { tests_run, tests_passed, lint_clean, typecheck_clean, build_clean }
  const summary = summaryOfClaims(manifest.claims)
  // Earlier manifests say 0 where nothing could be counted.
  const isSame = (one: unknown, other: unknown) => one === other || (one === 0 && other === null)
  const wrong = (Object.keys(summary) as (keyof typeof summary)[]).filter(name => !isSame(said[name], summary[name]))
  return [
    isUnchanged
      ? held('manifest', 'its content matches its digest')
      : failed('manifest', 'its content was changed: it does not match its digest'),
    ...(wrong.length === 0 ? [] : [failed('summary', `${wrong.join(', ')}: not what its own claims say`)]),
  ]
}

/** The commits of a manifest, brought into a vault of our own, and the problem with each that is not whole here. */
export async function bringCommits(places: Places, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const { tasks, claims, merge, base_commit } = manifest
  const wanted = [
    manifest.commit,
    ...tasks.flatMap(({ commit_sha }) => commit_sha ?? []),
    ...claims.map(claim => claim.commit),
    ...(merge ? [merge.base_commit] : []),
    ...(base_commit === null ? [] : [base_commit]),
  ]
  const problems = new Map<string, string>()
  for (const id of new Set(wanted)) {
    const brought = await importCommit({ vaultDir: places.vaultDir, userRepo: places.repository }, commit(id))
    if (!brought.ok) problems.set(id, `commit ${shortCommit(id)} is not whole here: ${brought.error.detail}`)
  }
  return problems
}

/** Objects, trees, branch and merge as the manifest names them. */
export async function repositoryFacts(
  { repository }: Places,
  vault: Vault,
  manifest: Manifest,
  problems: ReadonlyMap<string, string>,
): Promise<{ readonly facts: readonly Verified[]; readonly mergedTree: Tree | null }> {
  const missing = [...problems.values()]
  const isShallow = existsSync(join(repository.commonDir, 'shallow'))
  const remedy = isShallow ? '; this clone is shallow: git fetch --unshallow gets the rest' : ''
  const objects =
    missing.length > 0
      ? failed('objects', `${someOf(missing, { max: 3, between: '; ' })}${remedy}`)
      : held('objects', 'every commit and file that it names exists here')
  const isHere = !problems.has(manifest.commit)
  const trees = isHere ? await treeFact(vault, manifest) : []
  const merge = isHere ? await mergeFact(vault, manifest, problems) : { facts: [], mergedTree: null }
  const branch = isHere ? [await branchFact({ repository, vault }, manifest)] : []
  return { facts: [objects, ...trees, ...branch, ...merge.facts], mergedTree: merge.mergedTree }
}

async function treeFact(vault: Vault, { commit: id, tree, code_tree, rooms }: Manifest): Promise<readonly Verified[]> {
  const found = await vault.treeOf(commit(id))
  const code = await vault.without(found, rooms.bookkeeping)
  return found === tree && code === code_tree
    ? []
    : [failed('tree', `commit ${shortCommit(id)} does not have the tree that the manifest names`)]
}

async function mergeFact(
  vault: Vault,
  { merge, commit: id }: Manifest,
  problems: ReadonlyMap<string, string>,
): Promise<{ readonly facts: readonly Verified[]; readonly mergedTree: Tree | null }> {
  if (merge === null || problems.has(merge.base_commit)) return { facts: [], mergedTree: null }
  const { tree, conflicts } = await vault.merge(commit(merge.base_commit), id)
  if (conflicts.length === 0 && tree === merge.tree)
    return {
      facts: [held('merge', `with ${shortCommit(merge.base_commit)} it gives the named tree`)],
      mergedTree: tree,
    }
  const words = conflicts.length > 0 ? `conflicts in ${someOf(conflicts)}` : 'gives a different tree'
  return { facts: [failed('merge', `with ${shortCommit(merge.base_commit)} it ${words}`)], mergedTree: null }
}

/** The branch ends with the release: nothing before it is missing or foreign, and nothing but our own files comes after it. */
async function branchFact(
  { repository, vault }: { readonly repository: Places['repository']; readonly vault: Vault },
  manifest: Manifest,
): Promise<Verified> {
  const { branch, commit: id, base_commit, tasks, rooms } = manifest
  const line = await commitsBetween(repository, base_commit, id)
  const own = new Set(tasks.flatMap(({ commit_sha }) => commit_sha ?? []))
  const known = new Set(line?.map(one => one.commit as string))
  const absent = [...own].filter(one => !known.has(one))
  if (line === null || absent.length > 0)
    return failed('branch', `${someOf(absent.map(shortCommit)) || 'its history'} is not part of ${shortCommit(id)}`)
  for (const one of line)
    if (!own.has(one.commit) && !(await isBookkeeping(vault, one, rooms.bookkeeping)))
      return failed('branch', `${shortCommit(one.commit)} changes code and belongs to no task`)
  const named = await branchesNamed(repository, branch)
  if (named.length === 0)
    return (await isMerged(repository, commit(id)))
      ? held('branch', `${branch} is gone, and the current branch contains ${shortCommit(id)}`)
      : failed('branch', `there is no ${branch} here, and the current branch does not contain ${shortCommit(id)}`)
  for (const { ref, tip } of named) {
    const name = ref.replace(/^refs\/(?:heads|remotes)\//, '')
    const after = await commitsBetween(repository, id, tip)
    const isOn = after !== null && (after.length === 0 ? tip === id : after[0]!.parent === id)
    if (!isOn) return failed('branch', `${name} was rewritten: it does not continue from ${shortCommit(id)}`)
    for (const one of after)
      if (!(await isBookkeeping(vault, one, rooms.bookkeeping)))
        return failed('branch', `${name} continues after the release: ${shortCommit(one.commit)} changes code`)
  }
  return held('branch', `${branch} is the release, ${plural(own.size, 'task commit')}`)
}

/** Whether a commit changes only files that pm-agent writes; one that is not here does not. */
async function isBookkeeping(
  vault: Vault,
  { commit: id, parent }: { readonly commit: string; readonly parent: string | null },
  paths: readonly string[],
): Promise<boolean> {
  try {
    const after = await vault.without(await vault.treeOf(commit(id)), paths)
    const before = parent === null ? null : await vault.without(await vault.treeOf(commit(parent)), paths)
    return after === before
  } catch {
    return false
  }
}
