/** Questions about edits of a plan that came too late, or that only a human can mean. */

import type { TaskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import { documentPath } from '../plan/plan-documents.ts'
import { unreachable } from '../result.ts'
import { isSettled, type RunState, type TaskRun } from '../run/state.ts'
import { hasBegun, ownTasksOf } from './plan-changes.ts'
import { planChanges } from './plan-edit.ts'

/** A difference between the document and a task that the run does not take over by itself. */
export type PlanQuestion =
  /** It has begun or ended with another text; `fields`: the changed parts, by their names in a plan. */
  | { readonly is: 'reworded'; readonly task: TaskId; readonly fields: readonly string[] }
  /** It has begun or ended, and is not in the document any more. */
  | { readonly is: 'removed'; readonly task: TaskId }
  /** Its box was ticked by hand; this run has not completed it. */
  | { readonly is: 'ticked'; readonly task: TaskId }

const known = new WeakMap<RunState, readonly PlanQuestion[]>()

/** Derived from the last document that was read: undoing the edit withdraws the question. */
export function planQuestions(state: RunState): readonly PlanQuestion[] {
  // Without an edit the document is the plan that the run began with.
  if (state.planEditedAt === null || state.written === state.plan) return []
  const found = known.get(state)
  if (found) return found
  const written = new Map(state.written.tasks.map(task => [task.id, task]))
  const own = ownTasksOf(state)
  const questions = state.tasks.flatMap(run =>
    own.has(run.task.id) ? [] : questionAbout(state, run, written.get(run.task.id)),
  )
  known.set(state, questions)
  return questions
}

function questionAbout(state: RunState, run: TaskRun, written: Task | undefined): readonly PlanQuestion[] {
  const { id } = run.task
  if (written === undefined) return [{ is: 'removed', task: id }]
  if (hasBegun(run)) {
    const alone = (task: Task) => ({ ...state.written, tasks: [task] })
    const [change] = planChanges(alone(run.task), alone(written), ownTasksOf(state))
    if (change?.is === 'reworded') return [{ is: 'reworded', task: id, fields: change.fields }]
  }
  // Our own tick is in the file shortly before the landing is recorded.
  return written.ticked && !isSettled(run) && run.stage.is !== 'landing' ? [{ is: 'ticked', task: id }] : []
}

/** The question in one sentence, and the answers as commands. */
export interface PlanQuestionWords {
  readonly task: string
  readonly problem: string
  readonly options: readonly string[]
}

export function planQuestionWords(state: RunState, question: PlanQuestion): PlanQuestionWords {
  const { task } = question
  const run = state.tasks[state.index.get(task)!]!
  const path = documentPath(state, run.task.parent)
  const isOver = isSettled(run)
  const stands = isOver ? 'has landed' : 'has begun'
  const undo = `undo the edit of task ${task} in ${path}`
  const asNew = `write what is missing as a new task in ${path}: this run takes it in`
  switch (question.is) {
    case 'reworded':
      return {
        task,
        problem: `task ${task} ${stands} with a different text than ${path} has now (${question.fields.join(', ')})`,
        options: isOver
          ? [undo, asNew]
          : [
              `tell its agent: pm-agent tell ${task} -m "…"`,
              `begin again with the new text: pm-agent stop ${task}, then pm-agent reject ${task}`,
              undo,
            ],
      }
    case 'removed':
      return {
        task,
        problem: `task ${task} ${stands}, and ${path} no longer contains it`,
        options: isOver ? [undo, asNew] : [`leave it out: pm-agent stop ${task}, then pm-agent skip ${task}`, undo],
      }
    case 'ticked':
      return {
        task,
        problem: `task ${task} is ticked in ${path}, but this run has not completed it: it counts as open`,
        options: [`leave it out: pm-agent skip ${task} -m "…"`, `take the tick away in ${path}`],
      }
    default:
      return unreachable(question)
  }
}
