/** Names of the program that a test uses: removed ones, and others. */
import { endingOf, isInFolder, plainPath } from '../../../core/text/paths.ts'
import { languageOf } from '../syntax/language.ts'
import { pythonImports } from '../syntax/python/imports.ts'
import { declaredNames } from '../syntax/tree/names.ts'
import { type Dictionary, saidIn } from './dictionary.ts'
import type { CodeToken } from './languages/code-tokens.ts'
import { takenBy } from './languages/script.ts'
import { moduleNamed, PYTHON_ROOTS, pythonModule, scriptFile } from './module-paths.ts'
import type { SourceFile } from './moves.ts'
import type { TestUnit } from './test-units.ts'
import { folderOf } from './tree-paths.ts'

/** Reads a file of the base. */
export type ReadBase = (path: string) => Promise<string | null>

/** The meanings of the words of a test file. */
interface Meanings {
  /** Removed names, and names that the program still has. */
  readonly gone: ReadonlySet<string>
  readonly there: ReadonlySet<string>
  /** Names of whole modules: the member after the dot decides. */
  readonly modules: ReadonlySet<string>
  /** Names of the program count after a dot, too. */
  readonly anywhere: boolean
}

/** Whether a test uses only removed names of the program. */
export async function usesOnlyDropped(
  units: readonly TestUnit[],
  file: SourceFile,
  dictionary: Dictionary,
  read: ReadBase,
): Promise<readonly boolean[]> {
  const meanings = await meaningsIn(file, dictionary, read)
  return units.map(unit => {
    const found = unit.tokens.map((_, at) => meaningOf(unit.tokens, at, { file, meanings, dictionary }))
    return found.includes('gone') && !found.includes('there') && !takesUnknown(unit, file.path)
  })
}

type Meaning = 'gone' | 'there' | null

function meaningOf(
  tokens: readonly CodeToken[],
  at: number,
  on: { readonly file: SourceFile; readonly meanings: Meanings; readonly dictionary: Dictionary },
): Meaning {
  const token = tokens[at]!
  const { gone, there, modules, anywhere } = on.meanings
  if (token.kind === 'string') return namesFile(token, on) ? 'there' : null
  if (token.kind !== 'word') return null
  const isMember = tokens[at - 1]?.text === '.'
  if (modules.has(token.text) && !isMember)
    return chainBehind(tokens, at).some(name => gone.has(name)) ? 'gone' : 'there'
  if (isMember && !anywhere) return null
  return gone.has(token.text) ? 'gone' : there.has(token.text) ? 'there' : null
}

/** The names of `a.b.c` after the first. */
function chainBehind(tokens: readonly CodeToken[], at: number): readonly string[] {
  const names: string[] = []
  for (
    let next = at + 1;
    ['.', '::'].includes(tokens[next]?.text ?? '') && tokens[next + 1]?.kind === 'word';
    next += 2
  )
    names.push(tokens[next + 1]!.text)
  return names
}

/** A string with the path of a file that still exists, to load, start or read it. */
function namesFile(
  token: CodeToken,
  { file, dictionary }: { readonly file: SourceFile; readonly dictionary: Dictionary },
): boolean {
  const said = saidIn(token)
  if (!said) return false
  const path = said.startsWith('.') ? scriptFile(said, file.path, dictionary.files) : plainPath(said)
  return path !== null && dictionary.files.has(path) && !dictionary.translation.goneFiles.includes(path)
}

async function meaningsIn(file: SourceFile, dictionary: Dictionary, read: ReadBase): Promise<Meanings> {
  switch (languageOf(file.path)) {
    case 'javascript':
      return scriptMeanings(file, dictionary)
    case 'python':
      return pythonMeanings(file, dictionary)
    default:
      return declaredMeanings(file, dictionary, read)
  }
}

const isDropped = ({ dropped }: Dictionary, file: string, name: string): boolean =>
  dropped.some(one => one.file === file && one.name === name)

