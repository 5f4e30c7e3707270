import { endingOf, withoutEnding } from '../../../../core/text/paths.ts'
import type { Edit } from '../../syntax/edits.ts'
import { childrenOf, isNode, type Node, parseScript, wordOf } from '../../syntax/javascript/parse.ts'
import { type Dictionary, editAt, nameNow, outsideOf, placeNow, restringed, saidIn, wordEdits } from '../dictionary.ts'
import { saidLike, scriptFile } from '../module-paths.ts'
import type { CodeToken } from './code-tokens.ts'

/** The path of a script on the base and in the translated form. */
interface Place {
  readonly from: string
  readonly to: string
}

/** The edits of a script of the base for the new paths and names. */
export async function scriptEdits(
  text: string,
  place: Place,
  { tokens, dictionary }: { readonly tokens: readonly CodeToken[]; readonly dictionary: Dictionary },
): Promise<readonly Edit[]> {
  const script = await parseScript(text, place.from)
  const imports = script ? importsOf(script.program) : []
  const shift = script?.shift ?? 0
  const asked = imports.flatMap(one => {
    const file = one.said.startsWith('.') ? scriptFile(one.said, place.from, dictionary.files) : null
    return file === null ? [] : [{ ...one, file }]
  })
  const whole = asked.flatMap(one => {
    const rewritten = fromWhereTheyAre(one, place, dictionary)
    return rewritten === null ? [] : [editAt({ start: one.start + shift, end: one.end + shift }, rewritten)]
  })
  return outsideOf(whole, [
    ...tokens.flatMap(token => pathEdit(token, place, dictionary)),
    ...wordEdits(tokens, dictionary),
    ...memberEdits(tokens, asked, dictionary),
  ])
}

