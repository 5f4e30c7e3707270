import type { TaskId } from '../../core/plan/ids.ts'
import type { FieldKey } from './fields/field-names.ts'
import type { Block, Box, Heading } from './text/blocks.ts'
import type { Range } from './text/position.ts'

/** A field of a task, not yet interpreted. */
export interface FieldDraft {
  readonly key: FieldKey | null
  /** As written. */
  readonly name: string
  readonly at: Range
  readonly value: Range
  readonly blocks: readonly Block[]
  /** Whether it is a heading inside its task. */
  readonly isHeading?: true
}

/** A task heading and everything below it. */
export interface TaskDraft {
  readonly id: TaskId
  readonly title: string
  readonly heading: Heading
  readonly fields: FieldDraft[]
  /** Text below the heading, outside of fields. */
  readonly loose: Block[]
  /** In a document without dependencies that implies an order: the preceding tasks. */
  readonly follows?: readonly TaskId[]
  /** The name of the section or group that contains it, where the document has several. */
  readonly phase?: string
}

/** A box for a group of tasks: ticked when all of them are. */
export interface Group {
  readonly id: TaskId
  readonly box: Box
  readonly tasks: readonly TaskId[]
}
