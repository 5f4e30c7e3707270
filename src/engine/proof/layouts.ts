import type { Contract } from '../../core/contract.ts'
import type { FileChange } from '../../core/event.ts'
import type { Tree } from '../../core/ids.ts'
import type { Commands } from '../../core/plan.ts'
import type { TreeEdit, Vault } from '../../ports.ts'
import { isGreenfield } from './detect.ts'
import { compareManifests, scriptsOf } from './manifest.ts'
import { isProtected, isTestFile, matchesAny, toolWords } from './names.ts'

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
  /** Tests, helpers and snapshots of the base that were touched without an allowance. */
  readonly existingTests: readonly string[]
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
    if (change.status === 'added' && (await isFirstOfItsTool(vault, base, change.path, contract.commands))) continue
    protectedTouched.push(change.path)
    edits.push({ path: change.path, from: base })
  }
  const manifests = await readManifests(vault, { base, candidate }, changes, { allow: task.allow, named })
  protectedTouched.push(...manifests.scriptsTouched)
  const asSubmitted = await vault.edit(candidate, [...edits, ...manifests.edits])

  const tests = changes.filter(change => isTestFile(change.path))
  const held = tests.filter(
    ({ path, status }) =>
      !matchesAny(path, task.allow) && !(status === 'deleted' && matchesAny(path, task.files.delete)),
  )
  const existing = held.filter(change => change.status !== 'added')
  const fresh = tests.filter(change => change.status !== 'deleted')
  return {
    base,
    asSubmitted,
    oldForm:
      existing.length > 0
        ? await vault.edit(
            asSubmitted,
            held.map(change => ({ path: change.path, from: base })),
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
    existingTests: existing.map(change => change.path),
    testsDeleted: existing.filter(change => change.status === 'deleted').map(change => change.path),
    outOfScope:
      named.length === 0 ? [] : changes.map(change => change.path).filter(path => !allowed(path) && !isTestFile(path)),
  }
}

export const isBookkeeping = (path: string, bookkeeping: readonly string[]): boolean =>
  bookkeeping.some(entry => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))

/** Whether this configures a tool that had no configuration on the base and was not started there by any command. */
async function isFirstOfItsTool(vault: Vault, base: Tree, path: string, commands: Commands): Promise<boolean> {
  const words = toolWords(path)
  if (!words) return false
  const files = await vault.list(base)
  if (files.some(other => isProtected(other, []) && toolWords(other) === words)) return false
  const started = Object.values(commands)
  for (const manifest of files.filter(file => /(^|\/)package\.json$/.test(file)))
    started.push(...scriptsOf((await vault.readText(base, manifest)) ?? ''))
  return !started.some(command => words.test(command))
}

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
    const kept = [
      ...(compared.scripts.length > 0 ? [`scripts: ${compared.scripts.join(', ')}`] : []),
      ...(compared.settings.length > 0 ? [`settings: ${compared.settings.join(', ')}`] : []),
    ]
    if (kept.length > 0 && !free) {
      scriptsTouched.push(`${path} (${kept.join('; ')})`)
      edits.push({ path, text: compared.restored })
    }
    if (compared.dependencies.length > 0 && !free && !contract.allow.includes('dependencies'))
      dependenciesTouched.push(...compared.dependencies)
  }
  return { edits, scriptsTouched, dependenciesTouched }
}
