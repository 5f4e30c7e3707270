import type { Edit } from '../../syntax/edits.ts'
import { languageOf } from '../../syntax/language.ts'
import { importedNames, importStatements, type PythonImport } from '../../syntax/python/imports.ts'
import { parsePython, type Statement } from '../../syntax/python/parse.ts'
import { type Dictionary, editAt, nameNow, outsideOf, placeNow, restringed, saidIn, wordEdits } from '../dictionary.ts'
import { moduleNamed, pythonModule } from '../module-paths.ts'
import type { CodeToken } from './code-tokens.ts'

/** The edits of a Python file of the base for the new paths and names. */
export async function pythonEdits(
  text: string,
  path: string,
  { tokens, dictionary }: { readonly tokens: readonly CodeToken[]; readonly dictionary: Dictionary },
): Promise<readonly Edit[]> {
  const modules = modulesOf(dictionary)
  const whole = importStatements((await parsePython(text)) ?? []).flatMap(statement => {
    const said = importNow(statement, path, { modules, dictionary })
    return said === null ? [] : [editAt(statement, said)]
  })
  const paths = [
    ...chainEdits(tokens, modules, dictionary),
    ...tokens.flatMap(token => stringEdit(token, modules, dictionary)),
  ]
  return outsideOf(outsideOf(whole, paths), wordEdits(tokens, dictionary))
}

/** Affected files of the base, by their old module names. */
type Modules = ReadonlyMap<string, string>

function modulesOf({ translation }: Dictionary): Modules {
  const { moves, nameMoves, renames, removed, goneFiles } = translation
  const touched = [
    ...moves.map(({ from }) => from),
    ...nameMoves.map(({ from }) => from),
    ...[...renames, ...removed].map(({ file }) => file),
    ...goneFiles,
  ]
  return new Map(touched.filter(path => languageOf(path) === 'python').map(path => [pythonModule(path), path]))
}

interface Known {
  readonly modules: Modules
  readonly dictionary: Dictionary
}

/** The new form of an import; null if nothing changes. */
function importNow(statement: Statement, path: string, known: Known): string | null {
  const found = importedNames(statement)
  const from = found[0]?.from ?? null
  return from === null ? plainImport(found, known) : fromImport(from, found, path, known)
}

/** `import words` of a module that moved into a package: it keeps its local name. */
function plainImport([first, ...rest]: readonly PythonImport[], { modules, dictionary }: Known): string | null {
  const module = rest.length === 0 && first?.name === first?.local ? first?.name : undefined
  const file = module === undefined ? undefined : modules.get(module)
  const now = file === undefined ? undefined : pythonModule(placeNow(dictionary, file))
  return now === undefined || now === module ? null : `import ${now} as ${module}`
}

function fromImport(
  said: string,
  clauses: readonly PythonImport[],
  path: string,
  { modules, dictionary }: Known,
): string | null {
  const module = moduleNamed(said, path)
  const file = modules.get(module)
  const home = file === undefined ? said : samePlace(said, module, pythonModule(placeNow(dictionary, file)))
  const found = clauses.map(clause => ({ clause, now: clauseNow(clause, { module, file, home }, modules, dictionary) }))
  const isPlain = found.every(
    ({ clause, now }) => now && now.module === said && (now.name === clause.name || now.exclusive),
  )
  if (isPlain) return null
  const places = [...new Set(found.flatMap(({ now }) => (now ? [now.module] : [])))]
  const lines = places.map(place => {
    const names = found.flatMap(({ clause, now }) => {
      if (now?.module !== place) return []
      const local = now.exclusive && clause.local === clause.name ? now.name : clause.local
      return [now.name === local ? local : `${now.name} as ${local}`]
    })
    return `from ${place} import ${names.join(', ')}`
  })
  return lines.join('; ') || 'pass'
}

/** The module in its old spelling, if it is still the same. */
const samePlace = (said: string, module: string, now: string): string => (now === module ? said : now)

function clauseNow(
  { name }: PythonImport,
  { module, file, home }: { readonly module: string; readonly file: string | undefined; readonly home: string },
  modules: Modules,
  dictionary: Dictionary,
): { readonly module: string; readonly name: string; readonly exclusive: boolean } | null {
  const inner = modules.get(`${module}.${name}`)
  if (inner !== undefined) {
    const parts = pythonModule(placeNow(dictionary, inner)).split('.')
    const parent = parts.slice(0, -1).join('.')
    return { module: parent === module ? home : parent, name: parts.at(-1)!, exclusive: false }
  }
  if (file === undefined) return { module: home, name, exclusive: false }
  const now = nameNow(dictionary, file, name)
  if (!now) return null
  const place = now.file === placeNow(dictionary, file) ? home : pythonModule(now.file)
  return { module: place, name: now.name, exclusive: now.exclusive }
}

/** Uses of `toy.words.shout` with the whole module path. */
function chainEdits(tokens: readonly CodeToken[], modules: Modules, dictionary: Dictionary): readonly Edit[] {
  const moved = [...modules]
    .map(([module, file]) => ({ parts: module.split('.'), now: pythonModule(placeNow(dictionary, file)), module }))
    .filter(({ parts, now, module }) => parts.length > 1 && now !== module)
    .sort((one, other) => other.parts.length - one.parts.length)
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || tokens[at - 1]?.text === '.') return []
    const found = moved.find(({ parts }) =>
      parts.every(
        (part, step) => tokens[at + 2 * step]?.text === part && (step === 0 || tokens[at + 2 * step - 1]?.text === '.'),
      ),
    )
    if (!found) return []
    const last = tokens[at + 2 * (found.parts.length - 1)]!
    return [editAt({ start: token.start, end: last.end }, found.now)]
  })
}

/** A string that names a module, a member of it, or its file, to patch or start it. */
function stringEdit(token: CodeToken, modules: Modules, dictionary: Dictionary): readonly Edit[] {
  const said = saidIn(token)
  if (said === null) return []
  const place = dictionary.translation.moves.find(({ from }) => from === said)?.to
  if (place !== undefined) return [restringed(token, place)]
  const parts = said.split('.')
  if (parts.length < 2 || !parts.every(part => /^\w+$/.test(part))) return []
  for (let length = parts.length; length > 1 || (length === 1 && parts.length > 1); length--) {
    const file = modules.get(parts.slice(0, length).join('.'))
    if (file === undefined) continue
    const [name, ...rest] = parts.slice(length)
    const now =
      name === undefined ? { file: placeNow(dictionary, file), name: undefined } : nameNow(dictionary, file, name)
    if (!now) return []
    const words = [pythonModule(now.file), ...(now.name === undefined ? [] : [now.name]), ...rest].join('.')
    return words === said ? [] : [restringed(token, words)]
  }
  return []
}
