import { obeyedComments, outside, parsePython, type Statement, type Token } from './parse.ts'

/**
 * Whether two Python texts are the same program without the annotations of plain functions and of what they assign, and without
 * documentation. A decorator may read annotations, and the fields of a class may define it: those annotations are code. A name that is
 * newly imported and used in annotations alone belongs to them.
 */
export async function isSameUnannotated(before: string, after: string): Promise<boolean> {
  const [then, now] = [await parsePython(before), await parsePython(after)]
  if (!then || !now || (await obeyedComments(before)) !== (await obeyedComments(after))) return false
  const known = new Set(then.filter(({ kind }) => kind === 'import').map(textOf))
  const rest = now.filter(one => !(one.kind === 'import' && !known.has(textOf(one)) && isForTypes(one, now)))
  return codeOf(then, false) === codeOf(rest, false)
}

const textOf = ({ head }: Statement): string => head.map(({ text }) => text).join(' ')

/** `from collections.abc import Iterable`, of which no other code speaks. */
function isForTypes({ head }: Statement, all: readonly Statement[]): boolean {
  const names = head.slice(head.findIndex(({ text }) => text === 'import') + 1).filter(({ kind }) => kind === 'word')
  const rest = codeOf(
    all.filter(({ kind }) => kind !== 'import'),
    false,
  )
  const used = new Set(rest.match(/[\p{L}_][\p{L}\d_]*/gu))
  return head[0]!.text === 'from' && head[1]!.text !== '.' && !names.some(({ text }) => used.has(text))
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

const codeOf = (statements: readonly Statement[], types: boolean, isInside = false): string =>
  statements
    .filter(one => !isDocumentation(one) && (types || !isTypingImport(one)))
    .map(({ kind, head, block }) => {
      const isPlain = kind === 'def' && head[0]!.text !== '@'
      const isValue = kind === 'assignment' && isInside
      const said = types ? head : isPlain ? withoutSignatureTypes(head) : isValue ? withoutValueType(head) : head
      const inside =
        block.length > 0 ? `{${codeOf(block, types, kind === 'def' || (isInside && kind !== 'class'))}}` : ''
      return `${said.map(token => token.text).join(' ')}\n${inside}`
    })
    .join('')

/** `self.items: list[str] = []` as `self.items = []`; in a function nothing evaluates or keeps the type. */
function withoutValueType(line: readonly Token[]): readonly Token[] {
  const top = outside(line)
  const colon = top.find(at => line[at]!.text === ':')
  const equals = top.find(at => line[at]!.text === '=')
  return colon === undefined || equals === undefined || equals < colon
    ? line
    : [...line.slice(0, colon), ...line.slice(equals)]
}

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
