import type { TaskId } from '../plan/ids.ts'
import { intentOf } from '../plan/intent.ts'
import type { Criterion, Expectation, Task } from '../plan/plan.ts'
import { unreachable } from '../result.ts'

/** What was found about a task on code without any work for it. */
export interface TaskFacts {
  readonly task: TaskId
  /** Criteria with a command, tried in a clean room; `holds` is null where that was not possible. */
  readonly criteria: readonly TriedCriterion[]
  /** Files that the task names and that are as it wants them: there, or gone. */
  readonly present: readonly string[]
  readonly missing: readonly string[]
}

export interface TriedCriterion {
  readonly id: string
  readonly command: string
  readonly holds: boolean | null
  /** What was seen. */
  readonly words: string
  /** It is a check of the whole project, or of several tasks: it shows nothing about this one. */
  readonly isGeneral?: true
}

export type Standing = 'EXISTS' | 'PARTIAL' | 'MISSING'

/** Why a task does not count as there, although everything that was tried holds. */
export type Doubt = 'verification' | 'keeps-behaviour' | 'no-command' | 'words' | 'untried' | 'needs' | 'weak'

export interface TaskStanding {
  readonly task: TaskId
  readonly standing: Standing
  readonly facts: TaskFacts
  readonly doubt: Doubt | null
  /** Neither commands nor files say anything about it. */
  readonly isUndecided: boolean
}

/**
 * Whether a task exists already, by its commands and files alone. Whatever exists is never given to an agent, so every doubt counts
 * against it: a task that exists and is dispatched costs a launch, one that does not exist and is not dispatched is lost.
 */
function standingOf(task: Task, facts: TaskFacts, exists: (id: TaskId) => boolean): TaskStanding {
  const { criteria, present, missing } = facts
  const isSomething = present.length > 0 || criteria.some(({ holds, isGeneral }) => holds === true && !isGeneral)
  const isUndecided = criteria.length === 0 && present.length === 0 && missing.length === 0
  const fails = missing.length > 0 || criteria.some(({ holds }) => holds === false)
  const doubt = fails ? null : doubtOf(task, facts, exists)
  const standing = !fails && doubt === null ? 'EXISTS' : isSomething ? 'PARTIAL' : 'MISSING'
  return { task: task.id, standing, facts, doubt, isUndecided }
}

function doubtOf(task: Task, facts: TaskFacts, exists: (id: TaskId) => boolean): Doubt | null {
  const { criteria } = facts
  if (task.type === 'verification') return 'verification'
  const intent = intentOf(task).is
  if (intent !== 'feature' && intent !== 'fix') return 'keeps-behaviour'
  if (criteria.length === 0) return 'no-command'
  if (task.criteria.some(isForJudge) || task.tests?.is === 'command') return 'words'
  if (criteria.some(({ holds }) => holds === null)) return 'untried'
  if (!task.needs.every(exists)) return 'needs'
  return isStrong(task, facts) ? null : 'weak'
}

const isForJudge = ({ check }: Criterion): boolean => check === null || check.expect.is === 'words'

/**
 * A command that exits with 0 may do so whatever the code does: it counts together with a file that the task wants created.
 * A command that compares what is printed counts alone.
 */
function isStrong(task: Task, { criteria, present }: TaskFacts): boolean {
  const own = new Set(criteria.filter(({ isGeneral }) => !isGeneral).map(({ id }) => id))
  if (own.size === 0) return false
  const compares = task.criteria.some(({ id, check }) => own.has(id) && check !== null && isCompared(check.expect.is))
  return compares || task.files.create.some(path => present.includes(path))
}

const isCompared = (is: Expectation['is']): boolean => is === 'stdout' || is === 'number' || is === 'values'

/** The standing of every task; a task whose needs do not exist does not exist either. */
export function standingsOf(
  tasks: readonly Task[],
  facts: readonly TaskFacts[],
  isDone: (id: TaskId) => boolean = () => false,
): readonly TaskStanding[] {
  const byId = new Map(tasks.map(task => [task.id, task]))
  const found = new Map(facts.map(own => [own.task, own]))
  const known = new Map<TaskId, TaskStanding | null>()
  const standing = (id: TaskId): TaskStanding | null => {
    const seen = known.get(id)
    if (seen !== undefined) return seen
    // A cycle decides nothing.
    known.set(id, null)
    const task = byId.get(id)
    const own = found.get(id)
    const result =
      task && own ? standingOf(task, own, need => isDone(need) || standing(need)?.standing === 'EXISTS') : null
    known.set(id, result)
    return result
  }
  return tasks.flatMap(({ id }) => standing(id) ?? [])
}

/** Criteria of open tasks that hold before any work: already true, or they show nothing. */
export const greenBefore = (facts: TaskFacts): readonly TriedCriterion[] =>
  facts.criteria.filter(({ holds }) => holds === true)

/** A doubt in words. */
export function doubtWords(doubt: Doubt): string {
  switch (doubt) {
    case 'verification':
      return 'a verification is always made'
    case 'keeps-behaviour':
      return 'it keeps behaviour, so its checks pass before and after'
    case 'no-command':
      return 'no command shows it'
    case 'words':
      return 'some of it only a judge or its own tests can show'
    case 'untried':
      return 'not every command could be tried'
    case 'needs':
      return 'it needs tasks that are not done'
    case 'weak':
      return 'its commands would pass without it too'
    default:
      return unreachable(doubt)
  }
}
