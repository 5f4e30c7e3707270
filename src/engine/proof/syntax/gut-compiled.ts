import { applyEdits, type Edit, type Emptied } from './edits.ts'
import { changedFunctions, type FoundFunction, itemsIn } from './tree/functions.ts'
import { type TreeLanguage, treeLanguageOf } from './tree/languages.ts'
import { normalForm, type ReadText, readParts, readWhole } from './tree/read.ts'
import { childIn, leavesOf, outermost, type TreeNode } from './tree/tree.ts'

/** The text that replaces a function from a place on; null where no empty value of its type is known. */
type Empty = (read: ReadText, found: FoundFunction) => { readonly start: number; readonly text: string } | null

/** Empties the added and changed functions of a compiled language: they compile, and return an empty value of their type. */
export async function gutCompiled(before: string | null, after: string, path: string): Promise<Emptied> {
  // Macros of C may be more than its grammar knows: functions without them can still be emptied.
  const reader = treeLanguageOf(path)?.hasMacros ? readParts : readWhole
  const now = await reader(after, path)
  if (!now) return { is: 'unknown', why: `The text of ${path} cannot be read.` }
  const then = before === null ? null : await reader(before, path)
  if (then && normalForm(then, then.root) === normalForm(now, now.root)) return { is: 'nothing' }
  const empty = EMPTY[now.row.empty!]
  const edits = changedFunctions(then, now).flatMap((found): readonly Edit[] => {
    const emptied = found.isTest || found.name === 'main' ? null : empty(now, found)
    return emptied ? [{ ...emptied, end: found.node.end, name: found.name }] : []
  })
  if (edits.length === 0) return { is: 'bare' }
  const unused = await unusedImports(now, path, edits)
  return { is: 'edits', edits: [...unused, ...edits].sort((one, other) => one.start - other.start) }
}

/** Only some of these edits, and the imports that nothing needs with them. */
export async function compilable(text: string, path: string, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const now = path.endsWith('.go') ? await readParts(text, path) : null
  return now ? [...(await unusedImports(now, path, edits)), ...edits] : edits
}

const textOf = ({ text }: ReadText, node: TreeNode): string => text.slice(node.start, node.end)

/** Results get names, so that a bare return gives zero values. */
const emptyGo: Empty = (read, { node, body }) => {
  const result = childIn(node, 'result')
  const start = childIn(node, 'parameters')!.end
  if (!result) return { start, text: ' {}' }
  const parts = result.children.filter(({ type }) => type === 'parameter_declaration')
  const isList = result.type === 'parameter_list'
  const named = isList && parts.some(part => childIn(part, 'name'))
  const types = isList ? parts.map(part => textOf(read, part)) : [read.text.slice(result.start, body.start).trim()]
  const results = named ? textOf(read, result) : `(${types.map(type => `_ ${type}`).join(', ')})`
  return { start, text: ` ${results} { return }` }
}

const emptyRust: Empty = (read, { node, body }) => {
  const type = childIn(node, 'return_type')
  // Any type with this trait would do, and none is known that has it.
  if (type && outermost(type, one => one.type === 'abstract_type').length > 0) return null
  return { start: body.start, text: `{ ${type ? emptyRustValue(read, type) : ''} }` }
}

/** For a type without an empty value, code that always compiles and ends in an error. */
const NO_VALUE = 'unimplemented!()'

function emptyRustValue(read: ReadText, type: TreeNode): string {
  const said = textOf(read, type)
  const inner = () => childIn(type, 'type_arguments')?.children.find(({ named }) => named)
  switch (type.type) {
    case 'unit_type':
      return ''
    case 'primitive_type':
      return said === 'bool' ? 'false' : said === 'char' ? "' '" : said.startsWith('f') ? '0.0' : '0'
    case 'reference_type':
      return /\bstr$/.test(said) ? '""' : said.endsWith(']') && !said.includes('mut ') ? '&[]' : NO_VALUE
    case 'tuple_type':
      return `(${type.children
        .filter(({ named }) => named)
        .map(part => `${emptyRustValue(read, part) || '()'},`)
        .join(' ')})`
    case 'generic_type': {
      const name = textOf(read, childIn(type, 'type')!)
      const of = inner()
      if (name === 'Option') return 'None'
      if (name === 'Result' && of) return `Ok(${emptyRustValue(read, of) || '()'})`
      if (name === 'Box' && of) return of.type === 'dynamic_type' ? NO_VALUE : `Box::new(${emptyRustValue(read, of)})`
      return 'Default::default()'
    }
    case 'type_identifier':
      return lacksDefault(read, said) ? NO_VALUE : 'Default::default()'
    case 'scoped_type_identifier':
      return 'Default::default()'
    default:
      return NO_VALUE
  }
}

