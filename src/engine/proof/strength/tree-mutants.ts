/** Mutants of Python, Go, Rust and C, on the syntax trees of their grammars. */
import type { ReadText } from '../syntax/tree/language-row.ts'
import { treeLanguageOf } from '../syntax/tree/languages.ts'
import { childIn, type TreeNode } from '../syntax/tree/node.ts'
import { readParts, readWhole } from '../syntax/tree/read.ts'
import type { Mutation } from './mutant.ts'
import { OTHER_OPERATORS } from './other-operators.ts'

/** Every mutant of a text; none if it cannot be read. */
export async function treeMutations(text: string, path: string): Promise<readonly Mutation[]> {
  const row = treeLanguageOf(path)
  if (!row) return []
  const read = await (row.hasMacros ? readParts : readWhole)(text, path)
  return read ? [...inside(read, read.root)] : []
}

const OPERATIONS = new Set(['binary_expression', 'binary_operator', 'comparison_operator', 'boolean_operator'])
const BRANCHES = new Set(['if_statement', 'if_expression', 'elif_clause'])
const CALLS = new Set(['call', 'call_expression'])
const TRUTHS: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' }

function* inside(read: ReadText, node: TreeNode): Generator<Mutation> {
  const { type, children } = node
  if (read.row.strings.has(type) || read.row.comments.has(type) || type === 'raise_statement' || type === 'ERROR')
    return
  const said = textOf(read, node)
  if (children.length === 0) yield* ofLeaf(node, said)
  if (OPERATIONS.has(type))
    for (const child of children) yield* becomes(read, child, OTHER_OPERATORS[child.named ? '' : textOf(read, child)])
  if (BRANCHES.has(type)) yield* ofCondition(read, childIn(node, 'condition'))
  if (type === 'expression_statement' && CALLS.has(children[0]?.type ?? ''))
    yield { start: node.start, end: node.end, text: read.row.nothing, was: said, now: '' }
  for (const child of children) yield* inside(read, child)
}

function* ofLeaf({ start, end }: TreeNode, was: string): Generator<Mutation> {
  const isNumber = was[0] !== undefined && was[0] >= '0' && was[0] <= '9'
  const now = isNumber ? `(${was} + 1)` : TRUTHS[was]
  if (now !== undefined) yield { start, end, text: now, was, now }
}

function* ofCondition(read: ReadText, condition: TreeNode | null): Generator<Mutation> {
  if (!condition || condition.type.startsWith('let_')) return
  const said = textOf(read, condition)
  const isPython = read.row.language === 'python'
  const [negated, never] = isPython ? [`not (${said})`, 'False'] : [`!(${said})`, 'false']
  // In C the brackets belong to the condition.
  const isBracketed = read.row.language === 'c'
  for (const now of [negated, never]) yield* becomes(read, condition, isBracketed ? `(${now})` : now)
}

function* becomes(read: ReadText, node: TreeNode, now: string | undefined): Generator<Mutation> {
  if (now !== undefined) yield { start: node.start, end: node.end, text: now, was: textOf(read, node), now }
}

const textOf = ({ text }: ReadText, { start, end }: TreeNode): string => text.slice(start, end)
