import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { keysAt } from '../src/adapters/config/schema.ts'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const FILE_LINES_MAX = 400
const TEST_LINES_MAX = 800
const FUNCTION_LINES_MAX = 70
const FOLDER_FILES_MAX = 20

function filesBelow(dir: string, ending: RegExp): readonly string[] {
  return readdirSync(join(HERE, dir), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && ending.test(entry.name))
    .map(entry => relative(HERE, join(entry.parentPath, entry.name)))
    .sort()
}

const read = (path: string): string => readFileSync(join(HERE, path), 'utf8')
const isTest = (path: string): boolean => /\.test\.ts$|\/rig\.ts$/.test(path)
const everything = ['src', 'test', 'bench', 'scripts', 'bin'].flatMap(dir => filesBelow(dir, /\.[jt]s$/))
const sources = everything.filter(path => path.startsWith('src/') && !isTest(path))

interface Import {
  readonly from: string
  readonly to: string
}

function importsOf(path: string): readonly Import[] {
  return [
    ...read(path).matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
  ].map(match => {
    const to = match[1] ?? match[2] ?? match[3]!
    return { from: path, to: to.startsWith('.') ? normalize(join(dirname(path), to)) : to }
  })
}

const imports = sources.flatMap(importsOf)
const shown = ({ from, to }: Import): string => `${from} imports ${to}`

test('imports go one way: surfaces to engine to core, adapters to ports and core', () => {
  const allowed: Readonly<Record<string, RegExp>> = {
    // Pure code, and one library that is pure as well.
    'src/core/': /^src\/core\/|^picomatch$/,
    'src/ports.ts': /^src\/(core\/|runner-port\.ts$)/,
    'src/runner-port.ts': /^src\/core\//,
    'src/engine/':
      /^src\/(core|engine)\/|^src\/ports\.ts$|^node:crypto$|^@babel\/parser$|^(yaml|smol-toml|semver\/.+)$/,
    'src/rehearsal/': /^src\/(core|engine|adapters|rehearsal)\/|^src\/ports\.ts$|^node:|^(yaml|zod)$/,
    'src/adapters/':
      /^src\/(core|adapters)\/|^src\/ports\.ts$|^node:|^(yaml|zod|ignore|sax|@agentclientprotocol\/sdk)$/,
    // The bench of lies drives the product as another program would.
    'src/lies/': /^src\/(core|adapters|lies)\/|^src\/library\.ts$|^node:|^(yaml|zod)$/,
  }
  // Grammars are files: one place of the engine reads them.
  const loadsGrammars = 'src/engine/proof/syntax/tree/grammars.ts'
  const wrong = imports.filter(({ from, to }) => {
    if (from === loadsGrammars && to.startsWith('node:')) return false
    const rule = Object.keys(allowed).find(prefix => from.startsWith(prefix))
    return rule && !allowed[rule]!.test(to)
  })
  expect(wrong.map(shown)).toEqual([])
})

test('adapters do not know each other, but for processes and files of a work tree', () => {
  const folder = (path: string) => path.split('/')[2]
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('src/adapters/') &&
      to.startsWith('src/adapters/') &&
      folder(from) !== folder(to) &&
      folder(to) !== 'process' &&
      folder(to) !== 'work-tree',
  )
  expect(wrong.map(shown)).toEqual([])
})

test('the core has no clock, no randomness and no outside', () => {
  const impure = /\bDate\.now\b|new Date\(\)|Math\.random|\bprocess\.|performance\.|setTimeout|globalThis/
  const wrong = sources.filter(path => path.startsWith('src/core/') && impure.test(read(path)))
  expect(wrong).toEqual([])
})

