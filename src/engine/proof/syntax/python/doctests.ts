import { applyEdits, type Edit } from '../edits.ts'
import { parsePython, type Statement } from './parse.ts'

/** Whether a Python docstring contains examples that run as tests. */
export const holdsExamples = ({ head, block }: Pick<Statement, 'head' | 'block'>): boolean =>
  block.length === 0 && head.length === 1 && head[0]!.kind === 'string' && head[0]!.text.includes('>>>')

interface Place {
  /** The start of the body of a function or class, and its documentation if it has any. */
  readonly body: number
  readonly text: string | null
  readonly end: number
}

function placesIn(statements: readonly Statement[], above: string): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>()
  for (const { kind, name, block } of statements) {
    const first = block[0]
    if ((kind !== 'def' && kind !== 'class') || !first) continue
    const [token] = first.head
    const isText = first.head.length === 1 && token?.kind === 'string'
    found.set(`${above}${name}`, {
      body: token?.start ?? first.start,
      text: isText ? token.text : null,
      end: isText ? token.end : (token?.start ?? first.start),
    })
    for (const [below, place] of placesIn(block, `${above}${name}.`)) found.set(below, place)
  }
  return found
}

/** The Python code of one version with the doctests of another, for names in both; null if the doctests are the same. */
export async function withExamplesOf(program: string, examples: string): Promise<string | null> {
  const [code, other] = [await parsePython(program), await parsePython(examples)]
  if (!code || !other) return null
  const theirs = placesIn(other, '')
  const edits: Edit[] = []
  for (const [name, { body, text, end }] of placesIn(code, '')) {
    const said = theirs.get(name)
    if (!said || said.text === text) continue
    if (![said.text, text].some(words => words?.includes('>>>'))) continue
    if (said.text !== null && text !== null) edits.push({ start: body, end, text: said.text, name })
    else if (said.text !== null) {
      const indent = program.slice(program.lastIndexOf('\n', body) + 1, body)
      edits.push({ start: body, end: body, text: `${said.text}\n${indent}`, name })
    }
  }
  return edits.length > 0 ? applyEdits(program, edits) : null
}
