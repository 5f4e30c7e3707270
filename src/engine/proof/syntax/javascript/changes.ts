import type { Edit } from '../edits.ts'
import { emptied, emptyValue, isImport } from './empty.ts'
import { isTypeKey } from './normal-form.ts'
import { align } from './pair.ts'
import { childrenOf, isClass, isField, isFunction, isNode, keysOf, type Node, withoutCasts, wordOf } from './parse.ts'

/** The result of a comparison. */
interface Found {
  readonly edits: readonly Edit[]
  /** Edits of little value, used only if there are no others. */
  readonly lastResort: readonly Edit[]
  /** Something changed outside of all edits. */
  readonly own: boolean
}

/** Context of a comparison: whether it is outside of all functions, and the name of the compared code. */
interface Place {
  readonly top: boolean
  readonly name: string
}

const NOTHING: Found = { edits: [], lastResort: [], own: false }
const OWN: Found = { ...NOTHING, own: true }
const joined = (all: readonly Found[]): Found => ({
  edits: all.flatMap(found => found.edits),
  lastResort: all.flatMap(found => found.lastResort),
  own: all.some(found => found.own),
})

/**
 * Compares two syntax trees and finds the smallest functions and values with added or changed code. A function
 * that only encloses changed functions is kept; one with a change in its own statements is emptied as a whole.
 */
export class Changes {
  readonly #was: ReadonlyMap<Node, number>
  readonly #is: ReadonlyMap<Node, number>

  constructor(was: ReadonlyMap<Node, number>, is: ReadonlyMap<Node, number>) {
    this.#was = was
    this.#is = is
  }

  /** The edits, and a fallback if there are none. */
  between(before: Node, after: Node): Pick<Found, 'edits' | 'lastResort'> {
    return this.#compare(before, after, { top: true, name: '' })
  }

  #compare(before: Node, after: Node, place: Place): Found {
    const [old, now] = [withoutCasts(before), withoutCasts(after)]
    if (this.#was.get(old) === this.#is.get(now)) return NOTHING
    if (old.type !== now.type) return isFunction(now) || isClass(now) ? this.#added(after, place) : OWN
    if (now.type.endsWith('Pattern')) return OWN
    const here = { ...place, name: nameOf(now, place.name) }
    if (isFunction(now)) {
      const inside = this.#children(old, now, { ...here, top: false })
      return inside.own ? { ...NOTHING, edits: emptied(now, here.name, place.top) } : inside
    }
    if (now.type === 'ObjectExpression' && place.top) return this.#children(old, now, here)
    return this.#slot(now, this.#children(old, now, here), here)
  }

