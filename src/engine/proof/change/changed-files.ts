/** The files of a change. Every step that compares them before and after starts here, so each text is read once. */

import type { FileChange } from '../../../core/proof/draft.ts'
import type { Vault } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { kindOf } from '../reading/file-kind.ts'
import { sourceFiles } from '../translation/read-change.ts'
import { isTest } from './test-files.ts'

/** A changed file before and after; null where there is no file. */
interface Texts {
  readonly before: string | null
  readonly after: string | null
}

/** For readers to whom a missing file is an empty one. */
export const orEmpty = ({ before, after }: Texts) => ({ before: before ?? '', after: after ?? '' })

export interface ChangedFile extends FileChange {
  /** A test, a helper or a snapshot. Everything else belongs to the program. */
  readonly isTest: boolean
  readonly texts: () => Promise<Texts>
}

type Read = Pick<Case, 'draft' | 'layouts' | 'ports' | 'knownTests' | 'programFiles'>

/** Texts that were read, by the forms that they belong to. */
const known = new WeakMap<Case['layouts'], Map<string, Promise<Texts>>>()

export const changedFiles = (on: Read): readonly ChangedFile[] =>
  on.draft.changes.map(change => ({
    ...change,
    isTest: isTest(on, change.path),
    texts: () => textsOf(on, change),
  }))

/** The changed files that are no tests. */
export const changedProgram = (on: Read): readonly ChangedFile[] => changedFiles(on).filter(file => !file.isTest)

function textsOf({ layouts, ports }: Read, { path, status }: FileChange): Promise<Texts> {
  const texts = known.get(layouts) ?? new Map<string, Promise<Texts>>()
  known.set(layouts, texts)
  const read = async (): Promise<Texts> => ({
    before: status === 'added' ? null : await ports.vault.readText(layouts.base, path),
    after: status === 'deleted' ? null : await ports.vault.readText(layouts.asSubmitted, path),
  })
  const found = texts.get(path) ?? read()
  texts.set(path, found)
  return found
}

/** Limits of a search through a whole tree. */
const SOURCES_MAX = 3000
const BYTES_MAX = 200_000

/** The texts of these files of a tree, or of its sources, as far as a search may go. */
export async function searchedTexts(
  { ports }: { readonly ports: { readonly vault: Pick<Vault, 'list' | 'look'> } },
  tree: Case['layouts']['base'],
  wanted: (path: string) => boolean = path => kindOf(path) === 'source',
): Promise<ReadonlyMap<string, string>> {
  const paths = (await ports.vault.list(tree)).filter(wanted).slice(0, SOURCES_MAX)
  const found = await sourceFiles(ports.vault, tree, paths, BYTES_MAX)
  return new Map(found.map(({ path, text }) => [path, text]))
}
