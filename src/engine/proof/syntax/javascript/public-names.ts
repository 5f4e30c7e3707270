import { folderPrefix, pathFrom } from '../../../../core/text/paths.ts'
import { childrenOf, isFunction, isNode, type Node, parseScript, wordOf } from './parse.ts'

/** The API of a module: its exported names, each with its signature on one line. */
export type PublicNames = ReadonlyMap<string, string>

/** Reads the module with this path without its extension; null if there is none. */
export type ReadModule = (stem: string) => Promise<{ readonly path: string; readonly text: string } | null>

/** A path in imports, without its extension. */
export const stemOf = (path: string): string => path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '')

/** Reads the modules among these files. */
export function moduleReader(paths: readonly string[], textOf: (path: string) => Promise<string | null>): ReadModule {
  const stems = new Map(paths.map(path => [stemOf(path), path]))
  return async stem => {
    const path = stems.get(stem)
    const text = path === undefined ? null : await textOf(path)
    return path === undefined || text === null ? null : { path, text }
  }
}

/** Maximum depth of modules for types that are not exported but used in signatures. */
const HIDDEN_DEEP_MAX = 3

/** The exports of a module as they are written, with the types in them, wherever those are declared. */
interface Exported {
  readonly signature: string
  /** Declarations by the words in the signature and in each other. */
  readonly types: ReadonlyMap<string, string>
}

type Exports = ReadonlyMap<string, Exported>

/**
 * The exports of a module, including re-exports, each with the unexported types in its signature;
 * null if there is no such module or it does not parse.
 */
export async function publicNames(stem: string, read: ReadModule): Promise<PublicNames | null> {
  const found = await exportsOf(stem, read, [])
  return found && new Map([...found].map(([name, one]) => [name, withHidden(one, found)]))
}

/** An unexported interface is part of the API if an exported function takes one. */
function withHidden({ signature, types }: Exported, names: Exports): string {
  const hidden = new Map<string, string>()
  const open = [signature]
  for (let text = open.pop(); text !== undefined; text = open.pop())
    for (const word of wordsOf(text)) {
      const declared = types.get(word)
      if (declared === undefined || names.has(word) || hidden.has(word) || declared === signature) continue
      hidden.set(word, declared)
      open.push(declared)
    }
  return hidden.size > 0 ? `${signature} where ${[...new Set(hidden.values())].sort().join('; ')}` : signature
}

/** Names, and the compiler's spelling of an inferred type of another module. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set([...(text.match(/[A-Za-z_$][\w$]*/g) ?? []), ...[...text.matchAll(ELSEWHERE)].map(([whole]) => whole)])

const ELSEWHERE = /import\(["'](\.[^"']+)["']\)\.(\w+)/g

async function exportsOf(stem: string, read: ReadModule, above: readonly string[]): Promise<Exports | null> {
  const module = (await read(stem)) ?? (await read(`${stem}/index`))
  if (!module || above.includes(module.path)) return null
  const script = await parseScript(module.text, module.path)
  if (!script) return null
  const text = withoutComments(module.text, script)
  const body = script.program.body as readonly Node[]
  const asked = new Map<string, Promise<Exports | null>>()
  const from = (source: string): Promise<Exports | null> => {
    if (!source.startsWith('.')) return Promise.resolve(null)
    const known =
      asked.get(source) ?? exportsOf(pathFrom(folderPrefix(module.path), stemOf(source)), read, [...above, module.path])
    asked.set(source, known)
    return known
  }
  const local = localSignatures(body, text)
  const names = new Map<string, Exported>()
  const own = (name: string, signature: string) => names.set(name, { signature, types: NO_TYPES })
  for (const statement of body) {
    if (statement.type === 'ExportAllDeclaration') {
      const source = String((statement.source as Node).value)
      const passed = await from(source)
      if (!passed) own(`* from ${source}`, 'everything')
      for (const [name, one] of passed ?? []) if (name !== 'default' && !names.has(name)) names.set(name, one)
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const declared = statement.declaration as Node
      const known = declared.type === 'Identifier' ? local.get(String(declared.name)) : undefined
      own('default', known ?? signatureOf(declared, text) ?? declared.type)
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (isNode(statement.declaration))
        for (const name of namesDeclared(statement.declaration)) own(name, local.get(name) ?? '')
      const passed = isNode(statement.source) ? await from(String(statement.source.value)) : null
      for (const item of (statement.specifiers ?? []) as readonly Node[]) {
        const outside = wordOf(item.exported) ?? ''
        const inside = wordOf(item.local) ?? outside
        const known = passed?.get(inside)
        if (known) names.set(outside, known)
        else own(outside, (isNode(statement.source) ? undefined : local.get(inside)) ?? `${inside} of another module`)
      }
    } else for (const [name, signature] of commonExports(statement, text, local)) own(name, signature)
  }
  if (above.length >= HIDDEN_DEEP_MAX) return names
  return withTypes(names, { local, imported: importedNames(body), from })
}

