import type { DiffUnderReview } from './diff.ts'
import type { Finding } from './finding.ts'

/** One question that is put to a diff. */
export interface Check {
  /** The name of its gate; `Allow: <name>` in a task turns what it finds into warnings. */
  readonly name: string
  look(diff: DiffUnderReview): readonly Finding[]
}
