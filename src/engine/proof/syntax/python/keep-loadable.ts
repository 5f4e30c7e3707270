import type { Edit } from '../edits.ts'
import { outside, type Statement, type Token } from './parse.ts'

/** The edits without those that remove values which other code needs while the module loads. */
export function loadablePython(statements: readonly Statement[], edits: readonly Edit[]): readonly Edit[] {
  const emptied = new Map(edits.map(edit => [edit.start, edit.end]))
  const needed = new Set<string>()
  // The parts of a needed value are needed as well.
  for (let size = -1; size !== needed.size; ) {
    size = needed.size
    for (const statement of statements) findNeeded(statement, emptied, needed)
  }
  const kept = edits.filter(edit => edit.binding === undefined || !needed.has(edit.binding))
  return kept.length === edits.length ? edits : loadablePython(statements, kept)
}

const NAMES = /[\p{ID_Start}_][\p{ID_Continue}]*/gu

/** Names with a needed value, and `name()` for functions with a needed result. */
function findNeeded(statement: Statement, emptied: ReadonlyMap<number, number>, needed: Set<string>): void {
  const { kind, name, head, block } = statement
  // Importing a module does not run its code as a main program.
  const isForPrograms = kind === 'other' && head[0]?.text === 'if' && head[1]?.text === '__name__'
  if (name === '__all__' || kind === 'import' || isForPrograms) return
  const live = alive(head, emptied)
  for (const [at, token] of live.entries()) {
    // Formatted strings contain code; the names in them need not be exact.
    if (token.kind === 'string' && /^r?[ft]/i.test(token.text))
      for (const word of token.text.match(NAMES) ?? []) needed.add(word)
    const [previous, next] = [live[at - 1]?.text, live[at + 1]?.text ?? '']
    // Assignment targets, argument names and defined names are not uses.
    if (token.kind !== 'word' || ['.', 'def', 'class'].includes(previous ?? '') || /^[=:]$/.test(next)) continue
    needed.add(token.text)
    if (next === '(' && !isResultUnneeded(statement, at, needed)) needed.add(`${token.text}()`)
  }
  if (kind !== 'def') for (const inner of block) findNeeded(inner, emptied, needed)
}

function alive(head: readonly Token[], emptied: ReadonlyMap<number, number>): readonly Token[] {
  let until = 0
  return head.filter(token => {
    until = Math.max(until, emptied.get(token.start) ?? 0)
    return token.start >= until
  })
}

/** A call, from its name to its last bracket, that is a separate statement or the value of an unneeded name. */
function isResultUnneeded({ kind, name, head }: Statement, at: number, needed: ReadonlySet<string>): boolean {
  const isUnneeded =
    at === 0 ? kind === 'other' : kind === 'assignment' && head[at - 1]!.text === '=' && !needed.has(name)
  // Reading to the end comes last: a long line has many names, and few of them begin such a call.
  return isUnneeded && head.at(-1)!.text === ')' && outside(head.slice(at)).length === 2
}
