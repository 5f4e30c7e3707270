import { globMatcher } from '../../../../core/text/glob.ts'
import { endings } from '../../../../core/text/paths.ts'
import { type Empty, nodeText, type ReadText, type TreeLanguage } from '../tree/language-row.ts'
import { childIn, itemsIn, outermost, type TreeNode } from '../tree/node.ts'

const emptyRust: Empty = (read, { node, body }) => {
  const type = childIn(node, 'return_type')
  // Any type with this trait would do, and none is known that has it.
  if (type && outermost(type, one => one.type === 'abstract_type').length > 0) return null
  return { start: body.start, text: `{ ${type ? emptyRustValue(read, type) : ''} }` }
}

/** For a type without an empty value, code that always compiles and ends in an error. */
const NO_VALUE = 'unimplemented!()'

function emptyRustValue(read: ReadText, type: TreeNode): string {
  const said = nodeText(read, type)
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
      const name = lastName(nodeText(read, childIn(type, 'type')!))
      const of = inner()
      if (name === 'Option') return 'None'
      if (name === 'Result' && of) return `Ok(${emptyRustValue(read, of) || '()'})`
      if (name === 'Box' && of) return of.type === 'dynamic_type' ? NO_VALUE : `Box::new(${emptyRustValue(read, of)})`
      return 'Default::default()'
    }
    case 'type_identifier':
    case 'scoped_type_identifier':
      // Without arguments it is the alias of a module, such as `fmt::Result`.
      if (lastName(said) === 'Result') return 'Ok(Default::default())'
      return lacksDefault(read, said) ? NO_VALUE : 'Default::default()'
    default:
      return NO_VALUE
  }
}

/** `io::Result` is known by its last part. */
const lastName = (path: string): string => path.slice(path.lastIndexOf(':') + 1)

/** Types of this file for which nobody wrote or derived a default, and `Self`, which may be one. */
function lacksDefault(read: ReadText, name: string): boolean {
  if (name === 'Self') return true
  const own = itemsIn(read, read.root).filter(({ node }) => named(read, node, 'name') === name)
  const isWritten = outermost(read.root, ({ type }) => type === 'impl_item').some(
    node => named(read, node, 'trait') === 'Default' && named(read, node, 'type') === name,
  )
  const isDerived = own.some(({ attributes }) => attributes.some(one => nodeText(read, one).includes('Default')))
  return own.length > 0 && !isWritten && !isDerived
}

function named(read: ReadText, node: TreeNode, field: string): string | null {
  const part = childIn(node, field)
  return part && nodeText(read, part)
}

export const RUST: TreeLanguage = {
  language: 'rust',
  grammar: 'rust',
  endings: endings('rs'),
  comments: new Set(['line_comment', 'block_comment']),
  // Examples in documentation are tests.
  obeyed: /^\/(\/[/!]|\*[*!])[\s\S]*```/,
  strings: new Set(['string_literal', 'raw_string_literal', 'char_literal']),
  functions: new Set(['function_item']),
  nothing: ';',
  isTestFile: globMatcher(['**/*[_-]test{,s}.rs']),
  lines: 'c-like',
  isCompiled: true,
  empty: emptyRust,
  panics: `{ ${NO_VALUE} }`,
  passes: node => node.type === 'use_declaration' || (node.type === 'mod_item' && childIn(node, 'body') === null),
}
