import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Locations of plans in a repository: a folder for each plan with one file in it, or a folder of documents. */
const FOLDERS: readonly (readonly [folder: string, file: string])[] = [
  ['.dev/specs', 'PLAN.md'],
  ['specs', 'tasks.md'],
  ['.kiro/specs', 'tasks.md'],
]
const DOCUMENTS = 'docs/plans'
/** Folders with a single plan. */
const SINGLE: readonly (readonly [folder: string, file: string])[] = [
  ['', 'PLAN.md'],
  ['.taskmaster/tasks', 'tasks.json'],
]
const DATE = /^\d{4}-?\d{2}-?\d{2}[-_. ]+/

/** Every document that may be a plan, in search order. */
export function planDocuments(top: string): readonly string[] {
  const [own, ...others] = FOLDERS.map(([folder, file]) =>
    entries(join(top, folder)).flatMap(name => inAnyCase(join(top, folder, name), file)),
  )
  const documents = entries(join(top, DOCUMENTS)).filter(name => name.endsWith('.md'))
  const single = SINGLE.flatMap(([folder, file]) => inAnyCase(join(top, folder), file))
  return [...own!, ...documents.map(name => join(top, DOCUMENTS, name)), ...single, ...others.flat()]
}

/** The files of a folder with this name, ignoring case: `plan.md` is `PLAN.md`. */
export const inAnyCase = (folder: string, name: string): readonly string[] =>
  entries(folder)
    .filter(entry => entry.toLowerCase() === name.toLowerCase())
    .map(entry => join(folder, entry))

/** Documents of a folder, for suggestions. */
export const documentsIn = (folder: string): readonly string[] =>
  entries(folder).filter(name => /\.(?:md|markdown)$/i.test(name))

/** Possible paths of a plan of this name; a document's date is not part of its name. */
export function placesOfName(top: string, name: string): readonly string[] {
  if (name.endsWith('.md')) return documentsOfName(top, name)
  const folders = FOLDERS.map(
    ([folder, file]) => inAnyCase(join(top, folder, name), file)[0] ?? join(top, folder, name, file),
  )
  return [...folders, ...documentsOfName(top, `${name}.md`)]
}

function documentsOfName(top: string, file: string): readonly string[] {
  const dated = entries(join(top, DOCUMENTS)).filter(entry => entry.replace(DATE, '') === file)
  return [...new Set([file, ...dated])].map(entry => join(top, DOCUMENTS, entry))
}

/** The plan of a branch: by its full name, or the part after its last slash. */
export function planOfBranch(top: string, branch: string): string | null {
  const names = [...new Set([branch, basename(branch)])]
  const paths = names.flatMap(name => FOLDERS.flatMap(([folder, file]) => inAnyCase(join(top, folder, name), file)))
  return paths[0] ?? null
}

/** The names of the repository's plans, for suggestions. */
export const planNames = (top: string): readonly string[] => [
  ...new Set([
    ...FOLDERS.flatMap(([folder, file]) =>
      entries(join(top, folder)).filter(name => inAnyCase(join(top, folder, name), file).length > 0),
    ),
    ...entries(join(top, DOCUMENTS))
      .filter(name => name.endsWith('.md'))
      .map(name => name.replace(DATE, '').replace(/\.md$/, '')),
  ]),
]

function entries(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort()
  } catch {
    return []
  }
}
