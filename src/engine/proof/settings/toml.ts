/** Manifests in TOML are judged by table, as package.json is by key. Only their outline is read: tables and the lines in them. */
import type { ManifestChange } from './package-json.ts'

interface Table {
  readonly name: string
  /** The lines with their heading, as they stand there. */
  readonly text: string
}

/** What a package depends on, in the words of Cargo, of Python and of its tools. */
const DEPENDENCIES =
  /^(.*\.)?(dev-|build-)?dependencies(\..+)?$|^(project\.optional-dependencies|dependency-groups|tool\.poetry\.group\..+|tool\.uv\.(sources|index)|patch\..+|replace)$/
/** What decides how it is built and checked. */
const SETTINGS = /^(tool\..+|build-system|profile(\..+)?|lints(\..+)?|workspace\.lints(\..+)?|test|bench)$/

/** What only names, builds and announces releases. */
const OF_RELEASES =
  /^tool\.(cibuildwheel|bumpversion|bumpver|tbump|towncrier|scriv|commitizen|semantic_release|git-cliff)(\.|$)/

/** Poetry keeps what a package is called among the settings. */
const OWN_VERSION = /^version\s*=.*$/m

export const isTomlManifest = (path: string): boolean => /(^|\/)(pyproject|Cargo)\.toml$/.test(path)

/** `started` are the commands that run already: settings of a tool that none of them starts are the first of it. */
export function compareTomlManifests(
  baseText: string,
  candidateText: string,
  started: string,
  isAsked: (tool: string) => boolean = () => false,
): ManifestChange {
  const base = tablesOf(baseText)
  const candidate = tablesOf(candidateText)
  const textOf = (tables: readonly Table[], name: string) =>
    tables
      .filter(table => table.name === name)
      .map(table => meaning(name === 'tool.poetry' ? table.text.replace(OWN_VERSION, '') : table.text))
      .join('\n')
  const names = [...new Set([...base, ...candidate].map(table => table.name))]
  const changed = names.filter(name => textOf(base, name) !== textOf(candidate, name))
  const toolOf = (name: string) => name.match(/^tool\.([\w-]+)/)?.[1]
  const touched = changed.filter(name => {
    if (!SETTINGS.test(name) || OF_RELEASES.test(name) || DEPENDENCIES.test(name)) return false
    const tool = toolOf(name)
    return tool === undefined || base.some(table => table.name === name) || new RegExp(`\\b${tool}\\b`).test(started)
  })
  const asked = touched.filter(name => isAsked(toolOf(name) ?? name))
  const settings = touched.filter(name => !asked.includes(name))
  const tables = changed.filter(name => DEPENDENCIES.test(name))
  const listed = [...listedIn(candidateText)].filter(entry => !listedIn(baseText).has(entry))
  const fresh = tables.flatMap(name => {
    const before = new Set(textOf(base, name).split('\n'))
    return textOf(candidate, name)
      .split('\n')
      .filter(line => !before.has(line) && /^["\w]/.test(line))
      .map(line => line.split('=')[0]!.trim())
  })
  return {
    scripts: [],
    settings,
    ...(asked.length > 0 ? { asked } : {}),
    dependencies: [...new Set([...listed, ...fresh])],
    ...(listed.length > 0 ? { brought: listed } : {}),
    restored: settings.length === 0 ? candidateText : restore(base, candidate, settings),
  }
}

function tablesOf(text: string): readonly Table[] {
  const parts = text.split(/^(?=\[)/m)
  return parts.map(part => ({ name: part.match(/^\[+\s*([^\]]+?)\s*\]/)?.[1]?.replace(/["']/g, '') ?? '', text: part }))
}

/** Without comments and empty lines: layout decides nothing. */
const meaning = (text: string): string =>
  text
    .split('\n')
    .map(line => line.replace(/(^|\s)#[^"']*$/, '').trim())
    .filter(line => line !== '')
    .join('\n')

/** `dependencies = [ "a>=1", … ]` of a Python project, and the same of its build. */
function listedIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const table of tablesOf(text)) {
    if (table.name !== 'project') continue
    const list = table.text.match(/^\s*dependencies\s*=\s*\[([\s\S]*?)\]\s*$/m)?.[1] ?? ''
    for (const entry of list.matchAll(/["']([^"']+)["']/g)) found.add(entry[1]!)
  }
  return found
}

/** The candidate with the base's version of these tables. */
function restore(base: readonly Table[], candidate: readonly Table[], names: readonly string[]): string {
  const kept = candidate.filter(table => !names.includes(table.name))
  const back = base.filter(table => names.includes(table.name))
  return [...kept, ...back].map(table => (table.text.endsWith('\n') ? table.text : `${table.text}\n`)).join('')
}

/** `require` and `replace` lines that a go.mod has and did not have. */
export function goModules(baseText: string, candidateText: string): readonly string[] {
  const lines = (text: string) =>
    new Set(
      text
        .split('\n')
        .map(line => line.replace(/\/\/.*/, '').trim())
        .map(line => line.replace(/^(require|replace|exclude|toolchain)\s+(?=[^(])/, ''))
        .filter(line => /^\S+\.\S+\/?\S*\s+(v\d|=>)|^go1/.test(line)),
    )
  const before = lines(baseText)
  return [...lines(candidateText)].filter(line => !before.has(line)).map(line => line.split(/\s/)[0]!)
}