test('two files start git, one file spawns, and a scripted agent is a program of its own', () => {
  const spawning = imports.filter(({ to }) => to === 'node:child_process').map(({ from }) => from)
  expect(spawning).toEqual([
    'src/adapters/agents/scripted/scripted-player.ts',
    'src/adapters/git/git-helper.ts',
    'src/adapters/git/git-process.ts',
    'src/adapters/process/child.ts',
    ...rest(spawning),
  ])
  function rest(found: readonly string[]): readonly string[] {
    // Types of child processes may be named elsewhere; starting one may not.
    // The programs of witnesses run in rooms, where they start a plain process.
    return found
      .slice(4)
      .filter(path => path.startsWith('src/adapters/runners/witness/') || !/\b(spawn|exec|fork)\w*\(/.test(read(path)))
  }
})

test('only the engine appends to the journal', () => {
  const appending = sources.filter(path => /\bstore\.append\(/.test(read(path)))
  expect(appending.filter(path => !path.startsWith('src/engine/'))).toEqual([])
})

test('files and functions stay small', () => {
  const long = everything.filter(
    path =>
      read(path).split('\n').length > (path.startsWith('src/') && !isTest(path) ? FILE_LINES_MAX : TEST_LINES_MAX),
  )
  expect(long).toEqual([])
  expect(sources.flatMap(longFunctions)).toEqual([])
})

/** Functions by their indentation, which the formatter keeps true. */
function longFunctions(path: string): readonly string[] {
  const lines = read(path).split('\n')
  return lines.flatMap((line, at) => {
    const [, indent] = /^( *)(?:export )?(?:async )?(?:function\b|(?:static )?#?\w+\(.*\{$)/.exec(line) ?? []
    if (indent === undefined || /^\s*(if|for|while|switch|return|else)\b/.test(line)) return []
    const end = lines.findIndex((other, below) => below > at && other.startsWith(`${indent}}`))
    return end - at > FUNCTION_LINES_MAX ? [`${path}:${at + 1} is ${end - at} lines long`] : []
  })
}

test('no folder holds more than twenty files besides its tests', () => {
  const folders = Map.groupBy(
    everything.filter(path => !path.endsWith('.test.ts')),
    path => dirname(path),
  )
  const wide = [...folders].filter(([, files]) => files.length > FOLDER_FILES_MAX)
  expect(wide.map(([folder, files]) => `${folder}: ${files.length} files`)).toEqual([])
})

test('no file imports itself by way of others', () => {
  const graph = new Map(sources.map(path => [path, importsOf(path).map(({ to }) => to)]))
  expect(cyclesIn(graph)).toEqual([])
})

/** Groups of files that reach each other through their imports (Tarjan's algorithm). */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: (readonly string[])[] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}

test('files are named for what they hold', () => {
  const vague = /(^|\/)(utils?|helpers?|common|types|manager|service|handler|base|misc|index)\.ts$/
  // Words that say nothing about the file to a reader who does not know it yet.
  const riddles =
    /(^|\/)(again|done|load|look|made|heard|taken|reach|adapt|hands?|trouble|fields|moment|alone|bell|remembering)\.ts$/
  expect(
    everything.filter(path => vague.test(path) || riddles.test(path) || /[A-Z_]/.test(path.replace(/^.*\//, ''))),
  ).toEqual([])
})

test('nothing is left for later, skipped, focused or mocked', () => {
  const later = new RegExp(`\\b(${['FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`)
  const cheats = new RegExp(`\\b(?:test|it|describe)\\.(?:skip|only|todo)\\(|\\bvi\\.mo` + 'ck\\(')
  const wrong = everything.filter(
    path => path !== 'test/tidy.test.ts' && (later.test(strip(path)) || cheats.test(strip(path))),
  )
  expect(wrong).toEqual([])
})

/** Without strings: a word to look for is not a word left behind, and the text of a sample suite is no test of ours. */
const strip = (path: string): string => read(path).replace(/"[^"\n]*"|'[^'\n]*'|`[^`]*`|\/[^/\n]+\/[gimuy]*/g, '')

test('dependencies are pinned, and the lock file names no place to download from', () => {
  const manifest = JSON.parse(read('package.json'))
  const versions = Object.values({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  expect(versions.filter(version => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
  expect(read('package-lock.json')).not.toContain('"resolved": "http')
})

test('the pages about the house name only files that exist', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'GLOSSARY.md', ...filesBelow('docs', /\.md$/)]
  const named = pages.flatMap(page =>
    [...withoutExamples(read(page)).matchAll(/`((?:src|test|bench|scripts|bin|docs|lies)\/[\w./-]+)`/g)].map(match => ({
      page,
      path: match[1]!,
    })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(
    named.filter(({ path }) => !existsSync(join(HERE, path))).map(({ page, path }) => `${page} names ${path}`),
  ).toEqual([])
})

test('links between pages lead to a file and to a heading in it', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'plugin/README.md', 'lies/README.md', ...filesBelow('docs', /\.md$/)]
  const links = pages.flatMap(page =>
    [...withoutExamples(read(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(match => ({
      page,
      target: match[1] ? join(dirname(page), match[1]) : page,
      heading: match[2],
    })),
  )
  expect(links.length).toBeGreaterThan(40)
  const isBroken = ({ target, heading }: (typeof links)[number]) =>
    !existsSync(join(HERE, target)) || (heading !== undefined && !anchorsOf(read(target)).includes(heading))
  expect(links.filter(isBroken)).toEqual([])
})

/** The anchors of the headings of a page, as forges make them. */
const anchorsOf = (page: string): readonly string[] =>
  [...withoutExamples(page).matchAll(/^#+ (.*)$/gm)].map(match =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** What stands in a fence is somebody else's repository. */
const withoutExamples = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

test('every command is documented in the groups of --help, and the README gives the two commands', () => {
  const reference = read('docs/commands.md')
  const documented = [...reference.matchAll(/^\| (?:\*\*(\w+)\*\*|`pm-agent (\w+)[^|]*) \|/gm)]
    .flatMap(([row]) => [...row.matchAll(/\*\*(\w+)\*\*|pm-agent (\w+)/g)])
    .map(([, group, name]) => group ?? name!)
  const groups = [...Map.groupBy(COMMANDS, ({ group }) => group)]
  expect(documented).toEqual(groups.flatMap(([group, commands]) => [group, ...commands.map(({ name }) => name)]))
  const readme = read('README.md')
  expect(readme).toContain('npm ci && npm run demo')
  expect(readme).toContain('npm ci && npm test')
})

test('every field of a plan and every setting is documented', () => {
  const fields = [...read('src/adapters/plan-file/fields/field-names.ts').matchAll(/^ {2}\w+: '([A-Z][^']*)'/gm)].map(
    match => match[1]!,
  )
  const settings = [...keysAt([]), ...keysAt(['limits']), ...keysAt(['commands'])]
  expect(fields.length).toBeGreaterThan(20)
  expect(settings.length).toBeGreaterThan(30)
  expect(fields.filter(name => !read('docs/plans.md').includes(`\`${name}\``))).toEqual([])
  expect(settings.filter(name => !read('docs/settings.md').includes(`\`${name}\``))).toEqual([])
})

test('an exported name stands for one thing in the whole tree', () => {
  const homes = Map.groupBy(
    sources.flatMap(path =>
      [...read(path).matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(match => ({
        name: match[1]!,
        path,
      })),
    ),
    ({ name }) => name,
  )
  const shared = [...homes].filter(([, places]) => new Set(places.map(({ path }) => path)).size > 1)
  expect(shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})
