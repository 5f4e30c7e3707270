import { slug } from '../../../core/plan/ids.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { asksForPages } from '../../../core/risk/tier.ts'
import { globMatcher } from '../../../core/text/glob.ts'
import { baseName, withoutEnding } from '../../../core/text/paths.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { TreeReader } from '../../../ports.ts'
import { isScript } from '../syntax/language.ts'
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
  const { called, targets } = namedTests(tree)
  for (const key of keys) {
    const path = called.get(key)
    const command = path === undefined ? null : await commandFor(path, tree, suite)
    if (command !== null) return command
  }
  const made = await targets
  const key = keys.find(candidate => made?.has(`test-${candidate}`))
  return key === undefined ? null : `make test-${key}`
}

/** The tests of a tree by the names that they are for; read once, because a long plan asks for each of its tasks. */
interface NamedTests {
  readonly called: ReadonlyMap<string, string>
  readonly targets: Promise<ReadonlySet<string> | null>
}

const known = new WeakMap<TreeReader, NamedTests>()

function namedTests(tree: TreeReader): NamedTests {
  const found = known.get(tree)
  if (found) return found
  const called = new Map<string, string>()
  for (const path of tree.list) for (const key of namesIn(path)) if (!called.has(key)) called.set(key, path)
  const named = { called, targets: makeTargets(tree) }
  known.set(tree, named)
  return named
}

const isRustTest = globMatcher(['**/tests/*.rs'])

/** What a test is called after, by the conventions of its language: `a` for `test_a.py`, `a_test.go`, `tests/a.rs` and `a.test.ts`. */
function namesIn(path: string): readonly string[] {
  const base = baseName(path).toLowerCase().replaceAll('_', '-')
  const end = base.lastIndexOf('.')
  const [stem, kind] = [base.slice(0, Math.max(end, 0)), base.slice(end + 1)]
  const isRust = isRustTest(path)
  const first = stem.startsWith('test-') && (isRust || ['py', 'c', 'cpp'].includes(kind)) ? [stem.slice(5)] : []
  const last = stem.endsWith('-test') && ['py', 'go'].includes(kind) ? [stem.slice(0, -5)] : []
  const script = /^[cm]?[jt]sx?$/.test(kind) ? (/^(.+)[.-](?:test|spec)$/.exec(stem)?.[1] ?? null) : null
  return [...first, ...last, ...(isRust ? [stem] : []), ...(script === null ? [] : [script])]
}

/** The command that runs one test file; null if no runner is known for it. */
export async function commandFor(path: string, tree: TreeReader, suite: string | undefined): Promise<string | null> {
  const word = shellWord(path)
  const folder = folderOf(path)
  const stem = withoutEnding(baseName(path))
  if (path.endsWith('.py')) return pytestFor(word, suite)
  if (path.endsWith('_test.go')) return `go test ./${folder === '.' ? '' : folder}`
  if (isRustTest(path)) return `cargo test --test ${stem}`
  if (['c', 'cc', 'cpp'].includes(path.split('.').at(-1)!) && tree.list.includes('CMakeLists.txt'))
    return `cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure -R ${stem}`
  if (path.endsWith('.sh')) return `sh ${word}`
  return isScript(path) ? scriptTest(word, path, tree) : null
}

/** A suite of another runner runs the file its own way; one that is pytest alone is called for this file. */
function pytestFor(word: string, suite: string | undefined): string | null {
  if (suite !== undefined && !/\bpytest\b/.test(suite)) return null
  return suite === undefined || /[;&|<>()]/.test(suite) ? `python3 -m pytest -q ${word}` : `${suite} ${word}`
}

/** By the runner among the dependencies of the project, else by the imports of the file. */
async function scriptTest(word: string, path: string, tree: TreeReader): Promise<string | null> {
  const manifest = tree.list.includes('package.json') ? ((await tree.readText('package.json')) ?? '') : ''
  if (manifest.includes('"vitest"')) return `npx vitest run ${word}`
  if (manifest.includes('"jest"')) return `npx jest ${word}`
  const text = tree.list.includes(path) ? ((await tree.readText(path)) ?? '') : ''
  return /['"]node:test['"]/.test(text) || (text === '' && /\.[cm]?js$/.test(path)) ? `node --test ${word}` : null
}
