import type { TaskView } from '../../../src/core/shown/view.ts'

/** A task as the server shows it, waiting, with these differences. */
export const taskView = (id: string, more: Partial<TaskView> = {}): TaskView => ({
  id,
  title: `Make ${id}`,
  state: 'waiting',
  outcome: null,
  reason: null,
  tier: 'normal',
  tier_reasons: [],
  depends_on: [],
  parent: null,
  attempts: 0,
  commit: null,
  gates: [],
  strength: null,
  ...more,
})
