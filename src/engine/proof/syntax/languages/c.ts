import { globMatcher } from '../../../../core/text/glob.ts'
import { endings } from '../../../../core/text/paths.ts'
import { type Empty, nodeText, type ReadText, type TreeLanguage } from '../tree/language-row.ts'
import { childIn, outermost, type TreeNode } from '../tree/node.ts'

const emptyC: Empty = (read, { node, body }) => {
  const text = emptyBlock(read, node)
  return text === null || nodeText(read, body) === text ? null : { start: body.start, text }
}

function emptyBlock(read: ReadText, node: TreeNode): string | null {
  const type = childIn(node, 'type')
  const declarator = childIn(node, 'declarator')!
  const trailing = outermost(declarator, one => one.type === 'trailing_return_type').length > 0
  // A conversion has its type in its name; a constructor or destructor has none.
  if (!type) return nodeText(read, declarator).includes('operator') ? '{ return {}; }' : '{}'
  const said = nodeText(read, type)
  if (declarator.type === 'reference_declarator') return reference(read, node, said)
  if (said === 'void' && declarator.type !== 'pointer_declarator') return '{}'
  if (type.type === 'placeholder_type_specifier' || type.type === 'decltype') return trailing ? '{ return {}; }' : null
  return '{ return {}; }'
}

/** A reference needs something to refer to: a value of the library with an empty form. */
function reference(read: ReadText, node: TreeNode, type: string): string | null {
  if (!/^(std::\w+|bool|char|int|long|float|double)\b/.test(type)) return null
  const isConstant = node.children.some(child => child.type === 'type_qualifier' && nodeText(read, child) === 'const')
  return `{ static ${isConstant ? 'const ' : ''}${type} empty{}; return empty; }`
}

/** C has no empty braces as a value, and structures are returned by value. */
const emptyPlainC: Empty = (read, found) => {
  const emptied = emptyC(read, found)
  if (emptied?.text !== '{ return {}; }') return emptied
  const type = childIn(found.node, 'type')!
  const isNumber = ['primitive_type', 'sized_type_specifier', 'enum_specifier'].includes(type.type)
  const isPointer = childIn(found.node, 'declarator')!.type === 'pointer_declarator'
  const text = isNumber || isPointer ? '{ return 0; }' : `{ static ${nodeText(read, type)} empty; return empty; }`
  return { ...emptied, text }
}

const C = {
  language: 'c',
  grammar: 'cpp',
  comments: new Set(['comment']),
  obeyed: /\b(NOLINT|clang-format|IWYU|cppcheck|coverity|LCOV|GCOV)|\bfall(s|ing)?[ -]?thr/i,
  strings: new Set(['string_literal', 'raw_string_literal', 'char_literal']),
  functions: new Set(['function_definition']),
  nothing: ';',
  hasMacros: true,
  isTestFile: globMatcher(['**/*[_-]test{,s}.{cc,cpp,cxx,c}', '**/test_?*.{cc,cpp,cxx,c,h,hpp}']),
  lines: 'c-like',
  isCompiled: true,
} as const

/** Its structures have no empty braces as a value, so it comes before C++, which would take its files as well. */
export const PLAIN_C: TreeLanguage = { ...C, endings: endings('c'), empty: emptyPlainC }

export const CPP: TreeLanguage = { ...C, endings: endings('cc cpp cxx h hh hpp hxx'), empty: emptyC }
