import { riskOfPath, speaksOfAccess } from '../../../core/plan/sensitive-paths.ts'
import type { Extent } from '../../../core/proof/extent.ts'
import { compareSignatures, mentionsSignature } from '../../../core/signatures/signatures.ts'
import type { Case } from '../case.ts'
import { asksIn, toGo } from '../change/asked-to-go.ts'
import { offeredModules, writtenIn } from '../gates/declarations.ts'
import { isAskedThroughout } from '../settings/asked-entries.ts'
import { isOwnWorkflow } from '../settings/own-workflow.ts'
import { addedNames } from '../syntax/added-names.ts'
import { isInert } from '../syntax/inert.ts'
import { changedLiterals } from '../syntax/literal-tokens.ts'
import type { DiffFile, DiffUnderReview } from './diff.ts'
import { isLoadable, styleOf } from './file-kind.ts'

/** The reach of a change beyond its paths; null if it touches only documents, tests and data. */
export async function extentOf(
  on: Pick<Case, 'ports' | 'layouts' | 'draft' | 'config' | 'knownTests' | 'programFiles'>,
  diff: DiffUnderReview,
): Promise<Extent | null> {
  const sources = diff.files.filter(isLoadable)
  const opening = diff.files.filter(file => opensAccess(file, diff)).map(({ path }) => path)
  const manifests = diff.files.filter(file => isSettled(file, diff))
  const reach = {
    ...(opening.length > 0 ? { access: opening } : {}),
    ...(manifests.length > 0 ? { manifests: manifests.filter(isUnasked(diff)).map(({ path }) => path) } : {}),
  }
  if (sources.length === 0) return Object.keys(reach).length > 0 ? { interfaces: [], ...reach } : null
  const program = await firstOf(sources, async file => !(await isSameProgram(file)))
  if (program === null) return { interfaces: [], ...reach }
  const gone = await namesOfGoneFiles(diff)
  const interfaces = (await changedInterfaces(on, sources, diff.basePaths)).filter(isUndecided(diff, gone))
  return { program: program.path, interfaces, ...reach }
}

/** The author of a title that names a public function has decided that it changes; that it goes only if the task says so. */
const isUndecided =
  ({ contract }: DiffUnderReview, gone: readonly string[]) =>
  ({ name, is }: Extent['interfaces'][number]): boolean =>
    !mentionsSignature(is === 'changed' ? [contract.task.title] : [...asksIn(contract).goes, ...gone], name)

/** What was declared in files that the task asks to remove. */
async function namesOfGoneFiles({ files, contract }: DiffUnderReview): Promise<readonly string[]> {
  const { isFile } = toGo(contract)
  const names: string[] = []
  for (const { path, status, before } of files)
    if (status === 'deleted' && before !== null && isFile(path)) names.push(...(await addedNames(null, before, path)))
  return names
}

/** A file whose entries a task can spell out. */
function isSettled({ path, status }: DiffFile, { sensitive }: DiffUnderReview): boolean {
  const area = riskOfPath(path, sensitive)?.area
  return area === 'ci' || (area === 'manifest' && status !== 'added')
}

const isUnasked =
  ({ contract }: DiffUnderReview) =>
  (file: DiffFile): boolean =>
    !isAskedThroughout(contract.task, file) && !isOwnWorkflow(contract.task, file, Object.values(contract.commands))

/** A name like `token` alone tells little: the contents before and after decide. */
const opensAccess = ({ path, before, after }: DiffFile, { sensitive }: DiffUnderReview): boolean =>
  riskOfPath(path, sensitive)?.ambiguous === true && speaksOfAccess(`${before ?? ''}\n${after ?? ''}`, path)

async function firstOf<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | null> {
  for (const item of items) if (await holds(item)) return item
  return null
}

/** The same code except for comments, layout and displayed texts. */
async function isSameProgram({ before, after, path }: DiffFile): Promise<boolean> {
  if (before === null || after === null) return false
  if (await isInert(before, after, path)) return true
  return isInert(withTextsOf(before, after, path), after, path)
}

const QUOTES = new Set(['"', "'"])

/** The first text with the strings of the second one, where they are in the same places. */
function withTextsOf(before: string, after: string, path: string): string {
  const pairs = changedLiterals(before, after, styleOf(path)).filter(
    ({ old, now }) => QUOTES.has(before[old.start]!) && QUOTES.has(after[now.start]!),
  )
  let [text, from] = ['', 0]
  for (const { old, now } of pairs) {
    text += before.slice(from, old.start) + after.slice(now.start, now.end)
    from = old.end
  }
  return text + before.slice(from)
}

/** Exported signatures of the base, re-exports included. */
async function changedInterfaces(
  on: Pick<Case, 'ports' | 'layouts' | 'draft' | 'config' | 'knownTests' | 'programFiles'>,
  sources: readonly DiffFile[],
  basePaths: readonly string[],
): Promise<Extent['interfaces']> {
  // A new file has no users yet.
  if (sources.every(({ status }) => status === 'added')) return []
  const modules = await offeredModules(on, basePaths, on.config.gates?.contract?.files)
  if (modules.length === 0) return []
  const [before, after] = [await writtenIn(on, on.layouts.base, modules), await writtenIn(on, on.draft.tree, modules)]
  const { removed, changed } = compareSignatures(before, after)
  return [
    ...removed.map(({ name }) => ({ name, is: 'removed' }) as const),
    ...changed.map(({ name }) => ({ name, is: 'changed' }) as const),
  ]
}
