import type { Contract } from '../../core/contract.ts'
import type { FileChange } from '../../core/event.ts'
import type { Tree } from '../../core/ids.ts'
import type { TreeEdit, Vault } from '../../ports.ts'
import { isGreenfield } from './detect.ts'
import { compareManifests } from './manifest.ts'
import { isProtected, isTestFile, matchesAny } from './names.ts'

/** What reading the diff found, and the trees in which the checks will run. */
export interface Layouts {
  readonly base: Tree
  /** Form N: the candidate as submitted, with what decides how checks run taken from the base. */
  readonly asSubmitted: Tree
  /** Form O: the same with the base's tests; null when no existing test was touched, and N serves both. */
  readonly oldForm: Tree | null
  /** The base with the candidate's tests; null when there are none. The checks must go red in it. */
  readonly testsOnBase: Tree | null
  /** The base holds no project yet: the first task may bring runner and configuration. */
  readonly greenfield: boolean
  readonly bookkeepingTouched: readonly string[]
  readonly protectedTouched: readonly string[]
  readonly dependenciesTouched: readonly string[]
  readonly testsDeleted: readonly string[]
  readonly outOfScope: readonly string[]
}

/** Lays out the forms of a draft. All trees are code trees: our own files are in none of them. */
export async function layOut(
  vault: Vault,
  draft: { readonly base: Tree; readonly candidate: Tree; readonly changes: readonly FileChange[] },
  contract: Contract,
  alsoProtected: readonly string[],
): Promise<Layouts> {
  const { task, bookkeeping } = contract
  const base = await vault.without(draft.base, bookkeeping)
  const candidate = await vault.without(draft.candidate, bookkeeping)
  const named = [
    ...Object.values(task.files).flat(),
    ...task.outputs.filter(output => output.type === 'file').map(output => output.value),
  ]
  const allowed = (path: string) => matchesAny(path, task.allow) || matchesAny(path, named)
  const changes = draft.changes.filter(change => !isBookkeeping(change.path, bookkeeping))

  const edits: TreeEdit[] = []
  const protectedTouched: string[] = []
  const greenfield = isGreenfield(await vault.list(base))
  for (const change of changes) {
    if (!isProtected(change.path, alsoProtected) || allowed(change.path) || greenfield) continue
    // A configuration for a runner that did not exist before is the first one, not a changed one.
    if (change.status === 'added' && !(await hasSibling(vault, base, change.path, alsoProtected))) continue
    protectedTouched.push(change.path)
    edits.push({ path: change.path, from: base })
  }
  const manifests = await readManifests(vault, { base, candidate }, changes, { allow: task.allow, named })
  protectedTouched.push(...manifests.scriptsTouched)
  const asSubmitted = await vault.edit(candidate, [...edits, ...manifests.edits])

  const tests = changes.filter(change => isTestFile(change.path))
  const existing = tests.filter(change => change.status !== 'added' && !matchesAny(change.path, task.allow))
  const fresh = tests.filter(change => change.status !== 'deleted')
  return {
    base,
    asSubmitted,
    oldForm:
      existing.length > 0
        ? await vault.edit(
            asSubmitted,
            tests.map(change => ({ path: change.path, from: base })),
          )
        : null,
    greenfield,
    testsOnBase:
      fresh.length > 0
        ? await vault.edit(
            base,
            fresh.map(change => ({ path: change.path, from: candidate })),
          )
        : null,
    bookkeepingTouched: draft.changes.map(change => change.path).filter(path => isBookkeeping(path, bookkeeping)),
    protectedTouched,
    dependenciesTouched: manifests.dependenciesTouched,
    testsDeleted: existing.filter(change => change.status === 'deleted').map(change => change.path),
    outOfScope:
      named.length === 0 ? [] : changes.map(change => change.path).filter(path => !allowed(path) && !isTestFile(path)),
  }
}

export const isBookkeeping = (path: string, bookkeeping: readonly string[]): boolean =>
  bookkeeping.some(entry => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))

/** Whether the base already holds a protected file of the same family, by its first word: `vitest`, `tsconfig`, … */
async function hasSibling(vault: Vault, base: Tree, path: string, alsoProtected: readonly string[]): Promise<boolean> {
  const family = familyOf(path)
  return (await vault.list(base)).some(other => isProtected(other, alsoProtected) && familyOf(other) === family)
}

const familyOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^\./, '')
    .split(/[.\-_]/, 1)[0]!

interface Manifests {
  readonly edits: readonly TreeEdit[]
  readonly scriptsTouched: readonly string[]
  readonly dependenciesTouched: readonly string[]
}

async function readManifests(
  vault: Vault,
  trees: { readonly base: Tree; readonly candidate: Tree },
  changes: readonly FileChange[],
  contract: { readonly allow: readonly string[]; readonly named: readonly string[] },
): Promise<Manifests> {
  const edits: TreeEdit[] = []
  const scriptsTouched: string[] = []
  const dependenciesTouched: string[] = []
  for (const { path, status } of changes) {
    if (status !== 'modified' || !/(^|\/)package\.json$/.test(path)) continue
    const before = await vault.readText(trees.base, path)
    const after = await vault.readText(trees.candidate, path)
    const compared = before !== null && after !== null ? compareManifests(before, after) : null
    const free = matchesAny(path, contract.allow) || matchesAny(path, contract.named)
    if (!compared) {
      if (!free) scriptsTouched.push(path)
      continue
    }
    if (compared.scripts.length > 0 && !free) {
      scriptsTouched.push(`${path} (scripts: ${compared.scripts.join(', ')})`)
      edits.push({ path, text: compared.restored })
    }
    if (compared.dependencies.length > 0 && !free && !contract.allow.includes('dependencies'))
      dependenciesTouched.push(...compared.dependencies)
  }
  return { edits, scriptsTouched, dependenciesTouched }
}
