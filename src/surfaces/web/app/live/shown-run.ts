import type { WebChange, WebRunShown } from '../../wire.ts'

/** What the page shows of a run. */
export type ShownRun = WebRunShown

/** The run after a change. Tasks that did not change keep their identity, so that nothing of them is drawn again. */
export function withChange(before: ShownRun | null, change: WebChange): ShownRun {
  const { version, run, tasks: changed, order, driver, critical_path } = change
  const known = new Map((before?.view.tasks ?? []).map(task => [task.id, task]))
  for (const task of changed) known.set(task.id, task)
  const ids = order ?? [...known.keys()]
  return { version, view: { ...run, tasks: ids.flatMap(id => known.get(id) ?? []) }, driver, critical_path }
}
