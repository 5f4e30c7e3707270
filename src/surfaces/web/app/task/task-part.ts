import type { WebTask } from '../../wire.ts'

/** A part of the page of a task, about one of its attempts. */
export interface TaskPartProps {
  readonly task: WebTask
  /** The attempt that is looked at; null where there is none yet. */
  readonly attempt: number | null
}
