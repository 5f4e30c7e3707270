import type { Tree } from '../../../core/plan/ids.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { publicNames, type ReadModule, stemOf } from '../syntax/javascript/public-names.ts'

/** Puts all declarations of a folder into one report. */
const COLLECT = `import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
const top = '{tools}/declarations/'
const names = readdirSync(top, { recursive: true }).filter(name => /\\.d\\.[cm]?ts$/.test(name))
writeFileSync('{tools}/report', JSON.stringify(Object.fromEntries(names.map(name => [name, readFileSync(top + name, 'utf8')]))))
`
/** The project's own compiler: what it declares is what users of the project see. Type errors are another gate's business. */
const DECLARE =
  'test -x node_modules/.bin/tsc && { node_modules/.bin/tsc -p tsconfig.json --declaration --emitDeclarationOnly --noEmit false --noEmitOnError false --composite false --incremental false --declarationMap false --rootDir . --outDir {tools}/declarations --declarationDir {tools}/declarations; node {tools}/collect.mjs; }'

const SCRIPT = /(?<!\.d)\.[cm]?[jt]sx?$/

/** What a tree offers to its users, by `name (module)`, and how that was found out. */
export interface Declared {
  readonly names: ReadonlyMap<string, string>
  readonly by: 'tsc' | 'reading'
}

/** The public modules of a project: as the settings say, else those its manifest points to, else all but tests. */
export async function publicModules(on: Case, globs: readonly string[] | undefined): Promise<readonly string[]> {
  const { vault } = on.ports
  const list = (await vault.list(on.layouts.base)).filter(path => SCRIPT.test(path) && !isTest(on, path))
  if (globs) return list.filter(path => matchesAny(path, globs)).map(stemOf)
  const stems = new Set(list.map(stemOf))
  const named = entriesOf((await vault.readText(on.layouts.base, 'package.json')) ?? '')
  const entries = [...named, 'src/index', 'index', 'src/lib'].filter(stem => stems.has(stem))
  if (entries.length > 0) return [...new Set(entries)]
  return list.filter(path => !/(^|\/)[\w.-]+\.config\.\w+$/.test(path)).map(stemOf)
}

/** What a manifest offers, as it lies in the source: built files are looked for where they are made from. */
function entriesOf(manifest: string): readonly string[] {
  try {
    const { main, module, types, exports } = JSON.parse(manifest) as Record<string, unknown>
    const paths = (value: unknown): readonly string[] =>
      typeof value === 'string'
        ? [value]
        : value && typeof value === 'object'
          ? Object.values(value).flatMap(paths)
          : []
    return [main, module, types, exports].flatMap(paths).flatMap(path => {
      const stem = stemOf(path.replace(/^\.\//, ''))
      return [stem, stem.replace(/^(dist|lib|build|out)\//, 'src/')]
    })
  } catch {
    return []
  }
}

/** The exports of these modules in a tree: as the project's compiler declares them, else as they are written. */
export async function declaredIn(on: Case, tree: Tree, modules: readonly string[]): Promise<Declared> {
  const declared = await byCompiler(on, tree)
  const files = declared ?? new Set(await on.ports.vault.list(tree))
  const stems = new Map<string, string>()
  for (const path of declared ? declared.keys() : (files as ReadonlySet<string>))
    if (declared || SCRIPT.test(path) || /\.d\.[cm]?ts$/.test(path)) stems.set(stemOf(path), path)
  const read: ReadModule = async stem => {
    const path = stems.get(stem)
    if (path === undefined) return null
    const text = declared ? declared.get(path)! : await on.ports.vault.readText(tree, path)
    return text === null ? null : { path, text }
  }
  const names = new Map<string, string>()
  for (const module of modules)
    for (const [name, signature] of (await publicNames(module, read)) ?? []) names.set(`${name} (${module})`, signature)
  return { names, by: declared ? 'tsc' : 'reading' }
}

/** Null where there is no compiler to ask. */
async function byCompiler(on: Case, tree: Tree): Promise<ReadonlyMap<string, string> | null> {
  if (on.rehearsed || (await on.ports.vault.readText(tree, 'tsconfig.json')) === null) return null
  const { value } = await on.bench.once(tree, 'declarations', async () => {
    // Apart from the tests, which may leave anything behind.
    const what = { command: DECLARE, tools: { 'collect.mjs': COLLECT } }
    const { report = null } = await on.bench.fresh(tree, what, 'criteria')
    return { value: report, keep: report !== null }
  })
  const files = filesIn(value)
  return files.length > 0 ? new Map(files) : null
}

/** The compiler is the project's own program: what it leaves is looked at before it is believed. */
function filesIn(report: string | null): readonly (readonly [string, string])[] {
  try {
    const files: unknown = JSON.parse(report ?? '{}')
    return Object.entries(files ?? {}).filter((file): file is [string, string] => typeof file[1] === 'string')
  } catch {
    return []
  }
}