  /** A change outside of functions removes the value, if the node holds a single one. */
  #slot(node: Node, found: Found, place: Place): Found {
    if (!found.own) return found
    const value = heldBy(node)
    if (!value || !(place.top || isField(node))) return found
    // The changed entries of a literal were compared one by one; only spreads and names are left.
    if (withoutCasts(value).type === 'ObjectExpression' && found.edits.length + found.lastResort.length > 0)
      return { ...found, own: false }
    return this.#taken(node, value, place)
  }

  #children(before: Node, after: Node, place: Place): Found {
    const keys = new Set([...keysOf(before), ...keysOf(after)])
    const found = joined(
      [...keys].filter(key => !isTypeKey(after, key)).map(key => this.#key(before[key], after[key], place)),
    )
    // The two differ: if no part of them does, the difference is in their composition.
    return found.edits.length + found.lastResort.length === 0 ? OWN : found
  }

  #key(before: unknown, after: unknown, place: Place): Found {
    if (Array.isArray(before) && Array.isArray(after)) return this.#list(before, after, place)
    if (isNode(before) && isNode(after)) {
      // Types have no number, because they are not code.
      if (!this.#was.has(before) && !this.#is.has(after)) return NOTHING
      return this.#compare(before, after, place)
    }
    if (isNode(after)) return this.#is.has(after) ? this.#added(after, place) : NOTHING
    if (isNode(before)) return this.#was.has(before) ? OWN : NOTHING
    return (before || null) === (after || null) || same(before, after) ? NOTHING : OWN
  }

  #list(before: readonly unknown[], after: readonly unknown[], place: Place): Found {
    const old = before.filter(isNode).filter(node => this.#was.has(node))
    const now = after.filter(isNode).filter(node => this.#is.has(node))
    const { pairs, added, removed, moved } = align(
      old.map(node => ({ node, number: this.#was.get(node)!, key: keyOf(node), kind: withoutCasts(node).type })),
      now.map(node => ({ node, number: this.#is.get(node)!, key: keyOf(node), kind: withoutCasts(node).type })),
    )
    return joined([
      ...pairs.map(([one, other]) => this.#compare(one.node, other.node, place)),
      ...added.map(({ node }) => this.#added(node, place)),
      // A removed function needs no edit: its callers changed as well.
      ...(removed.every(({ node }) => holdsOnlyFunctions(node)) && !moved ? [] : [OWN]),
      ...(holes(before) === holes(after) ? [] : [OWN]),
    ])
  }

  /** Added code: its outermost functions, or the value as a whole. */
  #added(node: Node, place: Place): Found {
    const now = withoutCasts(node)
    const here = { ...place, name: nameOf(now, place.name) }
    if (isFunction(now)) return { ...NOTHING, edits: emptied(now, here.name, place.top) }
    if (now.type.endsWith('Pattern')) return OWN
    if (isClass(now)) return this.#addedIn(now.body as Node, here)
    if (isField(now) || (now.type === 'ObjectProperty' && place.top)) return this.#addedValue(now, here)
    if (now.type === 'VariableDeclarator' && place.top) return this.#addedValue(now, here)
    if (now.type === 'ExpressionStatement' && place.top) return this.#addedExpression(now, here)
    if (now.type.startsWith('Export') && isNode(now.declaration))
      return now.type === 'ExportDefaultDeclaration' ? this.#addedValue(now, here) : this.#added(now.declaration, here)
    if (now.type === 'VariableDeclaration') return this.#addedVariables(now, here)
    return { ...this.#addedIn(now, here), own: true }
  }

  #addedVariables(node: Node, place: Place): Found {
    const found = joined((node.declarations as readonly Node[]).map(one => this.#added(one, place)))
    return { ...found, own: !holdsOnlyFunctions(node) && (found.own || !place.top) }
  }

  #addedExpression(node: Node, place: Place): Found {
    const expression = node.expression as Node
    if (expression.type === 'AssignmentExpression') return this.#addedValue(expression, place)
    const inside = this.#addedIn(node, place)
    if (inside.edits.length > 0) return inside
    return { ...OWN, lastResort: [{ ...at(expression), text: 'undefined', name: onLine('statement', node) }] }
  }

  /** A new value: the inside of a function, a class or a literal is emptied separately; other values are removed as a whole. */
  #addedValue(node: Node, place: Place): Found {
    const value = heldBy(node)
    if (!value) return node.type === 'VariableDeclarator' ? NOTHING : OWN
    const now = withoutCasts(value)
    if (isFunction(now) || isClass(now)) return this.#added(value, place)
    if (now.type === 'ObjectExpression' && (now.properties as readonly Node[]).length > 0 && !isField(node))
      return { ...this.#addedIn(now, place), own: false }
    if (now.type === 'CallExpression' && (now.arguments as readonly Node[]).some(holdsOnlyFunctions))
      return { ...this.#addedIn(now, place), own: false }
    return this.#taken(node, value, place)
  }

  #addedIn(node: Node, place: Place): Found {
    const below = childrenOf(node).filter(child => this.#is.has(child))
    return { ...joined(below.map(child => this.#added(child, place))), own: false }
  }

  /** Removes a value. A bare name or an import is removed only if there is no other edit. */
  #taken(node: Node, value: Node, place: Place): Found {
    const edit = emptyValue(node, value, place.name || onLine('value', value))
    if (!edit || isImport(value)) return OWN
    if (!['Identifier', 'MemberExpression'].includes(withoutCasts(value).type)) return { ...NOTHING, edits: [edit] }
    return { ...NOTHING, lastResort: [edit] }
  }
}

const at = (node: Node): { readonly start: number; readonly end: number } => ({ start: node.start, end: node.end })

/** The single value of a node. */
function heldBy(node: Node): Node | null {
  if (node.type === 'VariableDeclarator') return (node.init as Node | null) ?? null
  if (node.type === 'ObjectProperty' || isField(node)) return (node.value as Node | null) ?? null
  if (node.type === 'ExportDefaultDeclaration') return node.declaration as Node
  return node.type === 'AssignmentExpression' && node.operator === '=' ? (node.right as Node) : null
}

/** Whether the node contains code only in functions and classes. */
function holdsOnlyFunctions(node: Node): boolean {
  const now = withoutCasts(node)
  if (isFunction(now) || isClass(now)) return true
  if (now.type === 'VariableDeclaration')
    return (now.declarations as readonly Node[]).every(one => isNode(one.init) && holdsOnlyFunctions(one.init))
  if (now.type === 'ObjectProperty') return holdsOnlyFunctions(now.value as Node)
  return now.type.startsWith('Export') && isNode(now.declaration) && holdsOnlyFunctions(now.declaration)
}

const holes = (list: readonly unknown[]): number => list.filter(item => item === null).length

const same = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other)

const onLine = (what: string, node: Node): string =>
  `${what} on line ${(node.loc as { start: { line: number } }).start.line}`

/** Identifies a node across two versions. */
function keyOf(node: Node): string | null {
  const now = withoutCasts(node)
  if (now.type === 'VariableDeclaration') return keyOf((now.declarations as readonly Node[])[0]!)
  if (now.type.startsWith('Export') && isNode(now.declaration)) {
    return now.type === 'ExportDefaultDeclaration' ? 'default' : keyOf(now.declaration)
  }
  if (now.type === 'ExpressionStatement') return keyOf(now.expression as Node)
  if (now.type === 'AssignmentExpression') return wordOf(now.left)
  if (now.type === 'CallExpression') {
    const first = wordOf((now.arguments as readonly Node[])[0])
    return first === null ? null : `${wordOf(now.callee)}(${first})`
  }
  const word = wordOf(now.id) ?? wordOf(now.key)
  return word === null
    ? null
    : `${['get', 'set'].includes(String(now.kind)) ? now.kind : ''} ${now.static ? 'static' : ''} ${word}`
}

/** The name for people, qualified by the enclosing name. */
function nameOf(node: Node, outer: string): string {
  if (node.type === 'ExportDefaultDeclaration') return 'default'
  const target =
    node.type === 'AssignmentExpression' ? node.left : node.type === 'StaticBlock' ? null : (node.id ?? node.key)
  const word = wordOf(target)
  if (word !== null) return outer === '' || outer === 'default' || outer === word ? word : `${outer}.${word}`
  if (node.type === 'StaticBlock') return `${outer} static block`
  return isFunction(node) && outer === '' ? onLine('function', node) : outer
}
