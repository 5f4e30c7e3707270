import type { ParserOptions } from '@babel/parser'

/** A node of the syntax tree, seen by its shape alone: every key but the place may hold a node, a list or a plain value. */
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
  /** How many characters of the text stand before what was parsed: a byte order mark. */
  readonly shift: number
}

type Plugins = NonNullable<ParserOptions['plugins']>

/** Parses JavaScript and TypeScript in all their endings; null for a text that does not parse. */
export async function parseScript(text: string, path: string): Promise<ParsedScript | null> {
  const parsed = await parsedFile(text, path, false)
  return parsed && { program: parsed.program, comments: parsed.comments, shift: parsed.shift }
}

/** A token as the parser saw it: what it calls its type, and its place in the text. */
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
  /** A word alone for comments. */
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
  // The two kinds of decorators do not read each other's code: only the old one stands on parameters.
  for (const decorators of ['decorators', 'decorators-legacy'] as const)
    try {
      const file = parse(text.slice(shift), {
        sourceType: /\.m[jt]s$/i.test(path) ? 'module' : 'unambiguous',
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
      // The other kind of decorators, then; after that it does not parse.
    }
  return null
}

function dialect(path: string): Plugins {
  if (/\.d\.[cm]?ts$/i.test(path)) return [['typescript', { dts: true }]]
  if (/\.[cm]?ts$/i.test(path)) return ['typescript']
  return /\.tsx$/i.test(path) ? ['typescript', 'jsx'] : ['jsx']
}

const PLACES = new Set(['type', 'start', 'end', 'loc', 'range', 'extra', 'errors'])

/** Whether a key says where a node stands and how it was spelled. */
export const isPlace = (key: string): boolean => PLACES.has(key)

/** The keys of a node that say what it is, without where it stands and how it was spelled. */
export const keysOf = (node: Node): readonly string[] => Object.keys(node).filter(key => !PLACES.has(key))

/** Whether a value found in a node is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes right below a node. */
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

/** Whoever walks a tree calls itself for each level, and a stack ends: nobody writes code that is nested like this. */
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

/** Whether this is something that runs later, or apart: a function in any spelling, or a static block. */
export const isFunction = (node: Node): boolean => FUNCTIONS.has(node.type)

/** Whether this is a class. */
export const isClass = (node: Node): boolean => node.type === 'ClassDeclaration' || node.type === 'ClassExpression'

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
])

/** The value below casts, which are gone when the code runs. */
export function withoutCasts(node: Node): Node {
  let inner = node
  while (WRAPPERS.has(inner.type)) inner = inner.expression as Node
  return inner
}

/** The word a key, an identifier or a string stands for; null for what is computed. */
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
