/** The single tests of a file: the name, position and code of each, with the helpers that it calls. */
import { childrenOf, isFunction, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import { languageOf } from '../syntax/language.ts'
import { parsePython, type Statement } from '../syntax/python/parse.ts'
import { type FoundFunction, functionsIn } from '../syntax/tree/functions.ts'
import { treeLanguageOf } from '../syntax/tree/languages.ts'
import { readWhole } from '../syntax/tree/read.ts'
import { type CodeToken, codeTokens } from './languages/code-tokens.ts'

/** A range of a text. */
export interface UnitSpan {
  readonly start: number
  readonly end: number
}

/** One test. */
export interface TestUnit extends UnitSpan {
  /** Its own name, as far as it is in the text. */
  readonly title: string
  /** It is parameterised: the names of its cases begin with the title. */
  readonly isPattern: boolean
  /** Its own tokens and those of everything in its file that it may run: hooks around it, and helpers by their names. */
  readonly tokens: readonly CodeToken[]
  /** Its replacement when it is removed. */
  readonly blank: string
  /** Its groups, the outermost first. */
  readonly groups: readonly UnitSpan[]
}

/** Code around tests that a test may run: always if it has no names, else if the test uses one of its names. */
interface Beside extends UnitSpan {
  readonly names: readonly string[]
}

interface Piece extends UnitSpan {
  readonly title: string
  readonly isPattern: boolean
  readonly blank: string
  readonly groups: readonly UnitSpan[]
  readonly beside: readonly Beside[]
}

/** The tests of a file; null if they cannot be separated. */
export async function testUnits(text: string, path: string): Promise<readonly TestUnit[] | null> {
  const pieces = await piecesOf(text, path)
  if (pieces === null || pieces.length === 0) return null
  const tokens = await codeTokens(text, path)
  const within = ({ start, end }: UnitSpan) => tokens.filter(token => token.start >= start && token.end <= end)
  return pieces.map(({ beside, ...piece }) => ({ ...piece, tokens: withHelpers(within(piece), beside, within) }))
}

function withHelpers(
  own: readonly CodeToken[],
  beside: readonly Beside[],
  within: (span: UnitSpan) => readonly CodeToken[],
): readonly CodeToken[] {
  const all = [...own]
  const left = new Set(beside)
  for (let grew = true; grew; ) {
    grew = false
    const words = new Set(all.map(({ text }) => text))
    for (const piece of left)
      if (piece.names.length === 0 || piece.names.some(name => words.has(name))) {
        left.delete(piece)
        all.push(...within(piece))
        grew = true
      }
  }
  return all
}

async function piecesOf(text: string, path: string): Promise<readonly Piece[] | null> {
  switch (languageOf(path)) {
    case 'javascript': {
      const script = await parseScript(text, path)
      if (!script) return null
      const pieces = scriptPieces(script.program.body as readonly Node[], [], [])
      const placed = ({ start, end }: UnitSpan) => ({ start: start + script.shift, end: end + script.shift })
      return pieces.map(piece => ({
        ...piece,
        ...placed(piece),
        groups: piece.groups.map(placed),
        beside: piece.beside.map(one => ({ ...one, ...placed(one) })),
      }))
    }
    case 'python': {
      const statements = await parsePython(text)
      return statements && pythonPieces(statements, [])
    }
    default:
      return treeLanguageOf(path)?.passes ? compiledPieces(text, path) : null
  }
}

const TESTS: ReadonlySet<string> = new Set(['test', 'it', 'specify'])
const GROUPS: ReadonlySet<string> = new Set(['describe', 'suite', 'context'])

function scriptPieces(body: readonly Node[], around: readonly Beside[], groups: readonly UnitSpan[]): readonly Piece[] {
  const calls = new Map(
    body.flatMap(node => {
      const found = testCall(node)
      return found ? [[node, found] as const] : []
    }),
  )
  const beside = [...around, ...body.filter(node => !calls.has(node)).flatMap(scriptBeside)]
  return [...calls].flatMap(([node, { root, title, isPattern, run }]) => {
    const { start, end } = node
    if (TESTS.has(root)) return [{ start, end, title, isPattern, blank: '{}', groups, beside }]
    const block = run && isNode(run.body) ? run.body : null
    const inside = [...groups, { start, end }]
    return block?.type === 'BlockStatement' ? scriptPieces(block.body as readonly Node[], beside, inside) : []
  })
}

/** Imports are known by their names; other code between tests runs for tests that use one of its names, hooks for all. */
function scriptBeside(node: Node): readonly Beside[] {
  if (node.type === 'ImportDeclaration' || isRequired(node)) return []
  const declared = isNode(node.declaration) ? node.declaration : node
  const names =
    declared.type === 'VariableDeclaration'
      ? (declared.declarations as readonly Node[]).flatMap(one => identifiers(one.id as Node))
      : isNode(declared.id)
        ? identifiers(declared.id)
        : []
  return [{ start: node.start, end: node.end, names }]
}

const isRequired = (node: Node): boolean =>
  node.type === 'VariableDeclaration' &&
  (node.declarations as readonly Node[]).every(
    ({ init }) => isNode(init) && ['CallExpression', 'AwaitExpression'].includes(init.type) && isRequire(init),
  )

const isRequire = (node: Node): boolean => {
  const call = node.type === 'AwaitExpression' ? (node.argument as Node) : node
  return call.type === 'ImportExpression' || (call.type === 'CallExpression' && wordOf(call.callee) === 'require')
}

const identifiers = (node: Node): readonly string[] =>
  node.type === 'Identifier' ? [String(node.name)] : childrenOf(node).flatMap(identifiers)

/** `test('title', …)`, `it.each(…)('title', …)`, `describe('title', …)`. */
function testCall(node: Node) {
  const call = node.type === 'ExpressionStatement' ? (node.expression as Node) : null
  const inner = call?.type === 'AwaitExpression' ? (call.argument as Node) : call
  if (inner?.type !== 'CallExpression') return null
  const root = rootOf(inner.callee as Node)
  const [first, ...rest] = inner.arguments as readonly Node[]
  if (root === null || !(TESTS.has(root) || GROUPS.has(root)) || !first) return null
  const said = titleOf(first)
  if (said === null) return null
  const run = rest.find(isFunction) ?? null
  const isPattern = said.isPart || (inner.callee as Node).type === 'CallExpression'
  return { root, title: isPattern ? said.title.replace(/[%$].*$/s, '') : said.title, isPattern, run }
}

function titleOf(node: Node): { readonly title: string; readonly isPart: boolean } | null {
  if (node.type === 'StringLiteral') return { title: String(node.value), isPart: false }
  if (node.type !== 'TemplateLiteral') return null
  const [first, ...rest] = node.quasis as readonly Node[]
  return { title: String((first!.value as { cooked?: string }).cooked ?? ''), isPart: rest.length > 0 }
}

function rootOf(node: Node): string | null {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'MemberExpression') return rootOf(node.object as Node)
  return node.type === 'CallExpression' ? rootOf(node.callee as Node) : null
}

