import type { ParserOptions } from '@babel/parser'
import { endings, hasEnding } from '../../../../core/text/paths.ts'
import { isDeclarations } from '../language.ts'

/** A node of the syntax tree with an open shape: every key except the position may hold a node, a list or a plain value. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A comment with its place. */
export interface Comment {
  readonly value: string
  readonly start: number
}

/** One parsed file. */
export interface ParsedScript {
  readonly program: Node
  readonly comments: readonly Comment[]
  /** Number of characters before the parsed text: a byte order mark. */
  readonly shift: number
}

const MODULES = endings('mjs mts')
const TYPED = endings('ts mts cts')

type Plugins = NonNullable<ParserOptions['plugins']>

/** Parses JavaScript and TypeScript with any extension; null for a text that does not parse. */
export async function parseScript(text: string, path: string): Promise<ParsedScript | null> {
  const parsed = await parsedFile(text, path, false)
  return parsed && { program: parsed.program, comments: parsed.comments, shift: parsed.shift }
}

/** A token of the parser: its type, and its position in the text. */
export interface ScriptToken {
  readonly label: string
  readonly isKeyword: boolean
  readonly start: number
  readonly end: number
}

/** The tokens of a script without comments; null for a text that does not parse. */
export async function scriptTokens(text: string, path: string): Promise<readonly ScriptToken[] | null> {
  const parsed = await parsedFile(text, path, true)
  return (
    parsed?.tokens.flatMap(({ type, start, end }) =>
      typeof type === 'string' || end === start
        ? []
        : [{ label: type.label, isKeyword: !!type.keyword, start: start + parsed.shift, end: end + parsed.shift }],
    ) ?? null
  )
}

interface RawToken {
  /** A plain string for comments. */
  readonly type: string | { readonly label: string; readonly keyword?: string }
  readonly start: number
  readonly end: number
}

async function parsedFile(
  text: string,
  path: string,
  tokens: boolean,
): Promise<(ParsedScript & { readonly tokens: readonly RawToken[] }) | null> {
  // Loaded when it is needed: most commands never read source.
  const { parse } = await import('@babel/parser')
  const shift = text.startsWith('\uFEFF') ? 1 : 0
  // The two decorator plugins do not parse each other's code: only the old one allows decorators of parameters.
  for (const decorators of ['decorators', 'decorators-legacy'] as const)
    try {
      const file = parse(text.slice(shift), {
        sourceType: hasEnding(path, MODULES) ? 'module' : 'unambiguous',
        allowReturnOutsideFunction: true,
        allowNewTargetOutsideFunction: true,
        allowUndeclaredExports: true,
        attachComment: false,
        tokens,
        plugins: [...dialect(path), decorators, 'decoratorAutoAccessors', 'sourcePhaseImports'],
      })
      if (isDeeperThan(file.program as unknown as Node, DEPTH_MAX)) return null
      return {
        program: file.program as unknown as Node,
        comments: (file.comments ?? []) as readonly Comment[],
        shift,
        tokens: (file.tokens ?? []) as readonly RawToken[],
      }
    } catch {
      // Try the other decorator plugin; after that the text does not parse.
    }
  return null
}

function dialect(path: string): Plugins {
  if (isDeclarations(path)) return [['typescript', { dts: true }]]
  if (hasEnding(path, TYPED)) return ['typescript']
  return path.toLowerCase().endsWith('.tsx') ? ['typescript', 'jsx'] : ['jsx']
}

const PLACES = new Set(['type', 'start', 'end', 'loc', 'range', 'extra', 'errors'])

/** Whether a key holds the position or the spelling of a node. */
export const isPlace = (key: string): boolean => PLACES.has(key)

/** The keys of a node without its position and spelling. */
export const keysOf = (node: Node): readonly string[] => Object.keys(node).filter(key => !PLACES.has(key))

/** Whether a value found in a node is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The direct children of a node. */
export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = []
  for (const key of Object.keys(node)) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || PLACES.has(key)) continue
    if (Array.isArray(value)) children.push(...value.filter(isNode))
    else if (isNode(value)) children.push(value)
  }
  return children
}

/** Walking a tree is recursive and the stack is limited; hand-written code is never nested this deep. */
const DEPTH_MAX = 1_000

function isDeeperThan(root: Node, depthMax: number): boolean {
  let level: readonly Node[] = [root]
  for (let depth = 0; depth < depthMax; depth++) {
    if (level.length === 0) return false
    level = level.flatMap(childrenOf)
  }
  return level.length > 0
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
  'StaticBlock',
])

/** Whether this code runs later or separately: any kind of function, or a static block. */
export const isFunction = (node: Node): boolean => FUNCTIONS.has(node.type)

export const isClass = (node: Node): boolean => node.type === 'ClassDeclaration' || node.type === 'ClassExpression'

const FIELDS = new Set(['ClassProperty', 'ClassPrivateProperty', 'ClassAccessorProperty'])

/** Whether it is a field of a class. */
export const isField = (node: Node): boolean => FIELDS.has(node.type)

/** Whether a program is a module by its imports and exports. */
export const isModule = (program: Node): boolean =>
  (program.body as readonly Node[]).some(({ type }) => type.startsWith('Import') || type.startsWith('Export'))

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
])

/** The value without casts, which do not exist at run time. */
export function withoutCasts(node: Node): Node {
  let inner = node
  while (WRAPPERS.has(inner.type)) inner = inner.expression as Node
  return inner
}

/** The name in a key, an identifier or a string; null for a computed one. */
export function wordOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name as string
  if (node.type === 'PrivateName') return `#${wordOf(node.id)}`
  if (node.type === 'StringLiteral' || node.type === 'NumericLiteral') return String(node.value)
  if (node.type === 'ThisExpression') return 'this'
  if (node.type !== 'MemberExpression' || node.computed) return null
  const object = wordOf(node.object)
  return object === null ? null : `${object}.${wordOf(node.property)}`
}

/** The names in a target of a declaration: a name, or a pattern of names. */
export function boundNames(target: unknown): readonly string[] {
  if (!isNode(target)) return []
  switch (target.type) {
    case 'ObjectPattern':
      return (target.properties as readonly Node[]).flatMap(one => boundNames(one.value ?? one.argument))
    case 'ArrayPattern':
      return (target.elements as readonly unknown[]).flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(target.left)
    case 'RestElement':
      return boundNames(target.argument)
    case 'TSParameterProperty':
      return boundNames(target.parameter)
    default:
      return wordOf(target) === null ? [] : [wordOf(target)!]
  }
}
