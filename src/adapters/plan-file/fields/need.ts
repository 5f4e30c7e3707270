/** A task's declared dependencies, as written in the dependency graph, in `Inputs` or in `Needs`. */
import { type TaskId, taskId } from '../../../core/plan/ids.ts'
import { type Range, trimmed } from '../text/position.ts'
import { isNone } from './field-values.ts'

type NeedTarget =
  | { readonly is: 'task'; readonly id: TaskId; readonly output: string | null }
  | { readonly is: 'all' }
  /** It has the form of a task name, but there is no such task. */
  | { readonly is: 'unknown'; readonly name: string }
  /** It is a sentence, not a name. */
  | { readonly is: 'unreadable' }

/** One dependency of a task, and its position in the document. */
export interface Need extends Range {
  readonly from: 'graph' | 'inputs' | 'needs' | 'order'
  readonly words: string
  readonly target: NeedTarget
}

/** Looks up tasks by their names in a plan. */
export interface TaskIndex {
  /** By id in lower case, in the order of the plan. */
  readonly ids: ReadonlyMap<string, TaskId>
  /** The only task that produces an output of this name; null if there are several. */
  readonly producers: ReadonlyMap<string, TaskId | null>
  /** The tasks of a group, by its id. */
  readonly groups: ReadonlyMap<string, readonly TaskId[]>
}

const NAME_LENGTH_MAX = 200
const RANGE_LENGTH_MAX = 100
/** Only the first words of a sentence are searched for an order. */
const SENTENCE_MAX = 500
const REFERENCE = /\$\{\s*(?:todo|task)[-_ ]?([^\s{}]{1,100}?)\.outputs?\.([^\s{}]{1,100})\s*\}/gi
const SEPARATORS = new Set([',', ';', '+', '&', '、', '，', '\n', '\r'])

/** `${todo-N.outputs.x}`, anywhere in the range. */
export function readReferences(text: string, range: Range, index: TaskIndex): Need[] {
  const words = text.slice(range.start, range.end)
  if (!words.includes('${')) return []
  return [...words.matchAll(REFERENCE)].map(match => {
    const start = range.start + match.index
    const id = index.ids.get(match[1]!.toLowerCase())
    const target: NeedTarget =
      id === undefined ? { is: 'unknown', name: match[1]! } : { is: 'task', id, output: match[2]! }
    return { from: 'inputs', start, end: start + match[0].length, words: match[0], target }
  })
}

/** `` `todo-1.path`, 2 and 3 ``, `all outputs`, `1-4`: every need that the range names. */
export function readNeeds(text: string, range: Range, index: TaskIndex, from: Need['from']): Need[] {
  const simple = trimmed(text, range)
  const id = index.ids.get(text.slice(simple.start, simple.end).toLowerCase())
  if (id !== undefined) return [{ from, ...simple, words: id, target: { is: 'task', id, output: null } }]
  const seen = new Set<string>()
  const found: Need[] = []
  for (const piece of pieces(text, range)) {
    const words = plain(text.slice(piece.start, piece.end))
    if (isNone(words)) continue
    for (const target of targets(words, index)) {
      const key = target.is === 'task' ? `${target.id} ${target.output}` : `${target.is} ${words}`
      if (!seen.has(key)) found.push({ from, ...piece, words, target })
      seen.add(key)
    }
  }
  return found
}

/** Only the ids of the tasks named in the range; null if anything in it is not a task. */
export function readTaskIds(text: string, range: Range, index: TaskIndex): TaskId[] | null {
  const needs = readNeeds(text, range, index, 'graph')
  const ids = needs.map(need => (need.target.is === 'task' ? need.target.id : null))
  return ids.includes(null) ? null : (ids as TaskId[])
}

/** The ids after "depends on", as in `depends on tasks 1, 2 and 3`; a noun after them would make the number a count. */
const ID = String.raw`#?[\p{L}\p{N}][\p{L}\p{N}/-]*(?:\.[\p{L}\p{N}]+)*`
const LIST = String.raw`${ID}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?:(?:tasks?|todos?|steps?)\s+)?${ID})*(?=\s*(?:\.(?!\d)|[,;:)\]]|$|\())`
const STATED = new RegExp(
  String.raw`\b(?:depends\s+on|depend\s+on|blocked\s+by|requires|needs|waits\s+for)\s+(?:(?:tasks?|todos?|steps?)\s+)?(${LIST})`,
  'gimu',
)
const AFTER = new RegExp(String.raw`\bafter\s+(?:tasks?|todos?|steps?)\s+(${LIST})`, 'gimu')
/** A bare number is a task only where nothing else is in the brackets: `(after 1)`, as `check` prints it. */
const AFTER_IN_BRACKETS = new RegExp(String.raw`\(after\s+(${LIST})(?=\))`, 'gimu')

const ORDER_WORD = /depend|blocked|requires|needs|waits|after/i

