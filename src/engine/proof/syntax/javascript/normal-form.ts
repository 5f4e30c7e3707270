import { type Comment, isField, isNode, isPlace, type Node, type ParsedScript, withoutCasts } from './parse.ts'

/** Keys of types, or of marks that only a type checker reads. */
const TYPE_KEYS = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
  'declare',
  'definite',
  'accessibility',
  'abstract',
  'readonly',
  'override',
])

const TYPE_STATEMENTS = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSDeclareMethod',
  'TSIndexSignature',
  'TSNamespaceExportDeclaration',
])

/** Whether stripping types removes the whole node. */
export function isTypeOnly(node: Node): boolean {
  if (TYPE_STATEMENTS.has(node.type)) return true
  // A constant enum is inlined at its uses, even if it is only declared.
  if (node.declare === true) return node.type !== 'TSEnumDeclaration'
  if (node.abstract === true && isField(node)) return true
  if (node.type.startsWith('Export') && isNode(node.declaration)) return isTypeOnly(node.declaration)
  return node.importKind === 'type' || node.exportKind === 'type'
}

/** A parsed file without comments, layout and types: equal numbers are equal code. */
export interface Essence {
  /** The number of each remaining node. */
  readonly of: ReadonlyMap<Node, number>
  readonly program: number
  /** The comments that tools obey, each with the amount of code before it. */
  readonly directives: readonly string[]
}

/** Comments that affect tools or runners. */
const DIRECTIVE =
  /^[\s*#@/!]*(ts-\w|jsx|eslint\b|eslint-|globals? |exported |jshint|jslint|tslint|oxlint|biome-|prettier-|deno-|istanbul |c8 |v8 |node:coverage|stryker|source(mapping)?url|vite-|webpack\w+\s*:|turbopack\w+\s*:|rspack\w+\s*:|__(pure|inline|no_side_effects|key)__|swc-|babel-|type-coverage|knip|noflow|flow\b|bun\b|internal\b|graphql\s*$|vitest-|jest-)|@(ts-|jsx|jest-|vitest-|vite-|flow|noflow|internal|swc-|emotion)|^\/\s*<(reference|amd-)/im

/**
 * Numbers the nodes of several files by content, so that comparing code is comparing numbers. Types are kept
 * if the caller asks for it.
 */
export class Essences {
  readonly #numbers = new Map<string, number>()
  readonly #keepTypes: boolean

  constructor(options: { readonly keepTypes: boolean } = { keepTypes: false }) {
    this.#keepTypes = options.keepTypes
  }

  read({ program, comments }: ParsedScript): Essence {
    const of = new Map<Node, number>()
    const obeyed = comments.filter(comment => DIRECTIVE.test(comment.value))
    const directives: string[] = []
    let count = 0
    const visit = (node: Node): number => {
      while (directives.length < obeyed.length && obeyed[directives.length]!.start < node.start)
        directives.push(placed(obeyed[directives.length]!, count))
      count++
      const inner = this.#keepTypes ? node : withoutCasts(node)
      const number = this.#number(inner, visit)
      of.set(node, number).set(inner, number)
      return number
    }
    const number = visit(program)
    for (const comment of obeyed.slice(directives.length)) directives.push(placed(comment, count))
    return { of, program: number, directives }
  }

  #number(node: Node, visit: (node: Node) => number): number {
    const parts: string[] = []
    for (const key of Object.keys(node)) {
      const value = node[key]
      if (value === null || value === undefined || value === false || isPlace(key)) continue
      if (!this.#keepTypes && isTypeKey(node, key)) continue
      if (typeof value !== 'object') parts.push(`${key}=${typeof value === 'string' ? value : plain(value)}`)
      else if (Array.isArray(value)) parts.push(`${key}:[${this.#list(node, key, value, visit)}]`)
      else parts.push(isNode(value) ? `${key}:${visit(value)}` : `${key}=${plain(value)}`)
    }
    // A function takes the name of its assignment target, but not through parentheses.
    const left = node.type === 'AssignmentExpression' ? (node.left as Node) : null
    if (left && (left !== withoutCasts(left) || (left.extra as { parenthesized?: boolean } | undefined)?.parenthesized))
      parts.push('unnamed')
    if (node.type === 'JSXText') parts.push(jsxText(node))
    // The parser does not always set keys in the same order.
    if (parts.length > 1) parts.sort()
    return this.#intern(`${node.type}\0${parts.join('\0')}`)
  }

  #list(node: Node, key: string, list: readonly unknown[], visit: (node: Node) => number): string {
    const kept = this.#keepTypes ? list : list.filter(item => !isNode(item) || !isErased(key, item))
    // The compiler decides whether an import of types only is kept.
    if (key === 'specifiers' && kept.length === 0 && list.length > 0) return 'types'
    let text = ''
    for (const item of kept)
      if (!isNode(item) || !isLayout(node, item)) text += isNode(item) ? `${visit(item)},` : 'hole,'
    return text
  }

  #intern(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#numbers.size + 1)
    return this.#numbers.size
  }
}

const placed = (comment: Comment, after: number): string => `${after} ${comment.value.replace(/\r\n?/g, '\n').trim()}`

/** Whether a key holds a type: a question mark after a name is a type, in a chain it is code. */
export function isTypeKey(node: Node, key: string): boolean {
  if (key === 'optional') return !node.type.startsWith('Optional')
  // Type imports and exports were removed before: only values remain.
  if (key === 'importKind' || key === 'exportKind') return true
  if (key === 'declare') return node.type !== 'TSEnumDeclaration'
  return (key === 'value' && node.type === 'JSXText') || TYPE_KEYS.has(key)
}

function isErased(key: string, item: Node): boolean {
  // `this` as a parameter is a type.
  if (key === 'params' && item.type === 'Identifier') return item.name === 'this'
  return isTypeOnly(item)
}

const BODIES = new Set(['Program', 'BlockStatement', 'StaticBlock', 'SwitchCase', 'TSModuleBlock'])

/** A lone semicolon, or layout in markup. */
function isLayout(parent: Node, item: Node): boolean {
  if (item.type === 'EmptyStatement') return BODIES.has(parent.type)
  if (item.type === 'JSXExpressionContainer') return (item.expression as Node).type === 'JSXEmptyExpression'
  return item.type === 'JSXText' && jsxText(item) === ''
}

/** The displayed text of markup: lines trimmed and joined, without the empty ones. */
function jsxText(node: Node): string {
  const lines = String((node.extra as { raw?: string }).raw).split(/\r\n|\n|\r/)
  return lines
    .map((line, at) => (at === 0 ? line : line.replace(/^[ \t]+/, '')))
    .map((line, at) => (at === lines.length - 1 ? line : line.replace(/[ \t]+$/, '')))
    .filter(line => line !== '')
    .join(' ')
}

const plain = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value))
