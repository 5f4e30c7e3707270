/** Statements of a test file that affect later tests. */
import { baseName } from '../../../core/text/paths.ts'
import { childrenOf, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import { languageOf } from '../syntax/language.ts'
import { pythonImports } from '../syntax/python/imports.ts'
import { parsePython, type Statement } from '../syntax/python/parse.ts'
import { declaredNames } from '../syntax/tree/names.ts'
import { takenBy } from '../translation/languages/script.ts'

/** Files that a runner loads for all tests. */
const isLoadedForAll = (path: string): boolean =>
  baseName(path) === 'conftest.py' || path.split('/').includes('__mocks__')

/** Whether a test file affects other tests, and did not before. */
export async function actsOnOthers(
  path: string,
  {
    text,
    before,
    sharesProcess,
  }: { readonly text: string; readonly before: string | null; readonly sharesProcess: boolean },
): Promise<boolean> {
  if (isLoadedForAll(path)) return before === null
  if (!sharesProcess) return false
  const known = new Set(before === null ? [] : await actsIn(path, before))
  return (await actsIn(path, text)).some(words => !known.has(words))
}

async function actsIn(path: string, text: string): Promise<readonly string[]> {
  switch (languageOf(path)) {
    case 'go':
      return (await declaredNames(text, path)).filter(name => name === 'init' || name === 'TestMain')
    case 'python': {
      const taken = new Set((await pythonImports(text)).map(({ local }) => local))
      return ((await parsePython(text)) ?? []).flatMap(statement => pythonActs(statement, taken, true))
    }
    default: {
      const script = await parseScript(text, path)
      const own = (await takenBy(text, path)).filter(({ said }) => said.startsWith('.'))
      const taken = new Set(own.flatMap(({ wanted, module }) => [...wanted.map(({ local }) => local), module ?? '']))
      const acts = script ? (script.program.body as readonly Node[]).flatMap(node => scriptActs(node, taken, true)) : []
      return acts.map(({ start, end }) => text.slice(start + script!.shift, end + script!.shift))
    }
  }
}

/** `toy.words.slug = …`: at the top of anything, elsewhere of what the file imports, because no test may ever take it back. */
function pythonActs(statement: Statement, taken: ReadonlySet<string>, isTop: boolean): readonly string[] {
  const { kind, name, head, block } = statement
  const words = head.map(({ text }) => text)
  const has = (...run: readonly string[]) => words.some((_, at) => run.every((word, step) => words[at + step] === word))
  const isMember = kind === 'assignment' && name.includes('.') && !name.includes('[')
  const acts =
    (isMember && (isTop || taken.has(name.split('.', 1)[0]!))) ||
    (isTop && (name.startsWith('sys.modules[') || name === 'pytest_plugins' || words[0] === 'setattr')) ||
    has('autouse', '=', 'True') ||
    (words.some(word => word.startsWith('patch')) && has('.', 'start', '('))
  return [...(acts ? [words.join(' ')] : []), ...block.flatMap(one => pythonActs(one, taken, false))]
}

const HOOKS = 'before after beforeEach afterEach beforeAll afterAll setup teardown suiteSetup'.split(' ')
const CHANGES_OBJECTS = ['Object.assign', 'Object.defineProperty', 'Object.defineProperties']

function scriptActs(node: Node, taken: ReadonlySet<string>, isTop: boolean): readonly Node[] {
  const called = node.type === 'CallExpression' ? (wordOf(node.callee) ?? '') : ''
  const target = node.type === 'AssignmentExpression' && isNode(node.left) ? node.left : null
  const acts =
    (target?.type === 'MemberExpression' && (isTop || taken.has(rootOf(target)))) ||
    (isTop && (HOOKS.includes(called) || CHANGES_OBJECTS.includes(called) || /^(?:Reflect|sinon)\./.test(called))) ||
    wordOf(node) === 'require.cache'
  if (acts) return [node]
  const isStatement = isTop && (node.type === 'ExpressionStatement' || node.type === 'AwaitExpression')
  return childrenOf(node).flatMap(child => scriptActs(child, taken, isStatement))
}

const rootOf = (node: Node): string =>
  node.type === 'MemberExpression' ? rootOf(node.object as Node) : (wordOf(node) ?? '')
