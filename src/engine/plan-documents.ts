import { completedWith } from '../core/hierarchy/parents.ts'
import { localId } from '../core/plan/hierarchy.ts'
import type { TaskId } from '../core/plan/ids.ts'
import { documentsOfRun } from '../core/plan/plan-documents.ts'
import type { Effect } from '../core/run/effect.ts'
import { lastAttempt, type RunState, type TaskRun, taskRun } from '../core/run/state.ts'
import { passedCriteria } from '../core/shown/bookkeeping.ts'
import type { AddedTask, Ports, Tick, TreeEdit } from '../ports.ts'
import { writePlanFile } from './write-plan-file.ts'

type Land = Extract<Effect, { type: 'land' }>

/** Changes that a landing makes to one document. */
interface Bookkept {
  readonly added: readonly AddedTask[]
  readonly ticks: readonly Tick[]
}

/** The documents of the plan after this landing, except those that it leaves alone. */
export async function documentEdits(ports: Ports, state: RunState, effect: Land): Promise<readonly TreeEdit[]> {
  const { place } = state.opened
  const tree = place.kept === 'apart' ? state.record : await ports.vault.treeOf(effect.onto)
  if (!tree) return []
  const isEdited = isEditedBefore(state, effect)
  const changes = bookkeepingOf(state, effect)
  const edits: TreeEdit[] = []
  for (const document of documentsOfRun(state)) {
    const change = changes.get(document.task)
    if (!change && !isEdited) continue
    const copy = await ports.vault.readText(tree, document.path)
    // The plan itself is there from the beginning, unless a human took it away; a sub-plan may be new.
    if (copy === null && (document.task === null || !isEdited)) continue
    const text = isEdited ? ports.planFile.tick(document.text, ports.planFile.ticks(copy ?? '')) : copy!
    edits.push({ path: document.path, text: change ? written(ports, text, change) : text })
  }
  return edits
}

/** A document with the tasks added before this landing and its ticks. Repeatable. */
const written = ({ planFile }: Ports, text: string, { added, ticks }: Bookkept): string =>
  planFile.tick(planFile.add(text, added), ticks)

/** Whether the user's edits are part of this landing; a later one is for the next. */
function isEditedBefore({ planEditedAt, tasks, index }: RunState, { task }: Land): boolean {
  const { stage } = tasks[index.get(task)!]!
  return planEditedAt !== null && stage.is === 'landing' && planEditedAt <= stage.at
}

/** The changes by document: ticks of the task and of the parents that end with it, and tasks added before it. */
function bookkeepingOf(state: RunState, effect: Land): ReadonlyMap<TaskId | null, Bookkept> {
  const run = taskRun(state, effect.task)
  const until = run.stage.is === 'landing' ? run.stage.at : Number.POSITIVE_INFINITY
  const changes = new Map<TaskId | null, { added: AddedTask[]; ticks: Tick[] }>()
  const changeOf = ({ task }: TaskRun) => {
    const parent = task.parent ?? null
    const known = changes.get(parent) ?? { added: [], ticks: [] }
    changes.set(parent, known)
    return known
  }
  for (const other of state.tasks) {
    if (!other.added || other.added.at > until) continue
    const needing = other.added.parent === null ? null : taskRun(state, other.added.parent)
    const parent = needing && localId(needing.task)
    changeOf(other).added.push({ parent, task: { ...other.task, id: localId(other.task) } })
  }
  for (const existing of state.tasks)
    for (const { fact } of existing.decisions)
      if (fact.type === 'task-existed')
        changeOf(existing).ticks.push({
          task: localId(existing.task),
          criteria: fact.facts.criteria.map(({ id }) => id),
        })
  const criteria = passedCriteria(lastAttempt(run)!.receipt!)
  changeOf(run).ticks.push({ task: localId(run.task), criteria })
  for (const parent of completedWith(state, run, until))
    changeOf(parent).ticks.push({ task: localId(parent.task), criteria: [] })
  return changes
}

/** Documents of an ignored or external plan are ticked in place; an edit by others is never overwritten. */
export async function tickInPlace(ports: Ports, state: RunState, effect: Land): Promise<void> {
  const changes = bookkeepingOf(state, effect)
  for (const document of documentsOfRun(state)) {
    const change = changes.get(document.task)
    if (!change) continue
    const file = document.beside === null ? ports.planFile : ports.planFile.beside(document.beside)
    await writePlanFile(file, text => written(ports, text, change))
  }
}
