import { type TaskId, taskId } from '../plan/ids.ts'
import { type Criterion, type Plan, plainTask, type Task } from '../plan/plan.ts'
import { shellWord } from '../text/shell-word.ts'
import { type Standing, standingsOf, type TaskFacts, type TaskStanding } from './standing.ts'

/** A task of the plan compared with the code. */
export interface AuditedTask extends TaskStanding {
  readonly title: string
  /** The plan or the run says that it is done. */
  readonly isDone: boolean
  /** It is marked as done, but a part of it is missing. */
  readonly isBroken: boolean
}

/** Every task of a plan against the code. Of a task that is done, only what fails counts: its proof was made before. */
export function auditOf(
  tasks: readonly Task[],
  facts: readonly TaskFacts[],
  isDone: (id: TaskId) => boolean,
): readonly AuditedTask[] {
  const byId = new Map(tasks.map(task => [task.id, task]))
  return standingsOf(tasks, facts, isDone).map(found => {
    const done = isDone(found.task)
    const fails = found.facts.missing.length > 0 || found.facts.criteria.some(({ holds }) => holds === false)
    const standing: Standing = done && !fails ? 'EXISTS' : found.standing
    return { ...found, standing, title: byId.get(found.task)!.title, isDone: done, isBroken: done && fails }
  })
}

/** A task for the rest of another one. */
export interface MissingTask {
  readonly parent: TaskId
  readonly task: Task
}

/** Tasks for everything that is marked as done and is not; none twice. */
export function missingTasks(plan: Plan, audited: readonly AuditedTask[]): readonly MissingTask[] {
  const taken = new Set<string>(plan.tasks.map(({ id }) => id))
  return audited.flatMap(({ task: parent, title, isBroken, facts }) => {
    const name = `Complete: ${title}`
    const isKnown = plan.tasks.some(task => task.title === name && !task.ticked)
    const id = LETTERS.map(letter => `${parent}.${letter}`).find(candidate => !taken.has(candidate))
    if (!isBroken || isKnown || id === undefined) return []
    const before = plan.tasks.find(task => task.id === parent)!
    return [
      {
        parent,
        task: { ...plainTask(taskId(id), name), steps: stepsFor(before, facts), criteria: openIn(before, facts) },
      },
    ]
  })
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

const stepsFor = (task: Task, { missing, criteria }: TaskFacts): readonly string[] => [
  `Task ${task.id} is marked as done, and the code does not show all of it.`,
  ...criteria.filter(({ holds }) => holds === false).map(({ command, words }) => `Make \`${command}\` hold: ${words}`),
  ...missing.map(path => (task.files.delete.includes(path) ? `Remove ${path}` : `Add ${path}`)),
]

/** Its criteria that do not hold, and the files that are not there. */
function openIn(task: Task, { criteria, missing }: TaskFacts): readonly Criterion[] {
  const failed = new Set(criteria.filter(({ holds }) => holds === false).map(({ id }) => id))
  const own = task.criteria.filter(({ id }) => failed.has(id))
  const files = missing.map(path => {
    const word = shellWord(path)
    return fileCriterion(task, task.files.delete.includes(path) ? `! test -e ${word}` : `test -e ${word}`)
  })
  return [...own, ...files]
}

const fileCriterion = ({ span }: Task, command: string): Criterion => ({
  id: '',
  category: 'other',
  text: `\`${command}\` → exit 0`,
  ticked: false,
  check: { command, expect: { is: 'exit', code: 0 } },
  span,
})
