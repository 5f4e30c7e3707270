import { messageRow } from './commit-strategy.ts'
import { cut } from './ids.ts'
import { type Intent, intentOf } from './intent.ts'
import type { Plan, Task } from './plan.ts'

const TYPE: Readonly<Record<Intent, string>> = {
  feature: 'feat',
  fix: 'fix',
  refactor: 'refactor',
  perf: 'perf',
  docs: 'docs',
  chore: 'chore',
  release: 'chore',
  move: 'refactor',
  rename: 'refactor',
  remove: 'refactor',
  types: 'refactor',
  tests: 'test',
}
const SUBJECT_MAX = 72

/**
 * The Commit Strategy's message if a row gives this task one, else a conventional subject from its title. Where the plan says
 * no more than that something is wanted, the change decides what it is.
 */
export function commitMessage(plan: Plan, task: Task, change: Intent | null = null): string {
  const row = messageRow(plan, task)
  if (row?.message) return row.message
  const type = task.type === 'verification' ? 'test' : TYPE[kindOf(task, change)]
  const mark = task.breaking ? '!' : ''
  const whole = `${type}(${task.owner ?? plan.id})${mark}: ${task.title}`
  if (whole.length <= SUBJECT_MAX) return whole
  const short = cut(whole, SUBJECT_MAX - 1)
  const atWord = short.lastIndexOf(' ')
  return `${atWord > SUBJECT_MAX / 2 ? short.slice(0, atWord) : short}…\n\n${task.title}`
}

function kindOf(task: Task, change: Intent | null): Intent {
  if (task.kind !== 'feature' || task.kindStated) return task.kind
  const { is } = intentOf(task)
  return is === 'feature' ? (change ?? is) : is
}

interface Trailers {
  readonly task: string
  readonly review: string
  readonly agent: string
  /** The person who approved. */
  readonly approvedBy?: readonly string[]
  /** The person who waived a check. */
  readonly waivedBy?: readonly string[]
}

/** The whole message of a landing: subject, then the trailers that refer to the evidence. */
export function landingMessage(message: string, trailers: Trailers): string {
  const { task, review, agent, approvedBy = [], waivedBy = [] } = trailers
  const lines = [
    `Refs: task-${task}`,
    `Review: ${review}`,
    `Agent: ${agent}`,
    ...approvedBy.map(name => `Approved-by: ${oneLine(name)}`),
    ...waivedBy.map(name => `Waived-by: ${oneLine(name)}`),
  ]
  return `${message.trim()}\n\n${lines.join('\n')}\n`
}

/** A name with a line break could add a trailer. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
