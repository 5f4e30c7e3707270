import type { DiffUnderReview } from './diff.ts'
import type { DiffFinding } from './finding.ts'

/** One check that reads a diff. */
export interface DiffCheck {
  /** The name of its gate; `Allow: <name>` in a task turns its findings into warnings. */
  readonly name: string
  look(diff: DiffUnderReview): readonly DiffFinding[]
}
