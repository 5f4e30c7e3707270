import type { z } from 'zod'
import { someOf } from '../../../core/text/lists.ts'

const PROBLEMS_SHOWN = 3

/** The schema's findings, each with its path, in one line. */
export function problemsOf(error: z.ZodError): string {
  const problems = error.issues.map(issue => `${placeOf(issue.path)}: ${issue.message}`)
  return someOf(problems, { max: PROBLEMS_SHOWN, between: '; ' })
}

/** `tasks.1[0].steps[2].write.path`, as in code. */
function placeOf(path: readonly PropertyKey[]): string {
  const parts = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`))
  return parts.join('') || 'the whole'
}
