import { currentRelease } from '../release/reviewed.ts'
import type { RunState } from '../run/state.ts'
import { releaseProblems } from './release-problem.ts'
import { releaseProblemWords } from './release-words.ts'

/** The release of a run in the documented JSON. */
export interface ReleaseView {
  readonly is: 'red' | 'green' | 'written'
  readonly commit: string
  readonly problems: readonly string[]
  readonly checks: readonly {
    readonly name: string
    readonly on: string
    readonly command: string
    readonly verdict: string
    readonly exit_code: number | null
    readonly duration_ms: number
  }[]
  readonly manifest: string | null
  readonly notes: string | null
}

/** Null before the first gate, and while tasks change what it was about. */
export function releaseView(state: RunState): ReleaseView | null {
  const { gate } = state.release
  const written = currentRelease(state)
  if (!gate || (gate.proof.tip !== state.tip && written?.of !== gate.proof.tip)) return null
  const problems = written ? [] : releaseProblems(state, gate.proof).map(releaseProblemWords)
  return {
    is: written ? 'written' : problems.length > 0 ? 'red' : 'green',
    commit: gate.proof.tip,
    problems,
    checks: gate.proof.checks.map(({ name, on, command, verdict, exitCode, durationMs }) => ({
      ...{ name, on, command, verdict },
      exit_code: exitCode,
      duration_ms: durationMs,
    })),
    manifest: written?.path ?? null,
    notes: written?.notes ?? null,
  }
}
