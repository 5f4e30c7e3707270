/** Task Master's `tasks.json`: tasks with subtasks, below a tag or at the top. */
import { type TaskId, taskId } from '../../../core/plan/ids.ts'
import { type Criterion, plainTask, type Task } from '../../../core/plan/plan.ts'
import { readCheck } from '../fields/criterion.ts'
import { createLocate, type Locate, type Range } from '../text/position.ts'
import { type JsonValue, readJson } from './json-value.ts'

/** A task of the file, with the places of its values. */
interface EntryReading extends Range {
  readonly id: TaskId
  readonly task: Task
  /** The text of the status, inside its quotes; null if it has none that can be changed. */
  readonly status: Range | null
  readonly isDone: boolean
  /** Dependencies as written, with their places. */
  readonly named: readonly (Range & { readonly id: TaskId })[]
}

/** A task with subtasks: done when all of them are. */
interface ParentReading extends EntryReading {
  readonly inside: readonly TaskId[]
}

/** The file as read. */
export interface TaskMasterReading {
  readonly locate: Locate
  /** Offset of the first character that is not JSON; null if it is JSON. */
  readonly brokenAt: number | null
  /** The tag whose tasks are read; null where the file has no tags. */
  readonly tag: string | null
  /** Other tags with tasks. */
  readonly otherTags: readonly string[]
  readonly tasks: readonly EntryReading[]
  readonly parents: readonly ParentReading[]
  /** Tasks that are not to be worked on, by id and status. */
  readonly left: readonly (EntryReading & { readonly why: string })[]
  /** Members of tasks without effect, by name, with the first place. */
  readonly unused: ReadonlyMap<string, Range>
}

