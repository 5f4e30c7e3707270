import { cut, type Tree } from '../../core/plan/ids.ts'
import type { FileChange } from '../../core/proof/draft.ts'
import type { TreeItem } from '../../core/proof/tree-item.ts'
import type { FileDelta, LandedDelta, SignatureDelta } from '../../core/told/landed-delta.ts'
import type { Vault } from '../../ports.ts'
import { kindOf } from '../proof/reading/file-kind.ts'
import { diffLines } from '../proof/reading/line-diff.ts'
import { changedSignatures } from './signatures.ts'

const FILES_MAX = 60
const SIGNATURES_MAX = 60
const SIGNATURE_LENGTH_MAX = 240
/** Larger files are generated. */
const TEXT_BYTES_MAX = 300_000

/** The trees before and after a landing. */
export interface LandedTrees {
  readonly from: Tree
  readonly to: Tree
}

/** Reads the difference of a landing, in this thread or in another. */
export type ReadDelta = (
  vault: Pick<Vault, 'look'>,
  trees: LandedTrees,
  changes: readonly FileChange[],
) => Promise<LandedDelta>

/** The difference between two trees, read from the changed files alone. */
export const readDelta: ReadDelta = async (vault, { from, to }, changes) => {
  const read = changes.slice(0, FILES_MAX)
  const paths = read.map(({ path }) => path)
  const [was, is] = [await vault.look(from, paths, TEXT_BYTES_MAX), await vault.look(to, paths, TEXT_BYTES_MAX)]
  const files: FileDelta[] = []
  const signatures: SignatureDelta[] = []
  for (const change of read) {
    const [before, after] = [was.get(change.path), is.get(change.path)]
    const texts = isText(before) && isText(after) ? { before: before?.text ?? null, after: after?.text ?? null } : null
    files.push({ ...change, ...(texts ? { lines: countsOf(texts) } : {}) })
    if (texts && kindOf(change.path) === 'source')
      signatures.push(...(await changedSignatures(change.path, texts.before, texts.after)))
  }
  return {
    files,
    filesLeft: changes.length - files.length,
    signatures: signatures.slice(0, SIGNATURES_MAX).map(short),
    signaturesLeft: Math.max(0, signatures.length - SIGNATURES_MAX),
  }
}

/** The difference as far as it is known without reading a file. */
export const withoutTexts = (changes: readonly FileChange[]): LandedDelta => ({
  files: changes.slice(0, FILES_MAX),
  filesLeft: Math.max(0, changes.length - FILES_MAX),
  signatures: [],
  signaturesLeft: 0,
})

/** Whether there is no file, or one whose text was read. */
const isText = (item: TreeItem | undefined): boolean =>
  item === undefined || ((item.is === 'file' || item.is === 'executable') && item.text !== null)

function countsOf({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  const lines = (text: string | null) => (text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n'))
  const { added, removed } = diffLines(lines(before), lines(after))
  return { added: added.length, removed: removed.length }
}

const short = (change: SignatureDelta): SignatureDelta => ({
  ...change,
  was: change.was && cut(change.was, SIGNATURE_LENGTH_MAX),
  is: change.is && cut(change.is, SIGNATURE_LENGTH_MAX),
})
