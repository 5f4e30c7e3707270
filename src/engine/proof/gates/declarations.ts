import type { Tree } from '../../../core/plan/ids.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { plainPath } from '../../../core/text/paths.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { jsonEntries } from '../settings/json.ts'
import { moduleReader, publicNames, stemOf } from '../syntax/javascript/public-names.ts'
import { isDeclarations, isScript } from '../syntax/language.ts'

/** Collects all declarations of a folder in one report. */
const COLLECT = `import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
const top = '{tools}/declarations/'
const names = readdirSync(top, { recursive: true }).filter(name => /\\.d\\.[cm]?ts$/.test(name))
writeFileSync('{tools}/report', JSON.stringify(Object.fromEntries(names.map(name => [name, readFileSync(top + name, 'utf8')]))))
`
/** The project's own compiler declares what users of the project see. Type errors belong to another gate. */
const DECLARE =
  'test -x node_modules/.bin/tsc && { node_modules/.bin/tsc -p tsconfig.json --declaration --emitDeclarationOnly --noEmit false --noEmitOnError false --composite false --incremental false --declarationMap false --rootDir . --outDir {tools}/declarations --declarationDir {tools}/declarations; node {tools}/collect.mjs; }'

/** The public API of a tree by `name (module)`, and how it was read. */
export interface Declared {
  readonly names: ReadonlyMap<string, string>
  readonly by: 'tsc' | 'reading'
}

/** The public modules of a project: from the settings, else from its manifest, else all but tests. */
export async function publicModules(on: Case, globs: readonly string[] | undefined): Promise<readonly string[]> {
  const { vault } = on.ports
  const list = (await vault.list(on.layouts.base)).filter(
    path => isScript(path) && !isDeclarations(path) && !isTest(on, path),
  )
  const offered = await offeredModules(on, list, globs)
  if (globs || offered.length > 0) return offered
  return list.filter(path => !/(^|\/)[\w.-]+\.config\.\w+$/.test(path)).map(stemOf)
}

/** The public modules of a project: from the settings, else from its manifest. */
export async function offeredModules(
  on: Pick<Case, 'ports' | 'layouts' | 'knownTests' | 'programFiles'>,
  list: readonly string[],
  globs: readonly string[] | undefined,
): Promise<readonly string[]> {
  const scripts = list.filter(path => isScript(path) && !isDeclarations(path) && !isTest(on, path))
  if (globs) return scripts.filter(path => matchesAny(path, globs)).map(stemOf)
  const stems = new Set(scripts.map(stemOf))
  const named = entriesOf((await on.ports.vault.readText(on.layouts.base, 'package.json')) ?? '')
  return [...new Set([...named, 'src/index', 'index', 'src/lib'].filter(stem => stems.has(stem)))]
}

/** Entry points of a manifest as source files: built files are mapped to their sources. */
function entriesOf(manifest: string): readonly string[] {
  const { main, module, types, exports } = jsonEntries(manifest) ?? {}
  const paths = (value: unknown): readonly string[] =>
    typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(paths) : []
  return [main, module, types, exports].flatMap(paths).flatMap(path => {
    const stem = stemOf(plainPath(path))
    return [stem, stem.replace(/^(dist|lib|build|out)\//, 'src/')]
  })
}

/** The exports of these modules in a tree: as declared by the project's compiler, else as written. */
export async function declaredIn(on: Case, tree: Tree, modules: readonly string[]): Promise<Declared> {
  const declared = await byCompiler(on, tree)
  if (!declared) return { names: await writtenIn(on, tree, modules), by: 'reading' }
  const names = await namesOf(modules, [...declared.keys()], async path => declared.get(path)!)
  return { names, by: 'tsc' }
}

/** The exports of these modules as written in a tree. */
export async function writtenIn(
  { ports: { vault } }: Pick<Case, 'ports'>,
  tree: Tree,
  modules: readonly string[],
): Promise<Declared['names']> {
  const paths = (await vault.list(tree)).filter(isScript)
  return namesOf(modules, paths, path => vault.readText(tree, path))
}

async function namesOf(
  modules: readonly string[],
  paths: readonly string[],
  textOf: (path: string) => Promise<string | null>,
): Promise<Declared['names']> {
  const read = moduleReader(paths, textOf)
  const names = new Map<string, string>()
  for (const module of modules)
    for (const [name, signature] of (await publicNames(module, read)) ?? []) names.set(`${name} (${module})`, signature)
  return names
}

/** Null if there is no compiler. */
async function byCompiler(on: Case, tree: Tree): Promise<ReadonlyMap<string, string> | null> {
  if (on.rehearsed || (await on.ports.vault.readText(tree, 'tsconfig.json')) === null) return null
  const { value } = await on.bench.once(tree, 'declarations', async () => {
    // In a separate room: tests may leave files behind.
    const what = { command: DECLARE, tools: { 'collect.mjs': COLLECT } }
    const { report = null } = await on.bench.fresh(tree, what, 'criteria')
    return { value: report, keep: report !== null }
  })
  const files = filesIn(value)
  return files.length > 0 ? new Map(files) : null
}

/** The compiler is a program of the project, so its output is validated. */
function filesIn(report: string | null): readonly (readonly [string, string])[] {
  const files = jsonEntries(report ?? '') ?? {}
  return Object.entries(files).filter((file): file is [string, string] => typeof file[1] === 'string')
}
