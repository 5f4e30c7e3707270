import { taskId } from '../../../src/core/plan/ids.ts'
import { type Criterion, type Expectation, type Plan, plainTask, type Task } from '../../../src/core/plan/plan.ts'

const NOWHERE = { line: 1, column: 1, start: 0, end: 0 }

/** The parts of a task that a test sets; the rest has plain defaults. */
export type TaskFields = Partial<Omit<Task, 'id' | 'needs'>> & { readonly needs?: readonly string[] }

/** A task with only the parts that matter to a test. */
export function task(id: string, { needs = [], ...fields }: TaskFields = {}): Task {
  return { ...plainTask(taskId(id), `Make ${id}`), needs: needs.map(taskId), ...fields }
}

/** A criterion with a command; it must exit with 0 by default. */
export function criterion(id: string, command: string, expect: Expectation = { is: 'exit', code: 0 }): Criterion {
  return {
    id,
    category: 'functional',
    text: `\`${command}\` holds`,
    ticked: false,
    check: { command, expect },
    span: NOWHERE,
  }
}

/** A criterion that only a judge or a human can answer. */
export const spokenCriterion = (id: string, text: string): Criterion => ({
  id,
  category: 'other',
  text,
  ticked: false,
  check: null,
  span: NOWHERE,
})

/** A plan of these tasks. */
export const plan = (tasks: readonly Task[], fields: Partial<Omit<Plan, 'tasks'>> = {}): Plan => ({
  id: 'shop',
  title: 'The shop',
  summary: '',
  context: '',
  guardrails: [],
  commitRows: [],
  tasks,
  ...fields,
})