const NO_TYPES: Exported['types'] = new Map()

interface Surroundings {
  readonly local: ReadonlyMap<string, string>
  /** Imported names by their local names. */
  readonly imported: ReadonlyMap<string, { readonly source: string; readonly name: string }>
  readonly from: (source: string) => Promise<Exports | null>
}

/** The same with every type that the signatures mention, directly or by another type. */
async function withTypes(names: Exports, { local, imported, from }: Surroundings): Promise<Exports> {
  const declarationOf = async (word: string): Promise<Exported | null> => {
    const here = local.get(word)
    if (here !== undefined)
      return /^(?:declare )?(?:abstract )?(?:interface|type|enum|const enum|class|namespace) /.test(here)
        ? { signature: here, types: NO_TYPES }
        : null
    const [, source, name] = [...word.matchAll(ELSEWHERE)][0] ?? []
    const other = source ? { source, name: name! } : imported.get(word)
    return other ? ((await from(other.source))?.get(other.name) ?? null) : null
  }
  const full = new Map<string, Exported>()
  for (const [name, one] of names) {
    const types = new Map(one.types)
    const open = [one.signature]
    for (let text = open.pop(); text !== undefined; text = open.pop())
      for (const word of wordsOf(text)) {
        if (types.has(word)) continue
        const declared = await declarationOf(word)
        if (declared === null) continue
        types.set(word, declared.signature)
        for (const [other, text] of declared.types) if (!types.has(other)) types.set(other, text)
        open.push(declared.signature)
      }
    full.set(name, { signature: one.signature, types })
  }
  return full
}

/** Imports from other modules of the same tree. */
function importedNames(body: readonly Node[]): Surroundings['imported'] {
  const found = new Map<string, { readonly source: string; readonly name: string }>()
  for (const statement of body.filter(({ type }) => type === 'ImportDeclaration')) {
    const source = String((statement.source as Node).value)
    if (!source.startsWith('.')) continue
    for (const item of statement.specifiers as readonly Node[]) {
      const name = item.type === 'ImportDefaultSpecifier' ? 'default' : wordOf(item.imported)
      const word = wordOf(item.local)
      if (name !== null && word !== null) found.set(word, { source, name })
    }
  }
  return found
}

/** Declarations of a module, exported or not, including all with the same name. */
function localSignatures(body: readonly Node[], text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const statement of body) {
    const declared = isNode(statement.declaration) ? statement.declaration : statement
    for (const [name, signature] of declaredIn(declared, text)) {
      const before = found.get(name)
      found.set(name, before === undefined ? signature : `${before}; ${signature}`)
    }
  }
  return found
}

function declaredIn(node: Node, text: string): readonly (readonly [string, string])[] {
  if (node.type === 'VariableDeclaration')
    return (node.declarations as readonly Node[]).flatMap(one =>
      namesDeclared(one).map(name => [name, `${node.kind} ${variable(one, text)}`] as const),
    )
  const signature = signatureOf(node, text)
  return signature === null ? [] : namesDeclared(node).map(name => [name, signature] as const)
}

