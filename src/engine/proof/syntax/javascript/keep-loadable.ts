import type { Edit } from '../edits.ts'
import { childrenOf, isFunction, isNode, type Node, wordOf } from './parse.ts'

/**
 * The edits without those that remove values which the rest of the file destructures or calls while it loads: a file that does
 * not load shows nothing about its tests.
 */
export function loadable(program: Node, edits: readonly Edit[]): readonly Edit[] {
  const needed = neededOnLoad(program, edits)
  const kept = edits.filter(edit => edit.binding === undefined || !needed.has(edit.binding))
  return kept.length === edits.length ? edits : loadable(program, kept)
}

/** Names with a needed value, `name()` for functions with a needed result, and `name{}` for literals needed as a whole. */
function neededOnLoad(program: Node, edits: readonly Edit[]): ReadonlySet<string> {
  const emptied = new Map(edits.map(edit => [edit.start, edit]))
  const needed = new Set<string>()
  const called = new Set<string>()
  const visit = (node: Node, parent: Node, above: Node, passed: boolean): void => {
    const edit = emptied.get(node.start)
    if ((edit && node.end <= edit.end) || isMainGuard(node)) return
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      const name = node.name as string
      if (!isHarmless(node, parent, passed, needed)) {
        needed.add(name)
        if (parent.type !== 'MemberExpression') needed.add(`${name}{}`)
      }
      const isCalled = parent.type === 'CallExpression' && parent.callee === node
      if (isCalled) called.add(name)
      if (isCalled && !isIgnored(above) && !isHarmless(parent, above, passed, needed)) needed.add(`${name}()`)
    }
    // A function that is called immediately, in place or by name, runs while the file loads.
    const isCalledHere = parent.type === 'CallExpression' && parent.callee === node
    const name = wordOf(node.id ?? parent.id)
    const runs = node.type === 'StaticBlock' || isCalledHere || (name !== null && called.has(name))
    if (isFunction(node) && !runs) return
    const isCall = ['CallExpression', 'NewExpression', 'Decorator'].includes(node.type)
    for (const child of childrenOf(node)) visit(child, node, parent, passed || (isCall && child !== node.callee))
  }
  // The parts of a needed value are needed as well.
  for (let size = -1; size !== needed.size + called.size; ) {
    size = needed.size + called.size
    visit(program, program, program, false)
  }
  return needed
}

/** Positions where an undefined value throws nothing. */
const HARMLESS = new Set([
  'VariableDeclarator',
  'AssignmentExpression',
  'ArrayExpression',
  'ObjectProperty',
  'BinaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'UnaryExpression',
  'TemplateLiteral',
  'ExportSpecifier',
  'ExportDefaultDeclaration',
  'ClassProperty',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSAsExpression',
  'TSSatisfiesExpression',
])

/** Whether nothing is thrown if this is undefined; the receiver may destructure a passed value. */
function isHarmless(node: Node, parent: Node, passed: boolean, needed: ReadonlySet<string>): boolean {
  if (
    passed &&
    ['ObjectProperty', 'ArrayExpression', 'ConditionalExpression', 'LogicalExpression'].includes(parent.type)
  )
    return parent.key === node && !parent.shorthand
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed
  if (parent.type === 'ClassDeclaration') return parent.superClass !== node
  if (parent.type === 'BinaryExpression' && ['in', 'instanceof'].includes(String(parent.operator))) return false
  const target = parent.type === 'VariableDeclarator' ? parent.id : parent.left
  // Destructuring undefined throws, and a needed value is needed under its other name too.
  if (parent.type !== 'BinaryExpression' && isNode(target) && target !== node)
    if (target.type.endsWith('Pattern') || needed.has(wordOf(target) ?? '')) return false
  return HARMLESS.has(parent.type)
}

const isIgnored = (node: Node): boolean =>
  ['ExpressionStatement', 'AwaitExpression', 'UnaryExpression'].includes(node.type)

/** Code that runs only if the file is the main program, not if it is imported. */
function isMainGuard(node: Node): boolean {
  if (node.type !== 'IfStatement') return false
  const holdsMain = (inner: Node): boolean =>
    (inner.type === 'MemberExpression' && wordOf(inner.property) === 'main') || childrenOf(inner).some(holdsMain)
  return holdsMain(node.test as Node)
}
