import { releasePaths } from '../handover/release-paths.ts'
import { tieringOf } from '../risk/task-tier.ts'
import { findTask, type RunState, type TaskRun } from '../run/state.ts'
import type { Commands } from '../settings/commands.ts'
import { minutesFor } from '../settings/role.ts'
import { commandsForTask } from './area.ts'
import { commitMessage } from './commit-message.ts'
import type { Contract } from './contract.ts'
import { heldOutFiles } from './held-out.ts'
import { taskId } from './ids.ts'
import { intentOf } from './intent.ts'
import type { Criterion, Task } from './plan.ts'
import { subPlanPaths } from './plan-documents.ts'
import { requestsOf } from './requests.ts'

/** The contract of a task at dispatch; `commands` and its own test are those detected on its own base. */
export function contractFor(
  state: RunState,
  run: TaskRun,
  commands: Commands,
  ownTest: string | null = null,
): Contract {
  const { tier, reasons } = tieringOf(state, run)
  const task = { ...run.task, tier }

  const { plan, config } = state
  const all = commandsForTask(task, commands, config)
  return {
    task,
    ...(reasons.length > 0 ? { tierReasons: reasons } : {}),
    intent: intentOf(task),
    asks: requestsOf(task),
    inputs: task.inputs.map(input => ({ ...input, value: substitute(state, input.value) })),
    outputs: task.outputs,
    criteria: [...task.criteria, ...testCriterion(task, ownTest === all.test ? null : ownTest)],
    mustNot: [...task.mustNot, ...task.nonGoals, ...plan.guardrails, ...STANDARD_MUST_NOT],
    commands: all,
    bookkeeping: bookkeepingPaths(state),
    commitMessage: commitMessage(plan, task),
    budget: {
      minutes: minutesFor(config, task, isFix(run) ? 'fixer' : 'worker'),
      fixesLeft: Math.max(0, config.limits.fixes - run.fixes),
      patchFiles: config.limits.patchFiles,
    },
  }
}

/** Inserts the outputs of earlier tasks for `${todo-N.outputs.x}`: of this run, of an earlier one, or else as declared. */
export function substitute(state: RunState, text: string): string {
  return text.replace(REFERENCE, (whole, id: string, name: string) => {
    return outputOf(state, id, name) ?? whole
  })
}

/** An output of a task: of this run, of an earlier one, or as declared; null if no task produces it. */
function outputOf(state: RunState, id: string, name: string): string | null {
  const run = findTask(state, taskId(id)) ?? findTask(state, taskId(id.toLowerCase()))
  if (!run) return null
  if (Object.hasOwn(run.outputs, name)) return run.outputs[name]!
  const earlier = state.opened.inherited?.outputs[`todo-${run.task.id}`]
  if (earlier && Object.hasOwn(earlier, name)) return earlier[name]!
  return run.task.outputs.find(output => output.name === name)?.value ?? null
}

/** Whether this output of a task exists, or will. */
export const isProducedIn = (state: RunState, id: string, name: string): boolean => outputOf(state, id, name) !== null

/** The outputs of other tasks that a text refers to. */
export const referencesIn = (text: string): readonly { readonly task: string; readonly output: string }[] =>
  [...text.matchAll(REFERENCE)].map(([, task, output]) => ({ task: task!, output: output! }))

/** The files that are no code for a proof: those that only pm-agent writes, even if they are kept apart, and held-out tests. */
export function bookkeepingPaths(state: RunState): readonly string[] {
  const { place } = state.opened
  const { plan } = state
  return [
    ...(place.kept === 'in-place' ? [] : [place.path, ...subPlanPaths(plan, place)]),
    ...(place.contextKept === 'in-place' ? [] : [`${place.contextDir}/`]),
    `${place.reviewsDir}/${plan.id}/`,
    ...releasePaths(state),
    ...heldOutFiles(state.config, plan),
  ]
}

const STANDARD_MUST_NOT = [
  'Do only this task; leave other tasks of the plan alone.',
  'Do not add dependencies unless the task says so.',
  'Do not change the plan document or any file that pm-agent keeps about the run.',
]

const isFix = ({ stage }: TaskRun): boolean => stage.is === 'queued' && stage.kind === 'fix'

/** A task's own test command is checked like a criterion, in addition to the whole suite. */
function testCriterion(task: Task, found: string | null): readonly Criterion[] {
  const command = task.tests?.is === 'command' ? task.tests.command : found
  if (command === null || task.criteria.some(({ check }) => check?.command === command)) return []
  return [
    {
      id: 'tests',
      category: 'runtime',
      text: `Tests: \`${command}\``,
      ticked: false,
      check: { command, expect: { is: 'exit', code: 0 } },
      span: task.span,
    },
  ]
}

const REFERENCE = /\$\{todo-([^.}]+(?:\.[a-z])?)\.outputs\.([^}]+)\}/g
