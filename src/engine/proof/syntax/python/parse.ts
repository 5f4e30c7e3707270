import { leavesOf, type TreeNode } from '../tree/node.ts'
import { readWhole } from '../tree/read.ts'

/** A token of Python source. Indentation is a token of its own, so that its width does not matter. */
export interface Token {
  readonly kind: 'word' | 'string' | 'operator' | 'newline' | 'indent' | 'dedent'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A statement of Python with the block below it. */
export interface Statement {
  readonly kind: 'def' | 'class' | 'assignment' | 'import' | 'other'
  /** The name of a function or class, the target of an assignment, the first word of anything else. */
  readonly name: string
  /** The statement without its block; decorators come first. */
  readonly head: readonly Token[]
  readonly block: readonly Statement[]
  readonly start: number
  readonly end: number
}

/** The statements of a module; null if the text is not Python. */
export async function parsePython(text: string): Promise<readonly Statement[] | null> {
  const read = await readWhole(text, 'a.py')
  return read && isIndented(read.root, text) ? read.root.children.flatMap(node => statementsOf(node, text)) : null
}

/** The tokens of a module, statement by statement; null if the text is not Python. */
export async function pythonTokens(text: string): Promise<readonly Token[] | null> {
  const statements = await parsePython(text)
  return statements && tokensOf(statements)
}

/** The comments of a module that tools obey, in order. */
export async function obeyedComments(text: string): Promise<string> {
  const read = await readWhole(text, 'a.py')
  if (!read) return ''
  const said = leavesOf(read.root).map(({ start, end }) => text.slice(start, end).trim())
  return said.filter(words => words.startsWith('#') && read.row.obeyed.test(words)).join('\n')
}

/** The grammar is content with any indentation; Python wants the same one for all statements of a block. */
function isIndented(node: TreeNode, text: string): boolean {
  const statements = node.type === 'module' || node.type === 'block' ? node.children.filter(isCode) : []
  const indents = statements.flatMap(({ start }) => indentAt(text, start) ?? [])
  const wanted = node.type === 'module' ? '' : indents[0]
  return indents.every(indent => indent === wanted) && node.children.every(child => isIndented(child, text))
}

/** The space before a statement; null for one that does not begin its line. */
function indentAt(text: string, at: number): string | null {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return before.trim() === '' ? before.replace(/.*[\f\r\uFEFF]/, '') : null
}

const isCode = ({ named, type }: TreeNode): boolean => named && type !== 'comment' && type !== 'line_continuation'

function tokensOf(statements: readonly Statement[]): readonly Token[] {
  return statements.flatMap(({ head, block }) => {
    const at = head.at(-1)!.end
    const mark = (kind: Token['kind'], start = at) => ({ kind, text: '', start, end: start + 1 })
    if (block.length === 0) return [...head, mark('newline')]
    return [...head, mark('newline'), mark('indent'), ...tokensOf(block), mark('dedent', block.at(-1)!.end)]
  })
}

/** A statement, and those of its clauses: `else` is one of its own. */
function statementsOf(node: TreeNode, text: string): readonly Statement[] {
  const parts = node.type === 'decorated_definition' ? node.children.flatMap(partsOf) : node.children
  if (parts.length === 0) return leafStatement(node, text)
  const found: Statement[] = []
  let head: TreeNode[] = []
  for (const part of parts) {
    if (part.type === 'block') {
      found.push(
        ...made(
          node,
          head,
          part.children.flatMap(child => statementsOf(child, text)),
          text,
        ),
      )
      head = []
    } else if (part.children.some(({ type }) => type === 'block')) found.push(...statementsOf(part, text))
    else head.push(part)
  }
  return [...found, ...made(node, head, [], text)]
}

const partsOf = (node: TreeNode): readonly TreeNode[] => (node.field === 'definition' ? node.children : [node])

const leafStatement = (node: TreeNode, text: string): readonly Statement[] =>
  isCode(node) ? made(node, [node], [], text) : []

function made(
  node: TreeNode,
  nodes: readonly TreeNode[],
  block: readonly Statement[],
  text: string,
): readonly Statement[] {
  const head = nodes.flatMap(part => wordsOf(part, text))
  const [first] = head
  if (!first) return block
  return [{ ...kindOf(node, head, text), head, block, start: first.start, end: (block.at(-1) ?? head.at(-1)!).end }]
}

function kindOf(node: TreeNode, head: readonly Token[], text: string): Pick<Statement, 'kind' | 'name'> {
  const defined = node.children.find(({ field }) => field === 'definition') ?? node
  const named = defined.children.find(({ field }) => field === 'name')
  const name = named ? text.slice(named.start, named.end) : head[0]!.text
  if (defined.type === 'function_definition') return { kind: 'def', name }
  if (defined.type === 'class_definition') return { kind: 'class', name }
  if (/^(future_)?import_/.test(node.type)) return { kind: 'import', name: head[0]!.text }
  const [assigned] = node.type === 'expression_statement' ? node.children : []
  if (assigned?.type !== 'assignment' || !assigned.children.some(({ field }) => field === 'right'))
    return { kind: 'other', name: head[0]!.text }
  const target = wordsOf(assigned.children[0]!, text)
  return { kind: 'assignment', name: target.map(token => token.text).join('') }
}

function wordsOf(node: TreeNode, text: string): readonly Token[] {
  const { type, start, end, children } = node
  if (node.named && !isCode(node)) return []
  const isString = type === 'string'
  if (children.length > 0 && !isString) return children.flatMap(child => wordsOf(child, text))
  const said = text.slice(start, end)
  if (said.trim() === '') return []
  const kind = isString ? 'string' : /^[\p{ID_Start}_\d]|^\.\d/u.test(said) ? 'word' : 'operator'
  return [{ kind, text: said, start, end }]
}

/** The positions in a line outside of all brackets. */
export function outside(line: readonly Token[]): readonly number[] {
  let depth = 0
  return line.flatMap((token, at) => {
    if (token.kind === 'operator' && ')]}'.includes(token.text)) depth--
    const here = depth === 0 && token.kind === 'operator' ? [at] : []
    if (token.kind === 'operator' && '([{'.includes(token.text)) depth++
    return here
  })
}
