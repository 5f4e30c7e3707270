import type { CommitSpec } from '../../src/core/plan/commit-spec.ts'
import { type Commit, commit, type Tree, tree } from '../../src/core/plan/ids.ts'
import type { FileChange } from '../../src/core/proof/draft.ts'
import type { TreeItem } from '../../src/core/proof/tree-item.ts'
import type { TreeEdit, UserRepository, Vault } from '../../src/ports.ts'

export type Files = ReadonlyMap<string, string>

/** A repository as data: trees are maps, commits are facts, branches move by compare-and-swap. It survives a crash of the engine. */
export class MemoryVault implements Vault, UserRepository {
  readonly #trees = new Map<Tree, Files>()
  readonly #names = new Map<string, string>()
  readonly commits = new Map<Commit, CommitSpec>()
  readonly branches = new Map<string, Commit>()
  readonly tags = new Map<string, Commit>()
  readonly kept = new Map<string, Tree>()
  readonly keptCommits = new Map<string, Commit>()
  /** The user's side. */
  readonly published = new Map<string, Commit>()
  head: Commit | null = null

  store(files: Files): Tree {
    const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
    const id = tree(this.#name(JSON.stringify(sorted)))
    if (!this.#trees.has(id)) this.#trees.set(id, new Map(sorted))
    return id
  }

  files(id: Tree): Files {
    const found = this.#trees.get(id)
    if (!found) throw new Error(`no tree ${id}`)
    return found
  }

  /** The same content has the same name, as with a hash. */
  #name(content: string): string {
    const known = this.#names.get(content)
    if (known) return known
    const name = (this.#names.size + 1).toString(16).padStart(40, '0')
    this.#names.set(content, name)
    return name
  }

  async close(): Promise<void> {}

  async emptyTree() {
    return this.store(new Map())
  }
  async treeOf(id: Commit) {
    const found = this.commits.get(id)
    if (!found) throw new Error(`no commit ${id}`)
    return found.tree
  }
  async tip(branch: string) {
    return this.branches.get(branch) ?? null
  }
  async list(id: Tree) {
    return [...this.files(id).keys()]
  }
  async readText(id: Tree, path: string) {
    return this.files(id).get(path) ?? null
  }
  /** Every file is a plain one here, but for a text that says `link to …`, `program …` or `submodule`. */
  async look(id: Tree, paths: readonly string[], textBytesMax: number): Promise<ReadonlyMap<string, TreeItem>> {
    const found = new Map<string, TreeItem>()
    for (const path of paths) {
      const text = this.files(id).get(path)
      if (text !== undefined) found.set(path, itemOf(text, textBytesMax))
    }
    return found
  }
  async diff(from: Tree, to: Tree): Promise<readonly FileChange[]> {
    const before = this.files(from)
    const after = this.files(to)
    const changes: FileChange[] = []
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      if (!after.has(path)) changes.push({ path, status: 'deleted' })
      else if (!before.has(path)) changes.push({ path, status: 'added' })
      else if (before.get(path) !== after.get(path)) changes.push({ path, status: 'modified' })
    }
    return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
  }
  async patch(from: Tree, to: Tree) {
    return JSON.stringify(await this.diff(from, to))
  }
  async edit(id: Tree, edits: readonly TreeEdit[]) {
    const files = new Map(this.files(id))
    for (const edit of edits) {
      const text = 'text' in edit ? edit.text : 'from' in edit ? this.files(edit.from).get(edit.path) : undefined
      if (text === undefined) files.delete(edit.path)
      else files.set(edit.path, text)
    }
    return this.store(files)
  }
  async without(id: Tree, paths: readonly string[]) {
    const out = (path: string) => paths.some(entry => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))
    return this.store(new Map([...this.files(id)].filter(([path]) => !out(path))))
  }
  async commit(spec: CommitSpec) {
    const id = commit(this.#name(JSON.stringify(spec)))
    this.commits.set(id, spec)
    return id
  }
  async merge(onto: Commit, ref: string) {
    const id = this.keptCommits.get(ref) ?? commit(ref)
    const theirs = this.commits.get(id)!
    const shared = this.history(id).find(one => this.history(onto).includes(one)) ?? theirs.parent!
    const [base, ours, kept] = [
      this.files(await this.treeOf(shared)),
      this.files(await this.treeOf(onto)),
      this.files(theirs.tree),
    ]
    const merged = new Map<string, string>()
    const conflicts: string[] = []
    for (const path of new Set([...base.keys(), ...ours.keys(), ...kept.keys()])) {
      const [before, here, there] = [base.get(path), ours.get(path), kept.get(path)]
      const both = here !== before && there !== before && here !== there
      if (both) conflicts.push(path)
      const text = both ? `<<<<<<< ${here} ======= ${there} >>>>>>>` : there !== before ? there : here
      if (text !== undefined) merged.set(path, text)
    }
    return { tree: this.store(merged), conflicts, union: null }
  }
  async keep(ref: string, id: Commit) {
    this.keptCommits.set(ref, id)
    this.kept.set(ref, await this.treeOf(id))
  }
  async moveBranch(branch: string, from: Commit | null, to: Commit) {
    const now = this.branches.get(branch) ?? null
    if (now === to) return 'moved' as const
    if (now !== from) return 'stale' as const
    this.branches.set(branch, to)
    return 'moved' as const
  }
  async tag(name: string, id: Commit) {
    this.tags.set(name, id)
  }
  async setAside() {
    return { branch: null, tags: 0, heldIn: null }
  }
  async publish(branch: string, tip: Commit) {
    const now = this.published.get(branch)
    if (now && !(await this.contains(now, tip))) return { reason: 'moved' as const, detail: `${branch} moved` }
    this.published.set(branch, tip)
    return null
  }

  async importHead() {
    return this.head
  }
  async importBranch(branch: string) {
    return this.published.get(branch) ?? null
  }
  async importKept(ref: string) {
    return this.keptCommits.get(ref) ?? null
  }
  async contains(ancestor: Commit, descendant: Commit) {
    return this.history(descendant).includes(ancestor)
  }
  async identity() {
    return { name: 'Ada', email: 'ada@example.org' }
  }

  /** From this commit back to the first one. */
  history(from: Commit): readonly Commit[] {
    const found: Commit[] = []
    for (let at: Commit | null = from; at; at = this.commits.get(at)?.parent ?? null) found.push(at)
    return found
  }
}

function itemOf(text: string, textBytesMax: number): TreeItem {
  const sizeBytes = Buffer.byteLength(text)
  const target = text.match(/^link to (.*)$/)?.[1]
  if (target !== undefined) return { is: 'link', sizeBytes: target.length, text: target }
  if (text === 'submodule') return { is: 'submodule', sizeBytes: 0, text: null }
  const read = sizeBytes > textBytesMax || text.includes('\0') ? null : text
  return { is: text.startsWith('program ') ? 'executable' : 'file', sizeBytes, text: read }
}
