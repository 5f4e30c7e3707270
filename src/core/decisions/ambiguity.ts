/**
 * Contracts that cannot be kept, found before an agent is launched: criteria that contradict each other, inputs that nobody
 * produces, gates that the task names and that cannot run. Only what can be computed; vague words are for a judge.
 */
import { asksForExistence } from '../plan/existence.ts'
import { isProducedIn, referencesIn } from '../plan/make-contract.ts'
import type { Check, Criterion, Expectation, Task } from '../plan/plan.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { missingGates, plannedGates } from '../settings/gate-assignment.ts'
import { type GateSettings, SETTING_GATES } from '../settings/gate-settings.ts'

/** A part of a contract that cannot be kept, and what would settle it. */
export interface Ambiguity {
  readonly is: 'contradiction' | 'input' | 'gate'
  readonly problem: string
  /** Null if the problem says it itself. */
  readonly settledBy: string | null
}

/** The circumstances of a contract. */
interface Around {
  readonly gates?: GateSettings | undefined
  /** Whether a task of the plan produces this output. */
  readonly isProduced: (task: string, output: string) => boolean
}

/** What is ambiguous in the text of a task. */
const ambiguitiesOf = (task: Task, around: Around): readonly Ambiguity[] => [
  ...contradictions(task),
  ...unproduced(task, around),
  ...impossibleGates(task, around),
]

/** The same for a task of a plan that does not run yet. */
export const plannedAmbiguities = (
  task: Task,
  { tasks, gates }: { readonly tasks: readonly Task[]; readonly gates?: GateSettings | undefined },
): readonly Ambiguity[] =>
  ambiguitiesOf(task, {
    gates,
    isProduced: (id, output) =>
      tasks.some(other => other.id.toLowerCase() === id.toLowerCase() && declares(other, output)),
  })

const declares = ({ outputs }: Task, name: string): boolean => outputs.some(output => output.name === name)

const known = new WeakMap<RunState, Map<TaskRun, readonly Ambiguity[]>>()

/** What a human has to settle before the first launch for a queued task; empty if nothing, or if he was asked already. */
export function openAmbiguities(state: RunState, run: TaskRun): readonly Ambiguity[] {
  if (run.stage.is !== 'queued' || state.config.quick || wasAsked(run)) return NOTHING
  const found = known.get(state) ?? new Map<TaskRun, readonly Ambiguity[]>()
  known.set(state, found)
  const before = found.get(run)
  if (before) return before
  const gates = state.config.gates
  const ambiguities = ambiguitiesOf(run.task, {
    gates,
    isProduced: (id, output) => isProducedIn(state, id, output),
  })
  found.set(run, ambiguities)
  return ambiguities
}

const NOTHING: readonly Ambiguity[] = []

/** Each text of a task is asked about once; another text after that is another question. */
function wasAsked({ decisions, attempts }: TaskRun): boolean {
  const last = decisions.findLast(
    ({ fact }) => fact.type === 'rewritten' || (fact.type === 'task-escalated' && fact.reason === 'ambiguous'),
  )
  if (last?.fact.type === 'rewritten') return attempts.some(({ startedAt }) => startedAt > last.at)
  return last !== undefined || attempts.length > 0
}

/** An ambiguity in one sentence. */
export const ambiguityWords = ({ problem, settledBy }: Ambiguity): string =>
  settledBy === null ? problem : `${problem} (${settledBy})`

function contradictions(task: Task): readonly Ambiguity[] {
  const found: Ambiguity[] = []
  const checked = task.criteria.flatMap(criterion =>
    criterion.check ? [{ ...criterion, check: criterion.check }] : [],
  )
  for (const [at, one] of checked.entries()) {
    const other = checked.slice(at + 1).find(({ check }) => contradict(one.check, check))
    if (other) found.push(contradiction(one, other))
  }
  const wanted = [...task.files.create, ...task.files.modify]
  for (const path of task.files.delete.filter(deleted => wanted.includes(deleted)))
    found.push({
      is: 'contradiction',
      problem: `${path} is to be deleted and to be written`,
      settledBy: 'name it in one list of Files',
    })
  for (const { id, check } of checked)
    for (const path of task.files.delete.filter(deleted => asksForExistence(check, deleted)))
      found.push({
        is: 'contradiction',
        problem: `${id} demands ${path}, which is to be deleted`,
        settledBy: 'take it out of Files, or change the criterion',
      })
  return found
}

const contradiction = (one: Criterion, other: Criterion): Ambiguity => ({
  is: 'contradiction',
  problem: `${one.id} and ${other.id} expect different results of the same command (${one.text}; ${other.text})`,
  settledBy: 'keep the one that is meant',
})

/** Whether no result of one command can meet both. */
const contradict = (one: Check, other: Check): boolean =>
  one.command.trim() === other.command.trim() && excludes(one.expect, other.expect)

function excludes(one: Expectation, other: Expectation): boolean {
  if (one.is === 'exit' && other.is === 'exit') return one.code !== other.code
  if (one.is === 'number' && other.is === 'number') return one.value !== other.value
  if (one.is === 'stdout' && other.is === 'stdout') return one.text.trim() !== other.text.trim()
  return false
}

function unproduced(task: Task, { isProduced }: Around): readonly Ambiguity[] {
  const texts = [
    ...task.inputs.map(({ value }) => value),
    ...task.steps,
    ...task.criteria.flatMap(({ text, check }) => [text, check?.command ?? '']),
  ]
  const missing = texts.flatMap(referencesIn).filter(({ task: id, output }) => !isProduced(id, output))
  return [...new Map(missing.map(one => [`${one.task} ${one.output}`, one])).values()].map(({ task: id, output }) => ({
    is: 'input',
    problem: `it needs the output "${output}" of task ${id}, which no task produces`,
    settledBy: `declare it in Outputs of task ${id}, or name another input`,
  }))
}

/** Commands of a gate may come with the work itself; settings cannot. */
function impossibleGates(task: Task, { gates }: Around): readonly Ambiguity[] {
  const planned = plannedGates(task, {}, gates ? { settings: gates } : {})
  return missingGates(planned)
    .filter(({ gate }) => gate.startsWith('gate:') || SETTING_GATES.some(name => name === gate))
    .map(({ notRun }) => ({ is: 'gate', problem: notRun!, settledBy: null }))
}
