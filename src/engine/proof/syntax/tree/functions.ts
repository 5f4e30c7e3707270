import type { ReadText } from './language-row.ts'
import { childIn, itemsIn, type MarkedItem, type TreeNode } from './node.ts'
import { normalForm } from './read.ts'

/** A function with a body, and the marks before it. */
export interface FoundFunction {
  readonly name: string
  /** It identifies the function within its file: two overloads have different ones. */
  readonly key: string
  /** Equal texts are the same code. */
  readonly code: string
  readonly node: TreeNode
  readonly body: TreeNode
  /** With its attributes. */
  readonly start: number
  /** It is for tests only, and itself a test. */
  readonly isTest: boolean
  readonly isMarked: boolean
}

/** `#[test]`, `#[tokio::test]` and `#[cfg(test)]`. */
export function isForTests({ text }: Pick<ReadText, 'text'>, { attributes }: MarkedItem): boolean {
  return attributes.some(({ children }) => {
    const attribute = children.find(({ type }) => type === 'attribute')
    const path = attribute?.children[0]
    if (!attribute || !path) return false
    const said = (node: TreeNode) => text.slice(node.start, node.end).replace(/\s/g, '')
    const given = childIn(attribute, 'arguments')
    const name = said(childIn(path, 'name') ?? path)
    return name === 'test' || (name === 'cfg' && given !== null && said(given) === '(test)')
  })
}

/** The functions of a file in order; nothing inside of one of them, and none that the grammar does not know as a whole. */
export function functionsIn(read: ReadText): readonly FoundFunction[] {
  const { text, row } = read
  const below = (parent: TreeNode, around: string, isTest: boolean): readonly FoundFunction[] =>
    itemsIn(read, parent).flatMap(item => {
      const { node, start } = item
      const isMarked = isForTests(read, item)
      const marked = isTest || isMarked
      const body = childIn(node, 'body')
      if (!row.functions.has(node.type)) {
        const named = ['name', 'type', 'trait'].flatMap(field => childIn(node, field) ?? [])
        return below(node, [around, ...named.map(part => normalForm(read, part))].join(), marked)
      }
      const name = nameOf(text, node)
      if (!body || name === null || node.broken) return []
      const key = normalForm(read, node, child => child === body || child.field === 'parameter_name')
      return [
        { name, key: `${around} ${key}`, code: normalForm(read, node), node, body, start, isTest: marked, isMarked },
      ]
    })
  return below(read.root, '', false)
}

/** The functions of the second text that the first one does not have. */
export function changedFunctions(before: ReadText | null, after: ReadText): readonly FoundFunction[] {
  const known = new Set((before ? functionsIn(before) : []).map(({ key, code }) => `${key}\n${code}`))
  return functionsIn(after).filter(({ key, code }) => !known.has(`${key}\n${code}`))
}

/** The name that a declaration gives, below pointers and parameters; null where it is not a function. */
function nameOf(text: string, node: TreeNode): string | null {
  const name = childIn(node, 'name')
  if (name) return text.slice(name.start, name.end)
  let declarator = childIn(node, 'declarator')
  let isCallable = false
  while (declarator) {
    if (declarator.type === 'operator_cast') return 'operator'
    const inner: TreeNode | null = childIn(declarator, 'declarator') ?? declarator.children.find(isDeclarator) ?? null
    isCallable ||= declarator.type === 'function_declarator'
    if (!inner && declarator.type !== 'qualified_identifier')
      return isCallable ? text.slice(declarator.start, declarator.end) : null
    declarator = inner ?? childIn(declarator, 'name')
  }
  return null
}

const isDeclarator = ({ type, field }: TreeNode): boolean => field === null && type.endsWith('_declarator')