function namesDeclared(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration') return (node.declarations as readonly Node[]).flatMap(namesDeclared)
  if (!isNode(node.id)) return []
  const word = wordOf(node.id)
  if (word !== null) return [word]
  // A destructuring pattern: every name inside.
  const inside = (at: Node): readonly string[] =>
    at.type === 'ObjectProperty'
      ? inside(at.value as Node)
      : at.type === 'Identifier'
        ? [String(at.name)]
        : childrenOf(at).flatMap(inside)
  return inside(node.id)
}

/** The signature of a value: its written type, the parameters of a function, or else its kind. */
function variable(declarator: Node, text: string): string {
  const id = declarator.id as Node
  const init = declarator.init
  if (isNode(id.typeAnnotation) || !isNode(init)) return slice(text, id.start, id.end)
  const name = wordOf(id) ?? ''
  return `${name} = ${isFunction(init) || init.type.startsWith('Class') ? signatureOf(init, text) : init.type}`
}

/** A declaration without its body; null for other statements. */
function signatureOf(node: Node, text: string): string | null {
  if (/^Class(Declaration|Expression)$/.test(node.type)) return classSignature(node, text)
  if (isFunction(node) || node.type === 'TSDeclareFunction') return headOf(node, text)
  if (/^TS(Interface|TypeAlias|Enum|Module)Declaration$/.test(node.type)) return slice(text, node.start, node.end)
  return null
}

const headOf = (node: Node, text: string): string =>
  slice(text, node.start, isNode(node.body) ? node.body.start : node.end).replace(/\s*(=>)?\s*;?$/, '')

function classSignature(node: Node, text: string): string {
  const body = node.body as Node
  const members = (body.body as readonly Node[]).flatMap(member => {
    if (member.accessibility === 'private' || /Private|StaticBlock/.test(member.type)) return []
    const end = isNode(member.body) ? member.body.start : isNode(member.value) ? member.value.start : member.end
    return [slice(text, member.start, end).replace(/\s*=?\s*;?$/, '')]
  })
  return `${slice(text, node.start, body.start)} { ${members.sort().join('; ')} }`
}

/** `exports.name = …` and `module.exports = { … }`. */
function commonExports(
  statement: Node,
  text: string,
  local: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const expression = statement.type === 'ExpressionStatement' ? (statement.expression as Node) : null
  if (expression?.type !== 'AssignmentExpression') return []
  const [target, value] = [wordOf(expression.left), expression.right as Node]
  const signature = (of: Node): string => signatureOf(of, text) ?? local.get(wordOf(of) ?? '') ?? of.type
  const named = /^(?:module\.)?exports\.(\w+)$/.exec(target ?? '')?.[1]
  if (named) return [[named, signature(value)]]
  if (target !== 'module.exports') return []
  if (value.type !== 'ObjectExpression') return [['module.exports', signature(value)]]
  return (value.properties as readonly Node[]).flatMap(property => {
    const name = wordOf(property.key)
    return name === null ? [] : [[name, signature(isNode(property.value) ? property.value : property)] as const]
  })
}

const slice = (text: string, start: number, end: number): string =>
  text
    .slice(start, end)
    .replace(/\s+/g, ' ')
    .replace(/,\s*([)}\]>])/g, '$1')
    .replace(/\s*([(){}[\]<>,;:|&?])\s*/g, '$1')
    .trim()

/** Replaces comments by blanks, to keep positions. */
function withoutComments(text: string, script: NonNullable<Awaited<ReturnType<typeof parseScript>>>): string {
  const plain = text.slice(script.shift)
  let result = ''
  let at = 0
  for (const { start, value } of script.comments) {
    const end = start + value.length + (plain[start + 1] === '*' ? 4 : 2)
    result += plain.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return result + plain.slice(at)
}
