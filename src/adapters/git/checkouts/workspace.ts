/** A private repository for each attempt; it shares nothing with the vault, other attempts or the user. */
import { appendFile, chmod, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { type Commit, fileSafe, type Tree } from '../../../core/plan/ids.ts'
import type { Draft } from '../../../core/proof/draft.ts'
import { invariant } from '../../../core/result.ts'
import type { FurnishPlace, Workspace, WorkspaceId, Workspaces } from '../../../ports.ts'
import { OWN_IDENTITY } from '../git.ts'
import { commitOfRef, treeOfCommit, writeCommit } from '../objects/commit.ts'
import { indexBytes, type LaidOut } from '../objects/index-file.ts'
import { RAW_BYTES } from '../objects/raw-bytes.ts'
import { type RefUpdate, updateRefs } from '../objects/ref-writer.ts'
import { changesBetween, readEntries } from '../objects/tree.ts'
import { editTree, treeWithout } from '../objects/tree-edit.ts'
import { createGitDir, Histories } from '../repository/history.ts'
import { readCandidate } from './candidate.ts'
import type { CheckoutStock } from './checkout-stock.ts'
import { asPattern, isToolFolder, openIgnoreRules } from './ignore-rules.ts'
import { openRoomDir } from './lay-out.ts'
import { removeDir } from './removal.ts'

export interface WorkspacesPlace {
  readonly vaultDir: string
  /** Outside of every repository: tools in a nested tree would find the parent's configuration. */
  readonly root: string
  /** Prepares checkouts in advance and deletes them in the background. */
  readonly stock?: Pick<CheckoutStock, 'root' | 'take' | 'remove'>
}
type PrepareSpec = Parameters<Workspaces['prepare']>[1]
type CollectSpec = Parameters<Workspaces['collect']>[1]

/** Prepares, collects and discards workspaces below their own directory. */
export function createWorkspaces(at: WorkspacesPlace): Workspaces {
  const remove = (dir: string) => (at.stock ? at.stock.remove(dir) : removeDir(at.root, dir))
  const place: Places = {
    ...at,
    histories: new Histories({ vaultDir: at.vaultDir, root: at.stock?.root ?? at.root }),
    remove,
  }
  return {
    prepare: (id, spec) => prepare(place, id, spec),
    collect: (id, spec) => collect(place, id, spec),
    discard: id => remove(dirOf(place, id)),
  }
}

interface Places extends WorkspacesPlace {
  readonly histories: Histories
  readonly remove: (dir: string) => Promise<void>
}

const dirOf = ({ root }: WorkspacesPlace, { run, task, attempt, judge }: WorkspaceId): string =>
  join(root, run, `${fileSafe(task)}-${attempt}${judge === undefined ? '' : `-judge-${judge}`}`)

/** A task id in a form that git accepts in a ref name. */
const refSafe = (id: WorkspaceId): string => fileSafe(id.task).replace(/^\.|\.{2,}|\.(?=lock$)|\.$/g, '-')

const keptRef = (id: WorkspaceId): string =>
  `refs/pm-agent/${id.run}/${refSafe(id)}/${id.attempt}${id.judge === undefined ? '' : '-judge'}`

/** Created elsewhere and then renamed, so that an existing workspace is always complete. */
async function prepare(place: Places, id: WorkspaceId, spec: PrepareSpec): Promise<Workspace> {
  const dir = dirOf(place, id)
  const aside = `${dir}.new`
  await place.remove(aside)
  await mkdir(dirname(aside), { recursive: true, mode: 0o700 })
  const head = await visibleCommit(place, spec.base, spec.conceal)
  const from = spec.from === null ? null : await visibleCommit(place, spec.from, spec.conceal)
  const laidOut = await layOut(place, aside, from ?? head)
  await createRepository(place, aside, `task-${refSafe(id)}`, head)
  await writeIndex(place, laidOut, head)
  await leaveOut(aside, spec.leaveOut ?? [])
  await spec.furnish?.(aside, { as: dir, isIgnored: ignoredBy(place.vaultDir, spec.base) })
  await writeFiles(aside, spec.files)
  await place.remove(dir)
  await rename(aside, dir)
  return { ...id, dir }
}

/** The same code without concealed paths, as a commit without history: older commits would contain them. */
async function visibleCommit<T extends string>(
  { vaultDir }: Places,
  of: T,
  conceal: readonly string[] = [],
): Promise<T | Commit> {
  if (conceal.length === 0) return of
  const tree = await treeWithout(vaultDir, await treeOfCommit(vaultDir, of), conceal)
  const message = 'The code that this task starts from\n'
  return writeCommit(vaultDir, { tree, parent: null, message, identity: OWN_IDENTITY, at: 0 })
}

/** Excluded from the agent's own git status too. */
async function leaveOut(dir: string, paths: readonly string[]): Promise<void> {
  const lines = paths.map(path => `/${asPattern(path)}\n`)
  if (lines.length > 0) await appendFile(join(dir, '.git', 'info', 'exclude'), lines.join(''))
}

/** Uses the base's ignore rules: furnished files must never be collected as work. */
function ignoredBy(vaultDir: string, base: Commit): FurnishPlace['isIgnored'] {
  const read = async () => openIgnoreRules(vaultDir, await readEntries(vaultDir, await treeOfCommit(vaultDir, base)))
  let rules: ReturnType<typeof read> | null = null
  return async path => {
    if (await isToolFolder(basename(path), new Set(), async () => false)) return true
    rules ??= read()
    return (await rules).ignores(`${path}/`)
  }
}

async function createRepository(place: Places, dir: string, branch: string, base: Commit): Promise<void> {
  const gitDir = join(dir, '.git')
  createGitDir(gitDir, { branch, commit: base, config: AGENTS_CONFIG })
  await writeFile(join(gitDir, 'info', 'attributes'), RAW_BYTES)
  await writeFile(join(gitDir, 'info', 'exclude'), '.pm-agent/\n.pm-agent-result.json\n')
  await place.histories.put(base, gitDir)
}

/** Lets the agent commit without a configured identity, signing key or signature. */
const AGENTS_CONFIG = `[user]
\tname = ${OWN_IDENTITY.name}
\temail = ${OWN_IDENTITY.email}
[commit]
\tgpgSign = false
[tag]
\tgpgSign = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
`

/** Files of the base, or of a kept tree; in both cases the index is that of the base. */
async function layOut(place: Places, dir: string, of: string): Promise<LaidOut> {
  const { vaultDir, stock } = place
  const tree = await treeOfCommit(vaultDir, of)
  const stats = (await stock?.take(tree, dir, 'times')) ?? null
  if (stats === null) await openRoomDir(vaultDir, tree, dir)
  await chmod(dir, 0o700)
  return { dir, entries: await readEntries(vaultDir, tree), ...(stats ? { stats } : {}) }
}

async function writeIndex({ vaultDir }: Places, laidOut: LaidOut, base: Commit): Promise<void> {
  const entries = await readEntries(vaultDir, await treeOfCommit(vaultDir, base))
  await writeFile(join(laidOut.dir, '.git', 'index'), await indexBytes(entries, laidOut, base.length))
}

/** Deletes the tree's own `.pm-agent` first: it could be a link that leads elsewhere. */
async function writeFiles(dir: string, files: PrepareSpec['files']): Promise<void> {
  const ours = join(dir, '.pm-agent')
  await rm(ours, { recursive: true, force: true })
  await mkdir(ours)
  for (const [name, text] of Object.entries(files)) {
    const path = normalize(join(ours, name))
    invariant(path.startsWith(`${ours}/`), `${name} is outside .pm-agent`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

async function collect(place: WorkspacesPlace, id: WorkspaceId, spec: CollectSpec): Promise<Draft | null> {
  const { vaultDir } = place
  const dir = dirOf(place, id)
  const stats = await lstat(dir).catch(() => null)
  if (!stats?.isDirectory()) return null
  // An agent may take its own rights away, and ours are the same. The folder is no part of the work.
  if ((stats.mode & 0o700) !== 0o700) await chmod(dir, 0o700).catch(() => {})
  const { base, limits, at, leaveOut, conceal = [] } = spec
  const {
    baseTree,
    tree: found,
    notes,
    oversized,
  } = await readCandidate({
    vaultDir,
    dir,
    base,
    fileMbMax: limits.fileMb,
    leaveOut,
  })
  const tree = conceal.length === 0 ? found : await restored(vaultDir, { tree: found, baseTree, conceal })
  const message = `task-${id.task}: attempt ${id.attempt}\n`
  const commit = await writeCommit(vaultDir, { tree, parent: base, message, identity: OWN_IDENTITY, at })
  const ref = keptRef(id)
  await keep(vaultDir, ref, commit)
  const changes = await changesBetween(vaultDir, baseTree, tree)
  return { base, tree, ref, changes, notes, ...(oversized.length > 0 ? { oversized } : {}) }
}

/** Concealed paths as in the base: a file of an agent at the same place loses. */
async function restored(
  vaultDir: string,
  on: { readonly tree: Tree; readonly baseTree: Tree; readonly conceal: readonly string[] },
): Promise<Tree> {
  const visible = await treeWithout(vaultDir, on.tree, on.conceal)
  const edits = on.conceal.map(path => ({ path: path.replace(/\/$/, ''), from: on.baseTree }))
  return editTree(vaultDir, visible, edits)
}

/** Collecting twice creates one ref, and never overwrites a kept tree. */
async function keep(gitDir: string, ref: string, commit: Commit): Promise<void> {
  const earlier = await commitOfRef(gitDir, ref)
  const updates: RefUpdate[] = [{ ref, to: commit }]
  if (earlier !== null && (await treeOfCommit(gitDir, earlier)) !== (await treeOfCommit(gitDir, commit))) {
    updates.push({ ref: `${ref}-${earlier.slice(0, 12)}`, to: earlier })
  }
  const problem = await updateRefs(gitDir, updates)
  if (problem !== null) throw problem
}
