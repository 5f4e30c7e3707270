import type { Diagnostic, Severity } from '../../../core/plan/plan.ts'
import type { Locate, Range } from '../text/position.ts'

/** Collects diagnostics of a document in any order. */
export interface Findings {
  readonly diagnostics: Diagnostic[]
  say(severity: Severity, code: string, at: Range, message: string, hint?: string | null): void
}

export function createFindings(locate: Locate): Findings {
  const diagnostics: Diagnostic[] = []
  return {
    diagnostics,
    say: (severity, code, at, message, hint = null) => {
      diagnostics.push({ severity, code, message, hint, span: locate(at) })
    },
  }
}
