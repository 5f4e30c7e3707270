import { slug } from '../../../core/plan/ids.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { asksForPages } from '../../../core/risk/tier.ts'
import { baseName } from '../../../core/text/paths.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { TreeReader } from '../../../ports.ts'
import { folderOf } from '../translation/tree-paths.ts'
import { makeTargets } from './detect.ts'

/**
 * The test of a task itself: for the file that it names, or for one that is named after its id or its title, as in
 * `tests/test_<id>.py`, `<id>_test.go` or `make test-<id>`. It runs besides the project's suite, if there is one. Pages need none.
 */
export async function detectTaskTest(task: Task, tree: TreeReader, suite?: string): Promise<string | null> {
  if (task.type === 'verification' || task.tests?.is === 'none' || task.tests?.is === 'command') return null
  if (task.tests?.is === 'file') return commandFor(task.tests.path, tree, suite)
  if (asksForPages(task)) return null
  const keys = [...new Set([task.id.toLowerCase(), slug(task.title)])]
  for (const key of keys) {
    const path = tree.list.find(candidate => isCalledAfter(candidate, key))
    const command = path === undefined ? null : await commandFor(path, tree, suite)
    if (command !== null) return command
  }
  const targets = await targetsOf(tree)
  const key = keys.find(candidate => targets.has(`test-${candidate}`))
  return key === undefined ? null : `make test-${key}`
}

function isCalledAfter(path: string, key: string): boolean {
  const base = baseName(path).toLowerCase().replaceAll('_', '-')
  const names = [`test-${key}.py`, `${key}-test.py`, `${key}-test.go`, `test-${key}.c`, `test-${key}.cpp`]
  if (names.includes(base)) return true
  if (/(^|\/)tests\/[^/]+\.rs$/.test(path)) return base === `${key}.rs` || base === `test-${key}.rs`
  return /^(.+)[.-](?:test|spec)\.[cm]?[jt]sx?$/.exec(base)?.[1] === key
}

async function commandFor(path: string, tree: TreeReader, suite: string | undefined): Promise<string | null> {
  const word = shellWord(path)
  const folder = folderOf(path)
  const stem = baseName(path).replace(/\.\w+$/, '')
  if (path.endsWith('.py')) return pytestFor(word, suite)
  if (path.endsWith('_test.go')) return `go test ./${folder === '.' ? '' : folder}`
  if (/(^|\/)tests\/[^/]+\.rs$/.test(path)) return `cargo test --test ${stem}`
  if (/\.(c|cc|cpp)$/.test(path) && tree.list.includes('CMakeLists.txt'))
    return `cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure -R ${stem}`
  if (path.endsWith('.sh')) return `sh ${word}`
  return /\.[cm]?[jt]sx?$/.test(path) ? scriptTest(word, path, tree) : null
}

/** A suite of another runner runs the file its own way; one that is pytest alone is called for this file. */
function pytestFor(word: string, suite: string | undefined): string | null {
  if (suite !== undefined && !/\bpytest\b/.test(suite)) return null
  return suite === undefined || /[;&|<>()]/.test(suite) ? `python3 -m pytest -q ${word}` : `${suite} ${word}`
}

/** By the runner among the dependencies of the project, else by the imports of the file. */
async function scriptTest(word: string, path: string, tree: TreeReader): Promise<string | null> {
  const manifest = tree.list.includes('package.json') ? ((await tree.readText('package.json')) ?? '') : ''
  if (/"vitest"\s*:/.test(manifest)) return `npx vitest run ${word}`
  if (/"jest"\s*:/.test(manifest)) return `npx jest ${word}`
  const text = tree.list.includes(path) ? ((await tree.readText(path)) ?? '') : ''
  return /['"]node:test['"]/.test(text) || (text === '' && /\.[cm]?js$/.test(path)) ? `node --test ${word}` : null
}

async function targetsOf(tree: TreeReader): Promise<ReadonlySet<string>> {
  const name = ['GNUmakefile', 'makefile', 'Makefile'].find(candidate => tree.list.includes(candidate))
  return name === undefined ? new Set() : makeTargets((await tree.readText(name)) ?? '')
}