/** Types of this file for which nobody wrote or derived a default, and `Self`, which may be one. */
function lacksDefault(read: ReadText, name: string): boolean {
  if (name === 'Self') return true
  const own = itemsIn(read, read.root).filter(({ node }) => named(read, node, 'name') === name)
  const isWritten = outermost(read.root, ({ type }) => type === 'impl_item').some(
    node => named(read, node, 'trait') === 'Default' && named(read, node, 'type') === name,
  )
  const isDerived = own.some(({ attributes }) => attributes.some(one => textOf(read, one).includes('Default')))
  return own.length > 0 && !isWritten && !isDerived
}

function named(read: ReadText, node: TreeNode, field: string): string | null {
  const part = childIn(node, field)
  return part && textOf(read, part)
}

const emptyC: Empty = (read, { node, body }) => {
  const text = emptyBlock(read, node)
  return text === null || textOf(read, body) === text ? null : { start: body.start, text }
}

function emptyBlock(read: ReadText, node: TreeNode): string | null {
  const type = childIn(node, 'type')
  const declarator = childIn(node, 'declarator')!
  const trailing = outermost(declarator, one => one.type === 'trailing_return_type').length > 0
  // A conversion has its type in its name; a constructor or destructor has none.
  if (!type) return textOf(read, declarator).includes('operator') ? '{ return {}; }' : '{}'
  const said = textOf(read, type)
  if (declarator.type === 'reference_declarator') return reference(read, node, said)
  if (said === 'void' && declarator.type !== 'pointer_declarator') return '{}'
  if (type.type === 'placeholder_type_specifier' || type.type === 'decltype') return trailing ? '{ return {}; }' : null
  return '{ return {}; }'
}

/** A reference needs something to refer to: a value of the library with an empty form. */
function reference(read: ReadText, node: TreeNode, type: string): string | null {
  if (!/^(std::\w+|bool|char|int|long|float|double)\b/.test(type)) return null
  const isConstant = node.children.some(child => child.type === 'type_qualifier' && textOf(read, child) === 'const')
  return `{ static ${isConstant ? 'const ' : ''}${type} empty{}; return empty; }`
}

/** C has no empty braces as a value, and structures are returned by value. */
const emptyPlainC: Empty = (read, found) => {
  const emptied = emptyC(read, found)
  if (emptied?.text !== '{ return {}; }') return emptied
  const type = childIn(found.node, 'type')!
  const isNumber = /^(primitive_type|sized_type_specifier|enum_specifier)$/.test(type.type)
  const isPointer = childIn(found.node, 'declarator')!.type === 'pointer_declarator'
  const text = isNumber || isPointer ? '{ return 0; }' : `{ static ${textOf(read, type)} empty; return empty; }`
  return { ...emptied, text }
}

const EMPTY: Readonly<Record<NonNullable<TreeLanguage['empty']>, Empty>> = {
  go: emptyGo,
  rust: emptyRust,
  cpp: emptyC,
  c: emptyPlainC,
}

/** Imports that only the emptied functions used: the Go compiler rejects unused imports. */
async function unusedImports(now: ReadText, path: string, edits: readonly Edit[]): Promise<readonly Edit[]> {
  if (!path.endsWith('.go')) return []
  const left = await readParts(applyEdits(now.text, edits), path)
  const [then, used] = [packagesIn(now), left ? packagesIn(left) : new Set<string>()]
  return outermost(now.root, ({ type }) => type === 'import_spec').flatMap(spec => {
    const named = childIn(spec, 'name')
    const name = named ? textOf(now, named) : packageName(textOf(now, childIn(spec, 'path')!).slice(1, -1))
    if (!then.has(name) || used.has(name)) return []
    return [{ start: spec.start, end: childIn(spec, 'path')!.start, text: '_ ', name }]
  })
}

/** Names before a dot. */
function packagesIn(read: ReadText): ReadonlySet<string> {
  const leaves = leavesOf(read.root)
  return new Set(leaves.filter((_, at) => leaves[at + 1]?.type === '.').map(leaf => textOf(read, leaf)))
}

/** The usual name of a package: the last part of its path, without a version. */
const packageName = (path: string): string =>
  (
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/g, '')
    .replace(/\W/g, '_')
