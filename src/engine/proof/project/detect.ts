import type { CommandName, Commands } from '../../../core/settings/commands.ts'
import { globMatcher } from '../../../core/text/glob.ts'
import { baseName } from '../../../core/text/paths.ts'
import type { TreeReader } from '../../../ports.ts'
import { isTestFile } from '../change/test-names.ts'
import { kindOf } from '../reading/file-kind.ts'
import { MAKEFILES, targetsOf } from '../settings/makefile.ts'
import { isTable } from '../settings/parts.ts'
import { parseToml } from '../settings/toml.ts'
import { detectPackage, isNodeTestName } from './detect-package.ts'
import type { ProjectFinding } from './finding.ts'

/** The commands that the files suggest, and the recognised projects; if two suggest the same command, the first one wins. */
export async function detectCommands(
  tree: TreeReader,
): Promise<{ readonly commands: Commands; readonly project: readonly string[] }> {
  const findings: ProjectFinding[] = []
  for (const detect of DETECTORS) findings.push(...(await detect(tree)))
  const commands: Partial<Record<CommandName, string>> = {}
  for (const finding of [...findings].reverse()) Object.assign(commands, finding.commands)
  return { commands: inOrder(commands), project: findings.map(finding => finding.project) }
}

/**
 * Whether there is no project yet: no project file, no code, and nothing that looks like a test.
 * Judged by names alone, because a first task may then bring its own runner: a file we cannot read counts as a project.
 */
export const isGreenfield = (list: readonly string[]): boolean =>
  !list.some(path => isProjectFile(path) || isTestFile(path) || isNodeTestName(path) || kindOf(path) === 'source')

const MARKERS: ReadonlySet<string> = new Set([
  ...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'yarn.lock'],
  ...['bun.lock', 'bun.lockb', 'deno.json', 'deno.jsonc', 'tsconfig.json', 'jsconfig.json'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile', 'tox.ini', 'pytest.ini', 'conftest.py'],
  ...['ruff.toml', '.ruff.toml', 'mypy.ini', '.mypy.ini', 'uv.lock', 'poetry.lock'],
  ...['Makefile', 'makefile', 'GNUmakefile', 'CMakeLists.txt', 'meson.build', 'configure.ac', 'BUILD.bazel'],
  ...['Cargo.toml', 'Cargo.lock', 'go.mod', 'go.sum', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'mix.exs'],
  ...['Gemfile', 'Rakefile', 'composer.json', 'Package.swift', 'justfile', 'Taskfile.yml', 'dune-project'],
])

/** Manifests, lock files, build files and settings of runners, by name. */
export const isProjectFile = (path: string): boolean => MARKERS.has(baseName(path))

/** In order of precedence. */
const DETECTORS: readonly ((tree: TreeReader) => Promise<readonly ProjectFinding[]>)[] = [
  detectPackage,
  detectPython,
  detectMake,
  detectCmake,
  detectCargo,
  detectGo,
]

async function detectPython(tree: TreeReader): Promise<readonly ProjectFinding[]> {
  const has = (...names: readonly string[]): boolean => names.some(name => tree.list.includes(name))
  const { tool } = parseToml(has('pyproject.toml') ? ((await tree.readText('pyproject.toml')) ?? '') : '') ?? {}
  const configured = (name: string): boolean => isTable(tool) && Object.hasOwn(tool, name)
  const section = async (file: string, name: string): Promise<boolean> =>
    has(file) && ((await tree.readText(file)) ?? '').split('\n').some(line => line.trim() === `[${name}]`)
  const findings: ProjectFinding[] = []
  if (
    has('pytest.ini', '.pytest.ini', 'conftest.py') ||
    tree.list.some(isPythonTest) ||
    configured('pytest') ||
    (await section('setup.cfg', 'tool:pytest')) ||
    (await section('tox.ini', 'pytest'))
  )
    findings.push({ project: 'pytest', commands: { test: 'python3 -m pytest -q' } })
  if (has('ruff.toml', '.ruff.toml') || configured('ruff'))
    findings.push({ project: 'ruff', commands: { lint: 'ruff check .' } })
  if (has('mypy.ini', '.mypy.ini') || configured('mypy') || (await section('setup.cfg', 'mypy')))
    findings.push({ project: 'mypy', commands: { typecheck: 'mypy .' } })
  // A package without any of them is still a project, although it suggests nothing.
  if (findings.length === 0 && has('pyproject.toml', 'setup.py')) findings.push({ project: 'python', commands: {} })
  return findings
}

async function detectMake(tree: TreeReader): Promise<readonly ProjectFinding[]> {
  const targets = await makeTargets(tree)
  if (!targets) return []
  const names = (['test', 'lint', 'build'] as const).filter(target => targets.has(target))
  return [{ project: 'make', commands: Object.fromEntries(names.map(target => [target, `make ${target}`])) }]
}

/** The targets of the Makefile that make takes; null if there is none. */
export async function makeTargets(tree: TreeReader): Promise<ReadonlySet<string> | null> {
  const name = MAKEFILES.find(candidate => tree.list.includes(candidate))
  return name === undefined ? null : targetsOf((await tree.readText(name)) ?? '')
}

async function detectCmake(tree: TreeReader): Promise<readonly ProjectFinding[]> {
  if (!tree.list.includes('CMakeLists.txt')) return []
  const text = ((await tree.readText('CMakeLists.txt')) ?? '').replace(/#.*$/gm, '')
  const build = 'cmake -S . -B build && cmake --build build'
  const hasTests = /\benable_testing\s*\(|\binclude\s*\(\s*CTest\s*\)/i.test(text)
  const test = hasTests ? { test: `${build} && ctest --test-dir build --output-on-failure` } : {}
  return [{ project: 'cmake', commands: { build, ...test } }]
}

async function detectCargo(tree: TreeReader): Promise<readonly ProjectFinding[]> {
  if (!tree.list.includes('Cargo.toml')) return []
  return [{ project: 'cargo', commands: { test: 'cargo test', build: 'cargo build' } }]
}

async function detectGo(tree: TreeReader): Promise<readonly ProjectFinding[]> {
  if (!tree.list.includes('go.mod')) return []
  return [{ project: 'go', commands: { test: 'go test ./...', lint: 'go vet ./...', build: 'go build ./...' } }]
}

/** Names by which pytest finds tests, in any folder. */
const isPythonTest = globMatcher(['**/{test_*,*_test}.py'])

/** The same commands always in the same order, so that the same files always give the same text. */
function inOrder({ setup, test, lint, typecheck, build }: Commands): Commands {
  const named = { setup, test, lint, typecheck, build }
  return Object.fromEntries(Object.entries(named).filter(([, command]) => command !== undefined))
}