/** A string that names a file: relative to this one, from the root of the project, or with an alias for a folder. */
function pathEdit(token: CodeToken, { from, to }: Place, dictionary: Dictionary): readonly Edit[] {
  const said = saidIn(token)
  if (said === null || said === '') return []
  const { moves } = dictionary.translation
  if (/^\.\.?(?:\/|$)/.test(said)) {
    const file = scriptFile(said, from, dictionary.files)
    if (file === null) return []
    const place = placeNow(dictionary, file)
    return place === file && from === to ? [] : [restringed(token, saidLike(said, file, { from: to, to: place }))]
  }
  const exact = moves.find(move => move.from === said)
  if (exact) return [restringed(token, exact.to)]
  const [, alias, below] = /^([@~#][\w-]*\/)(.+)$/.exec(said) ?? []
  if (alias === undefined) return []
  const move = moves.find(one => withoutEnding(one.from).endsWith(`/${withoutEnding(below!)}`))
  if (!move) return []
  const root = withoutEnding(move.from).slice(0, -withoutEnding(below!).length)
  if (!move.to.startsWith(root)) return []
  const place = move.to.slice(root.length)
  return [restringed(token, `${alias}${endingOf(below!) !== '' ? place : withoutEnding(place)}`)]
}

/** `words.old`, if `words` is a whole module and `old` has other meanings elsewhere. */
function memberEdits(tokens: readonly CodeToken[], asked: readonly Asked[], dictionary: Dictionary): readonly Edit[] {
  const modules = new Map(asked.flatMap(({ module, file }) => (module === null ? [] : [[module, file] as const])))
  return tokens.flatMap((token, at) => {
    const file =
      token.kind === 'word' && tokens[at - 1]?.text === '.' ? modules.get(tokens[at - 2]?.text ?? '') : undefined
    const now = file === undefined ? null : nameNow(dictionary, file, token.text)
    return now && now.name !== token.text && !now.exclusive ? [editAt(token, now.name)] : []
  })
}

/** One name that is imported from a module. */
interface Wanted {
  readonly name: string
  readonly local: string
  /** `type ` for an import of a type only. */
  readonly mark: string
}

/** An import from another module, and its code. */
export interface Taken {
  readonly is: 'import' | 'export' | 'require'
  readonly said: string
  readonly start: number
  readonly end: number
  readonly wanted: readonly Wanted[]
  /** The local name of the whole module, which stays the same. */
  readonly module: string | null
  readonly head: string
  /** `require(…)`, with a gap for its specifier. */
  readonly call: string
}

type Asked = Taken & { readonly file: string }

/** Imports of the same names from their new files; null if only the specifier changes. */
function fromWhereTheyAre(one: Asked, { to }: Place, dictionary: Dictionary): string | null {
  const home = placeNow(dictionary, one.file)
  const found = one.wanted.map(wanted => ({ wanted, now: nameNow(dictionary, one.file, wanted.name) }))
  const isPlain = found.every(
    ({ wanted, now }) => now && now.file === home && (now.name === wanted.name || now.exclusive),
  )
  if (isPlain || found.length === 0) return null
  const files = [...new Set([home, ...found.flatMap(({ now }) => (now ? [now.file] : []))])]
  const lines = files.flatMap(file => {
    const names = found.flatMap(({ wanted, now }) => (now?.file === file ? [{ wanted, now }] : []))
    const head = file === home ? one.head : ''
    if (names.length === 0 && (head === '' || dictionary.translation.goneFiles.includes(file))) return []
    const spec = JSON.stringify(saidLike(one.said, one.file, { from: to, to: file }))
    const list = names.map(({ wanted, now }) => clause(one.is, wanted, now)).join(', ')
    if (one.is === 'require') return list === '' ? [] : [`{ ${list} } = ${one.call.replace('\0', spec)}`]
    if (one.is === 'export') return [`export { ${list} } from ${spec}`]
    // A namespace and single names need two imports.
    return [...(head ? [`import ${head} from ${spec}`] : []), ...(list ? [`import { ${list} } from ${spec}`] : [])]
  })
  return one.is === 'require' ? lines.join(', ') || '{} = {}' : lines.join('; ')
}

function clause(
  is: Taken['is'],
  { name, local, mark }: Wanted,
  now: { readonly name: string; readonly exclusive: boolean },
): string {
  const here = now.exclusive && local === name ? now.name : local
  return `${mark}${now.name === here ? here : is === 'require' ? `${now.name}: ${here}` : `${now.name} as ${here}`}`
}

/** All imports of a script. */
export async function takenBy(text: string, path: string): Promise<readonly Taken[]> {
  const script = await parseScript(text, path)
  return script ? importsOf(script.program) : []
}

function importsOf(node: Node): readonly Taken[] {
  if (node.type === 'ImportDeclaration') return [importTaken(node)]
  if (node.type === 'ExportNamedDeclaration' && isNode(node.source))
    return [{ ...NOTHING_TAKEN, is: 'export', ...spanOf(node), wanted: wantedIn(node, 'local', 'exported') }]
  const required = node.type === 'VariableDeclarator' ? requireTaken(node) : null
  return [...(required ? [required] : []), ...childrenOf(node).flatMap(importsOf)]
}

const NOTHING_TAKEN = { module: null, head: '', call: '' } as const

const spanOf = (node: Node) => ({ said: String((node.source as Node).value), start: node.start, end: node.end })

function wantedIn(node: Node, outside: 'imported' | 'local', inside: 'local' | 'exported'): readonly Wanted[] {
  return (node.specifiers as readonly Node[]).flatMap(item => {
    const [name, local] = [wordOf(item[outside]), wordOf(item[inside])]
    if (name === null || local === null) return []
    return [{ name, local, mark: item.importKind === 'type' ? 'type ' : '' }]
  })
}

function importTaken(node: Node): Taken {
  const items = node.specifiers as readonly Node[]
  const first = items.find(({ type }) => type === 'ImportDefaultSpecifier')
  const space = items.find(({ type }) => type === 'ImportNamespaceSpecifier')
  const wanted = [
    ...(first ? [{ name: 'default', local: wordOf(first.local)!, mark: '' }] : []),
    ...wantedIn(node, 'imported', 'local'),
  ]
  return {
    is: 'import',
    ...spanOf(node),
    wanted: wanted.map(one => (node.importKind === 'type' ? { ...one, mark: 'type ' } : one)),
    module: (space && wordOf(space.local)) ?? null,
    head: space ? `* as ${wordOf(space.local)}` : '',
    call: '',
  }
}

/** `{ a, b } = require('./c.js')`, also with an awaited import. */
function requireTaken(node: Node): Taken | null {
  const init = isNode(node.init) ? node.init : null
  const call = init?.type === 'AwaitExpression' ? (init.argument as Node) : init
  const isImport = call?.type === 'ImportExpression'
  const isRequire = call?.type === 'CallExpression' && wordOf(call.callee) === 'require'
  const [first] = isRequire ? (call.arguments as readonly unknown[]) : []
  const source = isImport ? call.source : first
  if (!isNode(source) || source.type !== 'StringLiteral') return null
  const target = node.id as Node
  const form = isImport ? 'await import(\0)' : 'require(\0)'
  const taken = {
    is: 'require',
    said: String(source.value),
    start: node.start,
    end: node.end,
    head: '',
    call: form,
  } as const
  if (target.type === 'Identifier') return { ...taken, wanted: [], module: wordOf(target) }
  if (target.type !== 'ObjectPattern') return null
  const wanted = (target.properties as readonly Node[]).flatMap(one => {
    const [name, local] = [wordOf(one.key), wordOf(one.value)]
    return name === null || local === null ? [] : [{ name, local, mark: '' }]
  })
  return wanted.length === (target.properties as readonly Node[]).length ? { ...taken, wanted, module: null } : null
}