/** The order stated in a sentence: `depends on 1 and 2`, `after task 3`. Only ids of this plan count. */
export function readStatedNeeds(text: string, range: Range, index: TaskIndex): Need[] {
  const words = text.slice(range.start, Math.min(range.end, range.start + SENTENCE_MAX))
  if (!ORDER_WORD.test(words)) return []
  return [STATED, AFTER, AFTER_IN_BRACKETS].flatMap(pattern =>
    [...words.matchAll(pattern)].flatMap(match => {
      const start = range.start + match.index + match[0].length - match[1]!.length
      const needs = readNeeds(text, { start, end: start + match[1]!.length }, index, 'needs')
      return needs.every(need => need.target.is === 'task') ? needs : []
    }),
  )
}

function pieces(text: string, range: Range): Range[] {
  const found: Range[] = []
  let from = range.start
  let depth = 0
  const cut = (at: number, next: number) => {
    found.push(trimmed(text, { start: from, end: at }))
    from = next
  }
  for (let at = range.start; at < range.end; at++) {
    const char = text[at]!
    if (char === '(') depth++
    else if (char === ')') depth--
    if (depth > 0) continue
    if (SEPARATORS.has(char)) cut(at, at + 1)
    else if (char === ' ' && text.startsWith(' and ', at)) cut(at, at + 5)
  }
  cut(range.end, range.end)
  return found.filter(piece => piece.end > piece.start)
}

/** Without back-ticks, remarks in brackets, a title after the id and a trailing "outputs". */
function plain(words: string): string {
  if (words.length > NAME_LENGTH_MAX || /^[\w.-]+$/.test(words)) return words
  const bare = words.replaceAll('`', '').trim()
  if (/^[\w.-]+$/.test(bare)) return bare
  return bare
    .replace(/\([^()]*\)/g, ' ')
    .replace(/(?<=[\p{L}\p{N}])[:：].*$/su, '')
    .trim()
    .replace(/(?<=\S)\s+outputs?$/i, '')
}

function targets(words: string, index: TaskIndex): NeedTarget[] {
  const id = index.ids.get(words.toLowerCase())
  if (id !== undefined) return [{ is: 'task', id, output: null }]
  if (words.length > NAME_LENGTH_MAX) return [{ is: 'unreadable' }]
  if (/^(?:all|everything)\b/i.test(words)) return [{ is: 'all' }]
  const reference = words.startsWith('$') ? words.replace(/^\$\{\s*|\s*\}$/g, '').replace(/\.outputs?\./i, '.') : words
  const name = reference
    .replace(/^(?:depends on|after|requires|needs|blocked by|waits for)\s+/i, '')
    .replace(/^(?:(?:todo|task)s?[-_ #]*(?=[\p{L}\p{N}])|steps? (?=\d)|#)/iu, '')
    .replace(/(?<=[\p{L}\p{N}])\.$/u, '')
  const group = index.groups.get(name)
  if (group !== undefined) return group.map(member => ({ is: 'task', id: member, output: null }))
  const exact = findTask(name, index)
  if (exact !== null) return [exact]
  const range = /^(\d{1,6})\s*(?:-|–|~|\.\.|to)\s*(?:todo[- ]?)?(\d{1,6})$/i.exec(name)
  if (range !== null) return rangeOf(Number(range[1]), Number(range[2]), index)
  const producer = index.producers.get(words)
  if (producer) return [{ is: 'task', id: producer, output: words }]
  return [/\s/.test(name) ? { is: 'unreadable' } : { is: 'unknown', name: /^[^.]*(?:\.\d+)*/.exec(name)![0] || name }]
}

/** `2.a` is task 2.a if there is one, else output `a` of task 2; `2.1` is never an output. */
function findTask(name: string, index: TaskIndex): NeedTarget | null {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    if (/^\.\d/.test(name.slice(end))) return null
    const id = index.ids.get(name.slice(0, end).toLowerCase())
    if (id !== undefined) return { is: 'task', id, output: end < name.length ? name.slice(end + 1) : null }
  }
  return null
}

/** The tasks `first` to `last`; a range with a missing end, or an absurdly long one, is an unknown name. */
function rangeOf(first: number, last: number, index: TaskIndex): NeedTarget[] {
  const known = (number: number) => index.ids.get(String(number))
  const readable = known(first) !== undefined && known(last) !== undefined && last - first < RANGE_LENGTH_MAX
  if (!readable) return [{ is: 'unknown', name: `${first}-${last}` }]
  const found: NeedTarget[] = []
  for (let number = first; number <= last; number++) {
    const id = known(number)
    if (id !== undefined) found.push({ is: 'task', id, output: null })
  }
  return found
}

/** Tasks by id and by declared outputs, in the order of the plan; of two tasks with one id the first counts. */
export function indexTasks(
  tasks: readonly { id: TaskId; outputs: readonly string[] }[],
  groups: readonly { readonly id: TaskId; readonly tasks: readonly TaskId[] }[] = [],
): TaskIndex {
  const ids = new Map<string, TaskId>()
  const producers = new Map<string, TaskId | null>()
  for (const { id, outputs } of tasks) {
    const key = id.toLowerCase()
    if (!ids.has(key)) ids.set(key, taskId(id))
    for (const output of outputs)
      producers.set(output, producers.has(output) && producers.get(output) !== id ? null : id)
  }
  return { ids, producers, groups: new Map(groups.map(group => [group.id, group.tasks])) }
}
