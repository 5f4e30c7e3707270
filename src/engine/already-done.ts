import { descendantsOf, hasOwnWork, isParent } from '../core/plan/hierarchy.ts'
import { type Commit, type TaskId, type Tree, taskId } from '../core/plan/ids.ts'
import type { Plan, Task } from '../core/plan/plan.ts'
import { documentsOfPlan, type PlanDocument } from '../core/plan/plan-documents.ts'
import type { PlanPlace } from '../core/plan/plan-place.ts'
import type { Ports } from '../ports.ts'

/** A plan as read, and its location. */
interface ReadPlanAt {
  readonly plan: Plan
  readonly planText: string
  readonly place: PlanPlace
  readonly anew?: boolean | undefined
}

interface Done {
  readonly tasks: readonly TaskId[]
  readonly plan: Plan
  readonly planText: string
  readonly notes: readonly string[]
}

interface OurCopy {
  readonly branchTip: Commit | null
  readonly record: Tree | null
}

/** The boxes of our own copies, if there are any, else of the documents themselves. */
export async function alreadyDone(ports: Ports, request: ReadPlanAt, at: OurCopy): Promise<Done> {
  const { plan, planText, place } = request
  const copies = await treeOfCopies(ports, request, at)
  const known = new Set(plan.tasks.map(task => task.id))
  const done = await Promise.all(
    documentsOfPlan(plan, planText, place).map(document => doneIn(ports, document, { copies, known, request })),
  )
  const texts = new Map(done.map(({ document, text }) => [document.task, text]))
  const ticked = new Set(done.flatMap(({ tasks }) => tasks))
  const subPlans = plan.subPlans?.map(sub => ({ ...sub, text: texts.get(sub.task) ?? sub.text }))
  return {
    tasks: plan.tasks.flatMap(task => (counts(plan, task, ticked) ? [task.id] : [])),
    plan: subPlans ? { ...plan, subPlans } : plan,
    planText: texts.get(null)!,
    notes: done.flatMap(({ notes }) => notes),
  }
}

/** The box of a parent says nothing about open tasks inside it, and without work of its own it says nothing at all. */
function counts({ tasks }: Plan, task: Task, ticked: ReadonlySet<TaskId>): boolean {
  if (!ticked.has(task.id) || !isParent(task)) return ticked.has(task.id)
  const inside = descendantsOf(tasks, task.id)
  return inside.length === 0 || (hasOwnWork(task) && inside.every(child => !hasOwnWork(child) || ticked.has(child.id)))
}

async function doneIn(
  { vault, planFile }: Ports,
  document: PlanDocument,
  {
    copies,
    known,
    request,
  }: { readonly copies: Tree | null; readonly known: ReadonlySet<TaskId>; readonly request: ReadPlanAt },
) {
  const { task, path, text } = document
  const whole = (id: TaskId): TaskId => (task === null ? id : taskId(`${task}/${id}`))
  const ticksIn = (words: string) => planFile.ticks(words).filter(tick => known.has(whole(tick.task)))
  const own = ticksIn(text).map(tick => whole(tick.task))
  const copy = copies && (await vault.readText(copies, path))
  if (copy === null) return { document, tasks: own, text, notes: [] }
  const ticked = ticksIn(copy)
  const counted = new Set(ticked.map(tick => whole(tick.task)))
  const where = request.place.kept === 'apart' ? 'in what pm-agent keeps about it' : 'on the plan branch'
  const notes = own
    .filter(id => !counted.has(id))
    .map(id => `task ${id} is ticked in ${path} but not ${where}: it counts as open`)
  return { document, tasks: [...counted], text: planFile.tick(text, ticked), notes }
}

/** The tree with our ticks. One that is kept apart cannot be unticked by hand, so a new start ignores it. */
async function treeOfCopies(
  { vault }: Ports,
  { place, anew }: ReadPlanAt,
  { branchTip, record }: OurCopy,
): Promise<Tree | null> {
  if (place.kept === 'in-place') return null
  return place.kept === 'on-branch' ? branchTip && (await vault.treeOf(branchTip)) : anew ? null : record
}
