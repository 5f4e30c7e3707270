import { referenceProblem } from '../../../core/integration/reference-value.ts'
import type { Expectation } from '../../../core/plan/plan.ts'
import { unreachable } from '../../../core/result.ts'
import { cleanText } from '../../../core/text/clean-text.ts'

/** Compares the result of a criterion's command with the expected one, ignoring colours; a sentence if they differ. */
export function shortfall(
  expect: Expectation,
  seen: { readonly exitCode: number; readonly stdout: string },
): string | null {
  switch (expect.is) {
    case 'exit':
      return seen.exitCode === expect.code ? null : `expected exit ${expect.code}, got exit ${seen.exitCode}`
    case 'words':
      return seen.exitCode === 0 ? null : `expected exit 0, got exit ${seen.exitCode}`
    case 'stdout': {
      if (seen.exitCode !== 0) return `expected exit 0, got exit ${seen.exitCode}`
      const printed = cleanText(seen.stdout).trim()
      return printed === expect.text.trim()
        ? null
        : `expected "${expect.text}" on standard output, got "${printed.slice(0, 200)}"`
    }
    case 'number': {
      if (seen.exitCode !== 0) return `expected exit 0, got exit ${seen.exitCode}`
      const first = cleanText(seen.stdout).match(/-?\d+(?:\.\d+)?/)?.[0]
      return first !== undefined && Number(first) === expect.value
        ? null
        : `expected ${expect.value}, got ${first ?? 'no number'}`
    }
    case 'values': {
      if (seen.exitCode !== 0) return `expected exit 0, got exit ${seen.exitCode}`
      const text = cleanText(seen.stdout)
      const problems = expect.values.flatMap(value => referenceProblem(value, text) ?? [])
      return problems.length === 0 ? null : problems.join('; ')
    }
    default:
      return unreachable(expect)
  }
}