function pythonPieces(statements: readonly Statement[], around: readonly Beside[]): readonly Piece[] {
  const isTest = ({ kind, name }: Statement) => kind === 'def' && name.startsWith('test')
  const isGroup = ({ kind, block }: Statement) => kind === 'class' && block.some(isTest)
  const beside = [
    ...around,
    ...statements
      .filter(one => one.kind !== 'import' && !isTest(one) && !isGroup(one))
      .map(one => ({ start: one.start, end: one.end, names: isHook(one) ? [] : [one.name.replace(/^\(/, '')] })),
  ]
  return statements.flatMap(one => {
    if (isGroup(one)) return pythonPieces(one.block, beside)
    const { start, end, name, head } = one
    const isPattern = head[0]?.text === '@'
    return isTest(one) ? [{ start, end, title: name, isPattern, blank: 'pass', groups: [], beside }] : []
  })
}

/** Automatic fixtures, setup and teardown of unittest, and code that runs when the file is loaded. */
const isHook = ({ kind, name, head }: Statement): boolean =>
  (kind === 'def' &&
    (/^(?:setUp|tearDown|setup|teardown)/.test(name) || head.some(({ text }) => text === 'autouse'))) ||
  kind === 'other'

/** Functions with the name or the mark of a test; the others are their helpers. */
async function compiledPieces(text: string, path: string): Promise<readonly Piece[] | null> {
  const read = await readWhole(text, path)
  if (!read) return null
  const functions = functionsIn(read)
  const { isTestName } = read.row
  const isTest = ({ name, isMarked }: FoundFunction) => (isTestName ? isTestName(name) : isMarked)
  const beside = functions
    .filter(one => !isTest(one))
    .map(({ start, node, name }) => ({ start, end: node.end, names: [name] }))
  return functions.filter(isTest).map(({ start, node, name }) => ({
    start,
    end: node.end,
    title: name,
    isPattern: false,
    blank: '',
    groups: [],
    beside,
  }))
}