/** Whether a document is JSON and not Markdown. */
export const isTaskMaster = (text: string): boolean => /^\ufeff?\s*\{/.test(text)

const DONE: ReadonlySet<string> = new Set(['done', 'completed'])
const LEFT: ReadonlySet<string> = new Set(['cancelled', 'deferred'])
const USED: ReadonlySet<string> = new Set(
  'id title description details testStrategy status dependencies subtasks'.split(' '),
)

type JsonObject = Extract<JsonValue, { is: 'object' }>

/** Reads the file; rejects none. */
export function readTaskMaster(text: string): TaskMasterReading {
  const locate = createLocate(text)
  const json = readJson(text)
  const empty = { locate, tag: null, otherTags: [], tasks: [], parents: [], left: [], unused: new Map() }
  if (!json.ok) return { ...empty, brokenAt: json.at }
  const lists = listsOf(json.value)
  const chosen = lists.find(({ tag }) => tag === null || tag === 'master') ?? lists[0]
  if (chosen === undefined) return { ...empty, brokenAt: null }
  const unused = new Map<string, Range>()
  const all = chosen.items.flatMap(item => entriesOf(item, null, { text, locate, unused }))
  const isLeft = (why: string) => LEFT.has(why)
  const known = new Set(all.map(({ entry }) => entry.id))
  const parents = all.flatMap(({ entry, children }) =>
    children.length === 0 ? [] : [{ ...entry, inside: children.filter(id => known.has(id)) }],
  )
  const groups = new Map(parents.map(parent => [parent.id, parent.inside]))
  const leaves = all.filter(({ entry, why, outer }) => !groups.has(entry.id) && !isLeft(why) && !isLeft(outer))
  const running = new Set(leaves.map(({ entry }) => entry.id))
  const tasks = leaves.map(({ entry }) => {
    // What a done task waited for is history, and may be a circle.
    const needs = entry.isDone ? [] : needsOf(entry, groups).filter(id => running.has(id))
    return { ...entry, task: { ...entry.task, needs } }
  })
  const left = all.filter(({ why }) => isLeft(why)).map(({ entry, why }) => ({ ...entry, why }))
  const otherTags = lists.flatMap(({ tag, items }) => (tag === null || tag === chosen.tag || !items[0] ? [] : [tag]))
  return { locate, brokenAt: null, tag: chosen.tag, otherTags, tasks, parents, left, unused }
}

interface TagList {
  readonly tag: string | null
  readonly items: readonly JsonValue[]
}

/** `{"tasks": […]}`, or the same below the name of a tag. */
function listsOf(value: JsonValue): readonly TagList[] {
  const own = itemsOf(value)
  if (own !== null) return [{ tag: null, items: own }]
  const members = value.is === 'object' ? [...value.members] : []
  return members.flatMap(([tag, inside]) => {
    const items = itemsOf(inside)
    return items === null ? [] : [{ tag, items }]
  })
}

function itemsOf(value: JsonValue): readonly JsonValue[] | null {
  const tasks = value.is === 'object' ? value.members.get('tasks') : undefined
  return tasks?.is === 'array' ? tasks.items : null
}

interface Place {
  readonly text: string
  readonly locate: Locate
  readonly unused: Map<string, Range>
}

interface Found {
  readonly entry: EntryReading
  readonly children: readonly TaskId[]
  readonly why: string
  /** The status of a parent that is not to be worked on. */
  readonly outer: string
}

/** A task and its subtasks, which get its text, its phase and its dependencies. */
function entriesOf(item: JsonValue, parent: Found | null, place: Place): Found[] {
  if (item.is !== 'object') return []
  const words = (name: string): string => scalar(item.members.get(name))
  const id = taskId(parent === null ? words('id') : `${parent.entry.id}.${words('id')}`)
  const status = item.members.get('status')
  const why = words('status').toLowerCase()
  const isDone = DONE.has(why)
  const steps = [words('description'), words('details')].filter(text => text !== '')
  const subtasks = itemsIn(item, 'subtasks')
  const children = subtasks.map(child => taskId(`${id}.${scalar(member(child, 'id'))}`))
  for (const [name, { start, end }] of item.members)
    if (!USED.has(name) && !place.unused.has(name)) place.unused.set(name, { start, end })
  const entry: EntryReading = {
    id,
    ...{ start: item.start, end: item.end, isDone },
    status: status?.is === 'string' ? { start: status.start + 1, end: status.end - 1 } : null,
    named: [...(parent?.entry.named ?? []), ...dependencies(item, parent?.entry.id ?? null, place)],
    task: {
      ...plainTask(id, words('title')),
      ...(parent === null ? {} : { phase: parent.entry.task.title }),
      ticked: isDone,
      steps: [...(parent === null ? [] : told(parent.entry.task)), ...steps],
      criteria: criteriaOf(item.members.get('testStrategy'), place),
      span: place.locate(item),
    },
  }
  const outer = parent === null ? '' : LEFT.has(parent.why) ? parent.why : parent.outer
  const found = { entry, children, why, outer }
  return [found, ...subtasks.flatMap(child => entriesOf(child, found, place))]
}

/** The text of a task that its subtasks are told; its test strategy is about all of them together. */
const told = ({ steps, criteria }: Task): readonly string[] => [
  ...steps,
  ...criteria.map(({ text }) => `Test strategy for all of it: ${text}`),
]

const member = (value: JsonValue, name: string): JsonValue | undefined =>
  value.is === 'object' ? value.members.get(name) : undefined

function itemsIn(value: JsonObject, name: string): readonly JsonValue[] {
  const found = value.members.get(name)
  return found?.is === 'array' ? found.items : []
}

const scalar = (value: JsonValue | undefined): string =>
  value?.is === 'string' ? value.value.trim() : value?.is === 'number' ? String(value.value) : ''

/** A number inside a subtask is one of its siblings; `"1.2"` is a subtask of any task. */
function dependencies(item: JsonObject, parent: TaskId | null, { text }: Place): EntryReading['named'] {
  return itemsIn(item, 'dependencies').map(value => {
    const words = scalar(value) || text.slice(value.start, value.end)
    const id = taskId(parent === null || words.includes('.') ? words : `${parent}.${words}`)
    return { id, start: value.start, end: value.end }
  })
}

function criteriaOf(value: JsonValue | undefined, { locate }: Place): readonly Criterion[] {
  const text = scalar(value)
  if (value === undefined || text === '') return []
  return [{ id: 'c1', category: 'other', text, ticked: false, check: readCheck(text), span: locate(value) }]
}

/** A dependency on a task with subtasks is one on each of them. */
const needsOf = ({ id, named }: EntryReading, groups: ReadonlyMap<TaskId, readonly TaskId[]>): readonly TaskId[] => [
  ...new Set(named.flatMap(need => groups.get(need.id) ?? [need.id]).filter(need => need !== id)),
]
