import { join } from 'node:path'
import type { Tree } from '../../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../../core/plan/make-contract.ts'
import type { RunState } from '../../../core/run/state.ts'
import { LANDED_FILE, recordOf } from '../../../core/shown/record.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { isBookkeeping } from '../../../engine/proof/forms/forms.ts'
import type { Vault } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { readRun } from '../reading.ts'

/** One of the files that pm-agent keeps about a run. */
interface RecordFile {
  readonly path: string
  readonly tree: Tree
  /** How plain git shows it. */
  readonly git: string
}

/** `records [FILE]`: the files that pm-agent keeps about a run, wherever they are kept, and the text of one of them. */
export async function records(
  context: Context,
  name: string | undefined,
  options: { readonly run?: string; readonly json?: boolean },
): Promise<number> {
  const { state, store } = await readRun(context, options)
  store.close()
  const [{ findPlaces }, { openVault }] = await Promise.all([
    import('../places/places.ts'),
    import('../../../adapters/git/vault.ts'),
  ])
  const places = await findPlaces(context)
  const vault = await openVault({ vaultDir: places.vaultDir, userRepo: places.repository })
  const files = await filesOf(vault, state)
  if (name === undefined) list(context, state, files, options)
  else {
    const { tree, path } = pick(files, name)
    context.terminal.print((await vault.readText(tree, path)) ?? '')
  }
  return EXIT.done
}

/** On the branch, and under the ref of ours. */
async function filesOf(vault: Vault, state: RunState): Promise<readonly RecordFile[]> {
  const { tip, record, opened } = state
  const paths = bookkeepingPaths(state)
  const listed = async (tree: Tree | null, from: string, isOurs: (path: string) => boolean) =>
    (tree === null ? [] : await vault.list(tree))
      .filter(isOurs)
      .map(path => ({ path, tree: tree!, git: `${from}:${path}` }))
  const committed = await listed(tip && (await vault.treeOf(tip)), opened.branch, path => isBookkeeping(path, paths))
  const apart = await listed(record, recordOf(state) ?? '', path => path !== LANDED_FILE)
  const isNewer = new Set(apart.map(({ path }) => path))
  return [...committed.filter(({ path }) => !isNewer.has(path)), ...apart].toSorted((one, other) =>
    one.path < other.path ? -1 : 1,
  )
}

/** By its path, or by as much of its end as names one file. */
function pick(files: readonly RecordFile[], name: string): RecordFile {
  const found = files.filter(({ path }) => path === name || path.endsWith(`/${name}`))
  if (found.length === 1) return found[0]!
  throw new Problem(found.length === 0 ? `this run has no file ${name}` : `${name} names several files`, [
    `its files: ${(found.length === 0 ? files : found).map(({ path }) => path).join(', ') || 'none yet'}`,
  ])
}

function list(
  { terminal }: Context,
  { opened: { place } }: RunState,
  files: readonly RecordFile[],
  { json }: { readonly json?: boolean },
): void {
  const beside = [
    ...(place.kept === 'in-place' ? [`${place.path} is ticked in place`] : []),
    ...(place.contextKept === 'in-place'
      ? [`context files are beside it, in ${join(place.path, '..', place.contextDir)}`]
      : []),
  ]
  if (json) {
    terminal.print(jsonText({ files: files.map(({ path, git }) => ({ path, git })), beside }, 2))
    return
  }
  if (files.length === 0 && beside.length === 0) terminal.print('This run has no files yet.')
  for (const { path } of files) terminal.print(path)
  for (const words of beside) terminal.print(`(${words})`)
  if (files.length > 0) terminal.print(`\npm-agent records FILE prints one of them; so does git show ${files[0]!.git}`)
}
