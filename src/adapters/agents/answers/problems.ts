import type { z } from 'zod'

const PROBLEMS_SHOWN = 3

/** The schema's findings, each with its path, in one line. */
export function problemsOf(error: z.ZodError): string {
  const problems = error.issues.map(issue => `${placeOf(issue.path)}: ${issue.message}`)
  const more = problems.length - PROBLEMS_SHOWN
  return problems.slice(0, PROBLEMS_SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

/** `tasks.1[0].steps[2].write.path`, as in code. */
function placeOf(path: readonly PropertyKey[]): string {
  const parts = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`))
  return parts.join('') || 'the whole'
}
