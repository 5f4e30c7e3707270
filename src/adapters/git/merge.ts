import { type Commit, type Tree, tree } from '../../core/plan/ids.ts'
import type { Merging } from '../../core/proof/merging.ts'
import { GitFailure, runGit } from './git.ts'
import { writeObject } from './objects/object-writer.ts'
import { type BytePath, readEntries, shownPath, type TreeEntry, writeEntries } from './objects/tree.ts'
import { unionOf, type Versions } from './union.ts'

/** Merges a kept commit onto another without a checkout; the number of files hardly matters. */
export async function mergeAside(gitDir: string, onto: Commit, ref: string): Promise<Merging> {
  const call = { gitDir, args: ['merge-tree', '--write-tree', '-z', '--no-messages', onto, ref] }
  const outcome = await runGit(call)
  const [id, ...entries] = outcome.stdout.toString('latin1').split('\0').filter(Boolean)
  // Exit 1 means conflicts; anything above is a failure of git itself.
  if (id === undefined || outcome.code > 1) throw new GitFailure(call, outcome)
  if (outcome.code === 0) return { tree: tree(id), conflicts: [], union: null }
  const files = conflictingFiles(entries)
  const union = await unionTree(gitDir, tree(id), files)
  return { tree: tree(id), conflicts: [...files.keys()].map(shownPath), union }
}

/** A conflicting file's mode and object by stage (1 base, 2 landed, 3 other). */
type Stages = ReadonlyMap<string, TreeEntry>

/** Reads `<mode> <object> <stage>\t<path>`. */
function conflictingFiles(entries: readonly string[]): ReadonlyMap<BytePath, Stages> {
  const files = new Map<BytePath, Map<string, TreeEntry>>()
  for (const entry of entries) {
    const tab = entry.indexOf('\t')
    const [mode = '', id = '', stage = ''] = entry.slice(0, tab).split(' ')
    const path = entry.slice(tab + 1) as BytePath
    const stages = files.get(path) ?? new Map<string, TreeEntry>()
    files.set(path, stages.set(stage, { mode, id }))
  }
  return files
}

/** The merged tree with both additions in every conflicting file; null if that is impossible for any of them. */
async function unionTree(gitDir: string, merged: Tree, files: ReadonlyMap<BytePath, Stages>): Promise<Tree | null> {
  const before = await readEntries(gitDir, merged)
  const after = new Map(before)
  for (const [path, stages] of files) {
    const versions = versionsOf(stages)
    const entry = after.get(path)
    const bytes = versions && entry ? await unionOf(gitDir, versions) : null
    if (bytes === null || entry === undefined) return null
    after.set(path, { ...entry, id: await writeObject(gitDir, 'blob', bytes, { idLength: merged.length }) })
  }
  return files.size === 0 ? null : writeEntries(gitDir, merged, before, after)
}

/** All three stages, if each is a regular file and only the contents conflict. */
function versionsOf(stages: Stages): Versions | null {
  const [base, landed, other] = ['1', '2', '3'].map(stage => stages.get(stage))
  if (!base || !landed || !other) return null
  const modes = new Set([base.mode, landed.mode, other.mode])
  if (modes.size > 1 || !base.mode.startsWith('100')) return null
  return { base: base.id, landed: landed.id, other: other.id }
}
