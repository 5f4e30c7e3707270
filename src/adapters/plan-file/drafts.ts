import type { TaskId } from '../../core/plan/ids.ts'
import type { FieldKey } from './fields/field-names.ts'
import type { Block, Box, Heading } from './text/blocks.ts'
import type { Range } from './text/position.ts'

/** A field of a task, not yet understood. */
export interface FieldDraft {
  readonly key: FieldKey | null
  /** As written. */
  readonly name: string
  readonly at: Range
  readonly value: Range
  readonly blocks: readonly Block[]
  /** It is a heading inside its task. */
  readonly isHeading?: true
}

/** A task heading and what stands below it. */
export interface TaskDraft {
  readonly id: TaskId
  readonly title: string
  readonly heading: Heading
  readonly fields: FieldDraft[]
  /** What no field claims: words below the heading. */
  readonly loose: Block[]
  /** In a document that says no dependencies and means an order: the tasks that go before this one. */
  readonly follows?: readonly TaskId[]
}

/** A box that stands for the tasks inside it: ticked when all of them are. */
export interface Group {
  readonly box: Box
  readonly tasks: readonly TaskId[]
}
