import type { Task } from '../../core/plan/plan.ts'
import type { AddedTask } from '../../ports.ts'
import { readNative } from './native.ts'
import type { Outline } from './outline.ts'
import { isTaskMaster } from './task-master/task-master.ts'

/** Writes added tasks into a plan of headings, each after the task it belongs to; checklists have no place for them. */
export function addTasks(text: string, added: readonly AddedTask[]): string {
  return added.reduce(addTask, text)
}

function addTask(text: string, { parent, task }: AddedTask): string {
  const { outline } = readNative(text)
  if (outline.form !== 'native' || outline.tasks.some(({ id }) => id === task.id)) return text
  // After the last task added for the same task, else after the task itself.
  const place = outline.tasks.findLastIndex(({ id }) => parent === null || id === parent || isChild(id, parent))
  const before = outline.tasks[place]
  if (!before) return text
  return writeBelow(text, outline, place, taskLines(task, before.heading.level))
}

const RULE = /(?:\r?\n)-{3,}\s*$/

/** Where a task ends that is a heading: before the next one, or before a section. */
function endOf(text: string, { tasks, sections }: Outline, place: number): number {
  const { start } = tasks[place]!.heading
  const ends = sections.map(section => section.heading.start).filter(other => other > start)
  return Math.min(tasks[place + 1]?.heading.start ?? text.length, ...ends)
}

/** The lines of a task as they are written; null if the document has no lines that are its own. */
export function taskLinesIn(text: string, id: string): string | null {
  if (isTaskMaster(text)) return null
  const { outline } = readNative(text)
  const place = outline.tasks.findIndex(task => task.id === id)
  const draft = outline.tasks[place]
  if (!draft) return null
  const { start } = draft.heading
  const item = outline.listed.find(range => range.start <= start && start < range.end)
  const isHeading = outline.form !== 'checklist' && outline.form !== 'numbered'
  if (!isHeading && !item) return null
  const lines = text.slice(item?.start ?? start, item?.end ?? endOf(text, outline, place)).replace(RULE, '')
  return lines.trimEnd()
}

/** Writes lines at the end of a task, before everything that follows it. */
export function writeBelow(text: string, outline: Outline, place: number, lines: readonly string[]): string {
  const end = endOf(text, outline, place)
  const head = text.slice(0, end)
  // The separator between two tasks stays between the next two.
  const [rule = ''] = RULE.exec(head) ?? []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const block = lines.join(eol)
  const own = head.slice(0, head.length - rule.length).trimEnd()
  const gap = rule === '' ? `${eol}${eol}` : `${eol}${rule}`
  return `${own}${eol}${eol}${block}${end < text.length || rule !== '' ? gap : eol}${text.slice(end)}`
}

const isChild = (id: string, parent: string): boolean =>
  id.startsWith(`${parent}.`) && /^[a-z]$/.test(id.slice(parent.length + 1))

/** In the form of a hand-written task, so that the document stays uniform. */
function taskLines(task: Task, level: number): readonly string[] {
  const boxes = (items: readonly string[]) => items.map(text => `- [ ] ${oneLine(text)}`)
  return [
    `${'#'.repeat(level)} [ ] TODO ${task.id}: ${oneLine(task.title)}`,
    '',
    `**Type**: ${task.type}`,
    ...(task.files.create.length + task.files.modify.length > 0 ? partLines(task) : []),
    ...(task.steps.length > 0 ? ['', '**Steps**:', ...boxes(task.steps)] : []),
    ...(task.mustNot.length > 0 ? ['', '**Must NOT do**:', ...task.mustNot.map(rule => `- ${oneLine(rule)}`)] : []),
    ...(task.criteria.length > 0
      ? ['', '**Acceptance Criteria**:', ...boxes(task.criteria.map(({ text }) => text))]
      : []),
  ]
}

/** A part of a task that was split names its files, and the parts before it. */
function partLines({ id, kind, needs, files }: Task): readonly string[] {
  const whole = id.slice(0, id.lastIndexOf('.'))
  const before = needs.map(need => need.slice(need.lastIndexOf('/') + 1)).filter(need => isChild(need, whole))
  const line = (title: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`- ${title}: ${paths.map(path => `\`${oneLine(path)}\``).join(', ')}`]
  return [
    `**Kind**: ${kind}`,
    ...(before.length > 0 ? [`**Needs**: ${before.join(', ')}`] : []),
    '',
    '**Files**:',
    ...line('Create', files.create),
    ...line('Modify', files.modify),
    ...line('Delete', files.delete),
    ...line('Test', files.test),
  ]
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
