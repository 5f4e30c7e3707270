import { obeyedComments, parsePython, type Statement, type Token } from './parse.ts'

/**
 * Whether two Python texts are the same program without the annotations of plain functions and without documentation. A
 * decorator may read annotations, and the fields of a class may define it: those annotations are code.
 */
export async function isSameUnannotated(before: string, after: string): Promise<boolean> {
  const then = await pythonProgram(before, { types: false })
  return then !== null && then === (await pythonProgram(after, { types: false }))
}

/** Whether only annotations and perhaps documentation differ, but not documentation alone. */
export async function differsInAnnotations(before: string, after: string): Promise<boolean> {
  if (!(await isSameUnannotated(before, after))) return false
  return (await pythonProgram(before, { types: true })) !== (await pythonProgram(after, { types: true }))
}

/** The code of a module without documentation, and perhaps without the annotations of plain functions; null for no Python. */
export async function pythonProgram(text: string, keeps: { readonly types: boolean }): Promise<string | null> {
  const statements = await parsePython(text)
  return statements && `${await obeyedComments(text)}\n${codeOf(statements, keeps.types)}`
}

const codeOf = (statements: readonly Statement[], types: boolean): string =>
  statements
    .filter(one => !isDocumentation(one) && (types || !isTypingImport(one)))
    .map(({ kind, head, block }) => {
      const isPlain = kind === 'def' && head[0]!.text !== '@'
      const said = isPlain && !types ? withoutSignatureTypes(head) : head
      return `${said.map(token => token.text).join(' ')}\n${block.length > 0 ? `{${codeOf(block, types)}}` : ''}`
    })
    .join('')

const isDocumentation = ({ head, block }: Statement): boolean =>
  block.length === 0 && head.length === 1 && head[0]!.kind === 'string'

/** `from typing import …`, and the import that stops the evaluation of annotations. */
const isTypingImport = ({ head: [first, second] }: Statement): boolean =>
  first?.text === 'from' && (second?.text === 'typing' || second?.text === '__future__')

/** `def f(a: int = 1) -> str:` as `def f(a = 1):`. */
function withoutSignatureTypes(line: readonly Token[]): readonly Token[] {
  const kept: Token[] = []
  let depth = 0
  let place: 'code' | 'type' | 'default' | 'body' = 'code'
  for (const token of line) {
    const { text } = token
    if (place !== 'body' && depth === 1 && (text === ',' || text === ')')) place = 'code'
    else if (place !== 'body' && depth === 1 && text === '=') place = 'default'
    else if (place === 'code' && ((depth === 1 && text === ':') || (depth === 0 && text === '->'))) place = 'type'
    else if (depth === 0 && text === ':') place = 'body'
    if ('([{'.includes(text)) depth++
    if (')]}'.includes(text)) depth--
    if (place !== 'type') kept.push(token)
  }
  return kept
}
