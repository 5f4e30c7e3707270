import { thisHolder } from '../../../src/adapters/store/lease-holder.ts'
import type { TaskId } from '../../../src/core/plan/ids.ts'
import type { Event } from '../../../src/core/run/event.ts'
import { openRun } from '../../../src/engine/open.ts'
import { findPlaces } from '../../../src/surfaces/cli/places/places.ts'
import { prepareRun } from '../../../src/surfaces/cli/run/prepare-run.ts'
import { wire } from '../../../src/surfaces/cli/run/wiring.ts'
import { completed, ended, proofRecorded, proofStarted, ready, refusedBy, started } from '../core/facts.ts'
import { largeHierarchy } from '../core/large-hierarchy.ts'
import { Project } from '../projects/project.ts'

const APPENDED_AT_ONCE = 500

/** A repository with a run of 2,000 tasks in 250 sub-plans: this many events, and the last task with an attempt waits for a human. */
export async function largeRun({ events }: { readonly events: number }): Promise<Project> {
  const project = await Project.with(Object.fromEntries(largeHierarchy()))
  const terminal = { print: () => {}, warn: () => {}, colour: false }
  const context = { cwd: project.dir, env: project.env(), terminal }
  const places = await findPlaces(context)
  const prepared = await prepareRun(context, places, { plan: 'PLAN.md', agent: 'command:true' })
  const ports = await wire(places, prepared.path, { env: context.env })
  try {
    const opened = await openRun(ports, { ...prepared, holder: thisHolder() })
    if (!opened.ok) throw new Error(opened.error.reason)
    const lease = opened.value.lease!
    const { state } = opened.value
    let version = state.version
    const leaves = state.tasks.filter(({ task }) => task.subPlan === undefined).map(({ task }) => task.id)
    const facts = lives(leaves, events - version)
    for (let at = 0; at < facts.length; at += APPENDED_AT_ONCE) {
      const part = facts.slice(at, at + APPENDED_AT_ONCE).map(event => ({ at: Date.now(), event }))
      const appended = await ports.store.append(lease, version, part)
      if (!appended.ok) throw new Error(appended.error)
      version = appended.value
    }
    await ports.store.releaseLease(lease)
    return project
  } finally {
    ports.store.close()
  }
}

/** Tasks completed one after the other; the last one is refused, and asks. */
function lives(ids: readonly TaskId[], count: number): readonly Event[] {
  const facts: Event[] = [...ready]
  for (const task of ids) {
    const life = completed(task)
    if (facts.length + 2 * life.length <= count) {
      facts.push(...life)
      continue
    }
    const asks: Event = { type: 'task-escalated', task, reason: 'fixes-spent', reasons: ['test failed'] }
    return [...facts, started(task), ended(task), proofStarted(task), proofRecorded(task, refusedBy('test')), asks]
  }
  return facts
}
