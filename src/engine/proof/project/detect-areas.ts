import type { Commands } from '../../../core/settings/commands.ts'
import type { Area } from '../../../core/settings/config.ts'
import { matchesGlob } from '../../../core/text/glob.ts'
import { isInFolder, plainPath } from '../../../core/text/paths.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { TreeReader } from '../../../ports.ts'
import { jsonEntries } from '../settings/json.ts'
import { workspacesIn } from '../settings/package-json.ts'
import { parseYaml } from '../settings/yaml.ts'
import { detectCommands } from './detect.ts'

const AREAS_MAX = 200

/** The parts of a monorepo: members of npm, pnpm, yarn and bun workspaces and of a go.work, each with its own commands. */
export async function detectAreas(tree: TreeReader): Promise<readonly Area[]> {
  const patterns = [...(await packagePatterns(tree)), ...(await pnpmPatterns(tree))]
  const refused = patterns.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1))
  const wanted = patterns.filter(glob => !glob.startsWith('!'))
  const packages = foldersWith(tree, 'package.json').filter(
    dir => wanted.some(glob => isMember(glob, dir)) && !refused.some(glob => isMember(glob, dir)),
  )
  const modules = await goModules(tree)
  const manager = (await detectCommands(tree)).project.find(name => ['pnpm', 'yarn', 'bun'].includes(name)) ?? 'npm'
  const areas: Area[] = []
  for (const dir of [...new Set([...packages, ...modules])].slice(0, AREAS_MAX)) {
    const { commands } = await detectCommands(below(tree, dir))
    areas.push({ glob: `${dir}/**`, owner: dir, commands: inside(dir, commands, manager), detected: true })
  }
  return areas
}

async function packagePatterns(tree: TreeReader): Promise<readonly string[]> {
  if (!tree.list.includes('package.json')) return []
  const listed = workspacesIn(jsonEntries((await tree.readText('package.json')) ?? '') ?? {})
  return listed.filter(glob => typeof glob === 'string')
}

async function pnpmPatterns(tree: TreeReader): Promise<readonly string[]> {
  if (!tree.list.includes('pnpm-workspace.yaml')) return []
  const { packages } = parseYaml((await tree.readText('pnpm-workspace.yaml')) ?? '') ?? {}
  return Array.isArray(packages) ? packages.filter(glob => typeof glob === 'string') : []
}

/** `use ./svc` or `use ( … )`. */
async function goModules(tree: TreeReader): Promise<readonly string[]> {
  if (!tree.list.includes('go.work')) return []
  const text = ((await tree.readText('go.work')) ?? '').replace(/\/\/.*$/gm, '')
  const used = [...text.matchAll(/^use\s+(?:\(([^)]*)\)|(\S+))/gm)].flatMap(([, many, one]) =>
    (many ?? one ?? '').split(/\s+/).filter(Boolean),
  )
  return used.map(plain).filter(dir => tree.list.includes(`${dir}/go.mod`))
}

const plain = (path: string): string => plainPath(path).replace(/\/+$/, '')

const foldersWith = (tree: TreeReader, file: string): readonly string[] =>
  tree.list
    .filter(path => path.endsWith(`/${file}`) && !isInFolder(path, 'node_modules'))
    .map(path => path.slice(0, -file.length - 1))

/** A pattern matches members, not their contents. */
const isMember = (glob: string, dir: string): boolean =>
  matchesGlob(dir, plain(glob)) && (glob.includes('**') || plain(glob).split('/').length === dir.split('/').length)

const below = (tree: TreeReader, dir: string): TreeReader => ({
  list: tree.list.filter(path => path.startsWith(`${dir}/`)).map(path => path.slice(dir.length + 1)),
  readText: path => tree.readText(`${dir}/${path}`),
})

/** Commands run from the root of a room; dependencies are installed once, for all members. */
function inside(dir: string, { setup: _, ...commands }: Commands, manager: string): Commands {
  const place = shellWord(dir)
  const called = (command: string) =>
    manager === 'bun' ? command.replace(/^npm (?:run )?/, 'bun run ') : command.replace(/^npm\b/, manager)
  return Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [name, `(cd ${place} && ${called(command)})`]),
  )
}
