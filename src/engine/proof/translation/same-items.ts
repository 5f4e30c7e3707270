import type { Dictionary } from './dictionary.ts'
import { nameNow } from './dictionary.ts'
import { codeTokens } from './languages/code-tokens.ts'
import { itemsOf, type SourceItem } from './languages/items.ts'
import { takenBy } from './languages/script.ts'
import { scriptFile } from './module-paths.ts'
import type { SourceFile } from './moves.ts'
import { translate } from './translate.ts'
import type { ProgramChange } from './translation.ts'

/**
 * Whether the program consists of the same statements in any place, without those that only declare names which were to be
 * removed, or which are private and no longer used.
 */
export async function hasSameItems(
  { before, after }: ProgramChange,
  dictionary: Dictionary,
  { places, files }: { readonly places: ReadonlyMap<string, string>; readonly files: ReadonlySet<string> },
): Promise<boolean> {
  const then: SourceFile[] = []
  for (const file of before) {
    const path = places.get(file.path) ?? file.path
    then.push({ path, text: await translate(file, dictionary, path) })
  }
  const [old, now] = [await allItems(then), await allItems(after)]
  if (old === null || now === null) return false
  const left = new Map<string, number>()
  for (const { code } of old) left.set(code, (left.get(code) ?? 0) + 1)
  for (const { code, passes } of now) {
    const count = left.get(code) ?? 0
    if (count === 0 && !passes) return false
    left.set(code, count - 1)
  }
  const words = await wordsOf(after)
  const dropped = new Set(dictionary.dropped.map(({ name }) => name))
  const mayGo = ({ names, isPublic }: SourceItem) =>
    names.length > 0 && names.every(name => !words.has(name) && (dropped.has(name) || !isPublic))
  const lost = old.filter(({ code, passes }) => {
    const count = left.get(code) ?? 0
    if (passes || count <= 0) return false
    left.set(code, count - 1)
    return true
  })
  return lost.every(mayGo) && (await takesTheSame({ before, after }, dictionary, files))
}

async function allItems(files: readonly SourceFile[]): Promise<readonly SourceItem[] | null> {
  const all: SourceItem[] = []
  for (const file of files) {
    const items = await itemsOf(file)
    if (items === null) return null
    all.push(...items)
  }
  return all
}

async function wordsOf(files: readonly SourceFile[]): Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  for (const { path, text } of files)
    for (const token of await codeTokens(text, path)) if (token.kind === 'word') words.add(token.text)
  return words
}

/** Whether each name is imported from the same script or package as before: elsewhere it may mean another thing. */
async function takesTheSame(
  { before, after }: ProgramChange,
  dictionary: Dictionary,
  files: ReadonlySet<string>,
): Promise<boolean> {
  const key = (file: string, name: string) => `${file}\0${name}`
  const known = new Set<string>()
  for (const { path, text } of before)
    for (const { said, wanted } of await takenBy(text, path)) {
      const file = said.startsWith('.') ? scriptFile(said, path, dictionary.files) : null
      for (const { name } of wanted) {
        const now = file === null ? null : nameNow(dictionary, file, name)
        known.add(now ? key(now.file, now.name) : key(said, name))
      }
    }
  const changed = new Set(after.map(({ path }) => path))
  for (const { path, text } of after)
    for (const { said, wanted } of await takenBy(text, path)) {
      const file = said.startsWith('.') ? scriptFile(said, path, files) : null
      const isNew = (name: string) => !known.has(key(file ?? said, name))
      if ((file === null || !changed.has(file)) && wanted.some(({ name }) => isNew(name))) return false
    }
  return true
}
