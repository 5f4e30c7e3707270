import type { Edit, Emptied } from '../edits.ts'
import { align } from '../javascript/pair.ts'
import { holdsExamples } from './doctests.ts'
import { loadablePython } from './keep-loadable.ts'
import { outside, parsePython, type Statement, type Token } from './parse.ts'

/** The ranges of a Python file with changed code, and their emptied text. */
export async function gutPython(before: string | null, after: string, path: string): Promise<Emptied> {
  const now = await parsePython(after)
  if (!now) return { is: 'unknown', why: `The text of ${path} cannot be read as Python.` }
  const then = await parsePython(before ?? '')
  if (!then) return { is: 'unknown', why: `The text of ${path} before the change cannot be read as Python.` }
  const entries = new Entries()
  const [was, is] = [entries.of(then), entries.of(now)]
  if (was.length === is.length && was.every((entry, at) => entry.number === is[at]!.number)) return { is: 'nothing' }
  const edits = loadablePython(now, changes(was, is, { top: true, name: '' }).edits)
  if (edits.length === 0) return { is: 'bare' }
  return { is: 'edits', edits: edits.toSorted((one, other) => one.start - other.start) }
}

interface Entry {
  readonly number: number
  readonly key: string | null
  readonly kind: string
  readonly statement: Statement
  readonly head: string
  readonly below: readonly Entry[]
}

/** Numbers statements by their tokens: equal numbers are equal code. */
class Entries {
  readonly #numbers = new Map<string, number>()

  of(statements: readonly Statement[]): readonly Entry[] {
    return statements.map(statement => {
      const below = this.of(statement.block)
      const head = text(statement.head)
      const whole = `${head}\0${below.map(entry => entry.number).join()}`
      const number = this.#numbers.get(whole) ?? this.#numbers.size + 1
      this.#numbers.set(whole, number)
      const isNamed = ['def', 'class', 'assignment'].includes(statement.kind)
      // A property and its setter share a name, and so do overloads: their decorators tell them apart.
      const key = isNamed ? `${statement.kind} ${statement.name} ${decoration(statement)}` : null
      return { number, key, kind: statement.kind + (isNamed ? '' : statement.name), statement, head, below }
    })
  }
}

const text = (tokens: readonly Token[]): string => tokens.map(token => token.text).join(' ')

const decoration = ({ head, name }: Statement): string =>
  head[0]?.text === '@' && head[1]?.text === name
    ? text(head.slice(0, 4))
    : head[1]?.text === 'overload'
      ? 'overload'
      : ''

interface Found {
  readonly edits: readonly Edit[]
  readonly own: boolean
}

interface Place {
  /** Outside of all functions: in the module or in a class. */
  readonly top: boolean
  readonly name: string
}

function changes(before: readonly Entry[], after: readonly Entry[], place: Place): Found {
  const { pairs, added, removed, moved } = align(before, after)
  const all = [
    ...pairs.map(([old, now]) => changed(old, now, place)),
    ...added.map(entry => addition(entry, place)),
    { edits: [], own: moved || removed.some(({ kind }) => kind !== 'def' && kind !== 'class') },
  ]
  return { edits: all.flatMap(found => found.edits), own: all.some(found => found.own) }
}

function changed(old: Entry, now: Entry, place: Place): Found {
  const { statement } = now
  const here = within(place, statement)
  if (statement.kind === 'def') {
    const inside = changes(old.below, now.below, { ...here, top: false })
    const isOwn = inside.own || old.head !== now.head
    return isOwn || inside.edits.length === 0 ? { edits: emptied(statement, here.name, place.top), own: false } : inside
  }
  if (statement.kind === 'assignment') return taken(statement, here)
  const inside = changes(old.below, now.below, here)
  return { edits: inside.edits, own: inside.own || old.head !== now.head || inside.edits.length === 0 }
}

function addition({ statement, below }: Entry, place: Place): Found {
  const here = within(place, statement)
  if (statement.kind === 'def') return { edits: emptied(statement, here.name, place.top), own: false }
  if (statement.kind === 'assignment') return taken(statement, here)
  const inside = below.map(entry => addition(entry, here))
  return { edits: inside.flatMap(found => found.edits), own: statement.kind !== 'class' }
}

const within = (place: Place, { kind, name }: Statement): Place =>
  kind === 'other' || kind === 'import' ? place : { ...place, name: place.name === '' ? name : `${place.name}.${name}` }

function emptied({ block: whole, head }: Statement, name: string, isTop: boolean): readonly Edit[] {
  // Examples in the documentation are tests: they stay, to notice the emptied code.
  const block = whole.length > 1 && holdsExamples(whole[0]!) ? whole.slice(1) : whole
  const body = block.flatMap(({ head }) => head)
  if (body.length === 0 || (block.length <= 1 && ['pass', '...'].includes(text(body)))) return []
  const called = isTop && !head.some(token => token.text === 'async') ? { binding: `${name}()` } : {}
  const first = firstParameter(head)
  const standIn = first === null ? {} : { standIn: `return ${first}` }
  return [{ start: body[0]!.start, end: block.at(-1)!.end, text: 'pass', name, ...called, ...standIn }]
}

/** The name of the first parameter after `self` or `cls`; null if there is none. */
function firstParameter(head: readonly Token[]): string | null {
  const open = head.findIndex(({ text: word }, at) => word === '(' && head[at - 2]?.text === 'def')
  const at = ['self', 'cls'].includes(head[open + 1]?.text ?? '') ? open + 3 : open + 1
  const first = head[at]
  return open >= 0 && first?.kind === 'word' ? first.text : null
}

/** Removes the value of a plain name; `None` cannot be unpacked into several targets. */
function taken({ head, name }: Statement, place: Place): Found {
  const equals = outside(head).filter(at => head[at]!.text === '=')
  const value = head.slice(equals.at(-1)! + 1)
  if (!place.top || name === '__all__' || value.length === 0 || equals.length > 1) return { edits: [], own: true }
  if (!/^[\p{ID_Start}_][\p{ID_Continue}.]*$/u.test(name)) return { edits: [], own: true }
  if (text(value) === 'None') return { edits: [], own: true }
  const edit = { start: value[0]!.start, end: value.at(-1)!.end, text: 'None', name: place.name, binding: name }
  return { edits: [edit], own: false }
}
