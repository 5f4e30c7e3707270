import type { Edit } from '../edits.ts'
import { isNode, type Node, withoutCasts, wordOf } from './parse.ts'

/** The edits that make a function do nothing and return undefined; none for one that already does. */
export function emptied(node: Node, name: string, isTop: boolean): readonly Edit[] {
  if (node.type === 'StaticBlock') {
    const list = node.body as readonly Node[]
    if (list.length === 0) return []
    return [{ start: list[0]!.start, end: list.at(-1)!.end, text: '', name }]
  }
  const body = node.body
  if (!isNode(body)) return []
  // An async function returns a promise and a generator an iterator, even if emptied.
  const called = isTop && !node.async && !node.generator && /^[\w$]+$/.test(name) ? { binding: `${name}()` } : {}
  const first = firstParameter(node)
  if (body.type !== 'BlockStatement')
    return wordOf(body) === 'undefined'
      ? []
      : [{ start: body.start, end: body.end, text: 'undefined', name, ...called, ...(first ? { standIn: first } : {}) }]
  // The constructor of a derived class must call `super`.
  const text = callsAbove(node, body) ? '{ super(...arguments) }' : '{}'
  const isEmpty = [...(body.body as readonly Node[]), ...(body.directives as readonly Node[])].length === 0
  const standIn = first ? { standIn: `{ return ${first} }` } : {}
  return isEmpty ? [] : [{ start: body.start, end: body.end, text, name, ...called, ...standIn }]
}

/** The name of the first parameter of a plain function; null if it has none, or returns something else by itself. */
function firstParameter(node: Node): string | null {
  if (node.generator || (node.kind !== undefined && node.kind !== 'method')) return null
  const [first] = (node.params ?? []) as readonly Node[]
  const target = first?.type === 'AssignmentPattern' ? (first.left as Node) : first
  return target?.type === 'Identifier' && target.name !== 'this' ? (target.name as string) : null
}

const callsAbove = (node: Node, body: Node): boolean => node.kind === 'constructor' && holdsSuperCall(body)

/** Searches arrow functions, which may call it too, but not functions with a `super` of their own. */
function holdsSuperCall(node: Node): boolean {
  if (node.type === 'CallExpression' && (node.callee as Node).type === 'Super') return true
  if (node.type.startsWith('Function') || node.type.startsWith('Class')) return false
  return Object.values(node).some(value =>
    Array.isArray(value)
      ? value.some(item => isNode(item) && holdsSuperCall(item))
      : isNode(value) && holdsSuperCall(value),
  )
}

/** The edit that removes a value; a destructured value becomes an empty one. Null if it is already empty. */
export function emptyValue(node: Node, value: Node, name: string): Edit | null {
  const target = node.type === 'AssignmentExpression' ? node.left : node.id
  const shape = isNode(target) ? target.type : ''
  const text = shape === 'ObjectPattern' ? '{}' : shape === 'ArrayPattern' ? '[]' : 'undefined'
  if (wordOf(withoutCasts(value)) === 'undefined') return null
  const written = node.shorthand === true ? `${wordOf(node.key)}: ${text}` : text
  return { start: value.start, end: value.end, text: written, name, ...bindingOf(node, name) }
}

/** The name whose users need the value, or the name of the literal around an entry. */
function bindingOf(node: Node, name: string): Pick<Edit, 'binding'> {
  const target =
    node.type === 'ObjectProperty' ? name : wordOf(node.type === 'AssignmentExpression' ? node.left : node.id)
  const root = target?.split('.', 1)[0]
  if (root === undefined || ['module', 'exports', 'this'].includes(root) || isField(node)) return {}
  return { binding: node.type === 'ObjectProperty' ? `${root}{}` : root }
}

const isField = (node: Node): boolean => node.type.startsWith('Class')

/** Whether a value is a module, required or imported in place, or a part of one. */
export function isImport(value: Node): boolean {
  const now = withoutCasts(value)
  if (now.type === 'AwaitExpression') return isImport(now.argument as Node)
  if (now.type === 'MemberExpression') return isImport(now.object as Node)
  if (now.type === 'ImportExpression') return true
  return (
    now.type === 'CallExpression' &&
    ['require', 'import'].includes(wordOf(now.callee) ?? (now.callee as Node).type.toLowerCase())
  )
}
