import type { Tree } from '../../../core/plan/ids.ts'
import type { FileChange } from '../../../core/proof/draft.ts'
import type { Vault } from '../../../ports.ts'
import { nameIn } from '../settings/package-json.ts'
import { goModule } from '../settings/requirements.ts'
import type { Dictionary } from './dictionary.ts'
import { goPackagesOf } from './languages/compiled.ts'
import type { SourceFile } from './moves.ts'
import { type ProgramChange, translationOf } from './translation.ts'

const BYTES_MAX = 500_000

/** The code before and after a change. */
export interface Trees {
  readonly base: Tree
  readonly candidate: Tree
}

/** A file in both; null where there is none. */
export interface BothTexts {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

export const bothTexts = async (
  vault: Pick<Vault, 'readText'>,
  { base, candidate }: Trees,
  path: string,
): Promise<BothTexts> => ({
  path,
  before: await vault.readText(base, path),
  after: await vault.readText(candidate, path),
})

/** The dictionary of a change, read from two trees. */
export async function dictionaryOf(
  vault: Pick<Vault, 'list' | 'look' | 'readText'>,
  trees: Trees,
  changes: readonly FileChange[],
  kept: ReadonlySet<string>,
): Promise<{ readonly dictionary: Dictionary; readonly program: ProgramChange }> {
  const paths = (wanted: FileChange['status']) =>
    changes.filter(({ status }) => status !== wanted).map(({ path }) => path)
  const program = {
    before: await sourceFiles(vault, trees.base, paths('added')),
    after: await sourceFiles(vault, trees.candidate, paths('deleted')),
  }
  const files = await vault.list(trees.base)
  const dictionary = dictionaryFrom(program, files, await translationOf(program, kept), {
    goMod: await vault.readText(trees.base, 'go.mod'),
    packageJson: await vault.readText(trees.base, 'package.json'),
  })
  return { dictionary, program }
}

/** The same from texts alone. */
export function dictionaryFrom(
  program: ProgramChange,
  files: readonly string[],
  translation: Dictionary['translation'],
  { goMod, packageJson = null }: { readonly goMod: string | null; readonly packageJson?: string | null },
): Dictionary {
  return {
    translation,
    files: new Set(files),
    packageName: nameIn(packageJson ?? ''),
    goModule: goModule(goMod ?? ''),
    goPackages: goPackagesOf(translation, program, files),
    dropped: [],
  }
}

/** The texts of these files of a tree, without what is no text or too large. */
export async function sourceFiles(
  vault: Pick<Vault, 'look'>,
  tree: Tree,
  paths: readonly string[],
  bytesMax: number = BYTES_MAX,
): Promise<readonly SourceFile[]> {
  const items = await vault.look(tree, paths, bytesMax)
  return paths.flatMap(path => {
    const text = items.get(path)?.text ?? null
    return text === null ? [] : [{ path, text }]
  })
}
