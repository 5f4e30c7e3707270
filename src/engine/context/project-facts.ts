/** Facts about a project from the names of its files and from its manifests. */
import type { Area } from '../../core/settings/config.ts'
import { matchesGlob } from '../../core/text/glob.ts'
import { baseName, folderPrefix, plainPath } from '../../core/text/paths.ts'
import type { SharedContext } from '../../core/told/shared-context.ts'
import type { TreeReader } from '../../ports.ts'
import { isTestFile } from '../proof/change/test-names.ts'
import { isProjectFile } from '../proof/project/detect.ts'
import { kindOf } from '../proof/reading/file-kind.ts'
import { parseToml } from '../proof/settings/toml.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ ts: 'TypeScript', tsx: 'TypeScript', mts: 'TypeScript', cts: 'TypeScript' },
  ...{ js: 'JavaScript', jsx: 'JavaScript', mjs: 'JavaScript', cjs: 'JavaScript', vue: 'Vue', svelte: 'Svelte' },
  ...{ py: 'Python', pyi: 'Python', go: 'Go', rs: 'Rust', rb: 'Ruby', php: 'PHP', java: 'Java', kt: 'Kotlin' },
  ...{ c: 'C', h: 'C', cc: 'C++', cpp: 'C++', cxx: 'C++', hpp: 'C++', hh: 'C++', cs: 'C#', swift: 'Swift' },
  ...{ scala: 'Scala', dart: 'Dart', zig: 'Zig', ex: 'Elixir', exs: 'Elixir', sh: 'Shell', bash: 'Shell', sql: 'SQL' },
}

const LANGUAGES_MAX = 6
const MODULES_MAX = 24
const TEST_FOLDERS_MAX = 4

const isOwn = (path: string): boolean => kindOf(path) !== 'foreign'

export function languagesOf(list: readonly string[]): SharedContext['languages'] {
  const names = list.filter(isOwn).flatMap(path => LANGUAGES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? [])
  return [...Map.groupBy(names, name => name)]
    .map(([name, all]) => ({ name, files: all.length }))
    .toSorted((one, other) => other.files - one.files)
    .slice(0, LANGUAGES_MAX)
}

/** Folders with code, two deep; the largest ones where there are too many, in the order of their names. */
export function modulesOf(list: readonly string[], areas: readonly Area[]): SharedContext['modules'] {
  const code = list.filter(path => path.includes('/') && ['source', 'test'].includes(kindOf(path)))
  return [...Map.groupBy(code, path => path.split('/').slice(0, -1).slice(0, 2).join('/'))]
    .map(([path, files]) => ({ path, files: files.length, ...ownerOf(files[0]!, areas) }))
    .toSorted((one, other) => other.files - one.files)
    .slice(0, MODULES_MAX)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

function ownerOf(path: string, areas: readonly Area[]): { readonly owner?: string } {
  const owner = areas.find(area => area.owner && matchesGlob(path, area.glob))?.owner
  return owner ? { owner } : {}
}

/** Manifests and settings at the top, entry points, and the top folders with tests. */
export async function keyPathsOf(tree: TreeReader): Promise<readonly string[]> {
  const top = tree.list.filter(path => !path.includes('/') && isProjectFile(path))
  const tests = tree.list.filter(path => isOwn(path) && isTestFile(path)).map(folderPrefix)
  const folders = [...new Set(tests.filter(Boolean).map(folder => `${folder.split('/')[0]!}/`))]
  return [...new Set([...top, ...(await entriesOf(tree)), ...folders.slice(0, TEST_FOLDERS_MAX)])]
}

/** Files of these names are where a program begins, in one language or another. */
const ENTRY_NAMES = /^(?:src\/)?(?:index|main|lib|app|cli|mod|__main__)\.\w+$|^(?:cmd\/[^/]+\/)main\.go$/

async function entriesOf({ list, readText }: TreeReader): Promise<readonly string[]> {
  const manifest = objectOf(list.includes('package.json') ? await readText('package.json') : null)
  const named = [manifest.main, manifest.module, ...Object.values(tableOr(manifest.bin)), manifest.bin]
    .filter(path => typeof path === 'string')
    .map(plainPath)
  return [...named.filter(path => list.includes(path)), ...list.filter(path => ENTRY_NAMES.test(path) && isOwn(path))]
}

/** The project's name and the packages it uses, as its manifests say; null if none names it. */
export async function manifestFacts({ list, readText }: TreeReader): Promise<{
  readonly name: string | null
  readonly packages: readonly string[]
}> {
  const at = async (path: string) => (list.includes(path) ? await readText(path) : null)
  const npm = objectOf(await at('package.json'))
  const python = parseToml((await at('pyproject.toml')) ?? '') ?? {}
  const cargo = parseToml((await at('Cargo.toml')) ?? '') ?? {}
  const go = (await at('go.mod')) ?? ''
  const project = tableOr(python.project)
  const names = [npm.name, project.name, tableOr(cargo.package).name, /^module\s+(\S+)/m.exec(go)?.[1]]
  const requirements = Array.isArray(project.dependencies) ? project.dependencies : []
  return {
    name: names.find((name): name is string => typeof name === 'string' && name !== '') ?? null,
    packages: [
      ...Object.keys(tableOr(npm.dependencies)),
      ...Object.keys(tableOr(npm.devDependencies)),
      ...requirements.flatMap(text => /^[\w.-]+/.exec(String(text))?.[0] ?? []),
      ...Object.keys(tableOr(cargo.dependencies)),
      ...[...go.matchAll(/^\s*(?:require\s+)?(\S+\.\S+\/\S+)\s+v\d\S*\s*$/gm)].map(match => match[1]!),
    ],
  }
}

/** The first heading of a readme. */
export async function titleOfReadme({ list, readText }: TreeReader): Promise<string | null> {
  const path = list.find(name => /^readme\.(md|markdown)$/i.test(baseName(name)) && !name.includes('/'))
  const text = path === undefined ? null : await readText(path)
  return /^# +(.+?)\s*#*$/m.exec(text ?? '')?.[1] ?? null
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return tableOr(JSON.parse((text ?? '{}').replace(/^\uFEFF/, '')))
  } catch {
    return {}
  }
}

const tableOr = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