async function scriptMeanings({ path, text }: SourceFile, dictionary: Dictionary): Promise<Meanings> {
  const [gone, there, modules] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const names = new Set(dictionary.dropped.map(({ name }) => name))
  for (const { said, wanted, module } of await takenBy(text, path)) {
    const isOwn = /^[.~#]|^@\//.test(said) || said.split('/')[0] === dictionary.packageName
    const file = said.startsWith('.') ? scriptFile(said, path, dictionary.files) : null
    if (!isOwn) continue
    if (module !== null) modules.add(module)
    for (const { name, local } of wanted) {
      const isGone = file === null ? names.has(name) : isDropped(dictionary, file, name)
      ;(isGone ? gone : there).add(local)
    }
  }
  for (const name of modules.size > 0 ? names : []) gone.add(name)
  return { gone, there, modules, anywhere: false }
}

async function pythonMeanings({ path, text }: SourceFile, dictionary: Dictionary): Promise<Meanings> {
  const [gone, there, modules] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const fileOf = (module: string) =>
    ['', ...PYTHON_ROOTS.map(root => `${root}/`)]
      .flatMap(root => [
        `${root}${module.replaceAll('.', '/')}.py`,
        `${root}${module.replaceAll('.', '/')}/__init__.py`,
      ])
      .find(candidate => dictionary.files.has(candidate))
  for (const { from, name, local } of await pythonImports(text)) {
    const module = from === null ? null : moduleNamed(from, path)
    const whole = fileOf(module === null ? name : `${module}.${name}`)
    if (whole !== undefined) modules.add(local)
    const file = module === null ? undefined : fileOf(module)
    if (whole !== undefined || file === undefined) continue
    const isGone =
      isDropped(dictionary, file, name) ||
      dictionary.dropped.some(one => one.name === name && pythonModule(one.file).startsWith(`${module}.`))
    ;(isGone ? gone : there).add(local)
  }
  for (const { name } of modules.size > 0 ? dictionary.dropped : []) gone.add(name)
  return { gone, there, modules, anywhere: false }
}

/** Files of a compiled language use the names of their package or crate without importing them. */
async function declaredMeanings({ path }: SourceFile, dictionary: Dictionary, read: ReadBase): Promise<Meanings> {
  const ending = endingOf(path)
  const isNear = (file: string) => ending === '.rs' || folderOf(file) === folderOf(path) || dictionary.goModule !== null
  const gone = new Set(dictionary.dropped.map(({ name }) => name))
  const there = new Set<string>()
  // Not the fields of types, whose names are too common.
  for (const file of [...dictionary.files]
    .filter(one => one.endsWith(ending) && isNear(one) && !isTestOf(one))
    .slice(0, FILES_MAX))
    for (const name of await declaredNames((await read(file)) ?? '', file, { members: false }))
      if (!gone.has(name)) there.add(name)
  return { gone, there, modules: new Set(), anywhere: true }
}
const FILES_MAX = 500

const isTestOf = (path: string): boolean => path.endsWith('_test.go') || isInFolder(path, 'tests')

/** Built-in fixtures of pytest. */
const OWN_OF_PYTEST = new Set([
  'self',
  'cls',
  'tmp_path',
  'tmpdir',
  'monkeypatch',
  'capsys',
  'capfd',
  'caplog',
  'request',
  'recwarn',
])

/** Whether a Python test has fixtures from neither its own file nor pytest: they may use the program. */
function takesUnknown({ tokens, title }: TestUnit, path: string): boolean {
  if (languageOf(path) !== 'python') return false
  const start = tokens.findIndex(({ text }, at) => text === title && tokens[at - 1]?.text === 'def')
  const end = tokens.findIndex(({ text }, at) => at > start && text === ')')
  const parameters = tokens.slice(start + 2, end).filter(({ kind }) => kind === 'word')
  const known = tokens.filter((_, at) => at < start || at > end)
  return parameters.some(
    ({ text }) =>
      !OWN_OF_PYTEST.has(text) &&
      !known.some(
        (token, at) =>
          (token.kind === 'string' && token.text.includes(text)) ||
          (token.text === text && known[at - 1]?.text === 'def'),
      ),
  )
}
