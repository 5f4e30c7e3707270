import type { RunState } from '../run/state.ts'
import type { FlakyCheck } from './flaky-check.ts'
import type { GateResult } from './receipt.ts'

/** A check that was flaky somewhere in a run: on the base, or in a proof of a task. */
export interface FlakySeen extends FlakyCheck {
  /** Null for the base. */
  readonly task: string | null
}

/** All flaky checks of a run, one entry per check and task, with the sum of their runs. */
export function flakyChecks(state: RunState): readonly FlakySeen[] {
  const seen = new Map<string, FlakySeen>()
  const note = (task: string | null, gates: readonly GateResult[]) => {
    for (const { check, failed, runs } of gates.flatMap(gate => gate.flaky ?? [])) {
      const key = JSON.stringify([task, check])
      const before = seen.get(key)
      seen.set(key, { task, check, failed: failed + (before?.failed ?? 0), runs: runs + (before?.runs ?? 0) })
    }
  }
  note(null, state.baseline?.baseline.gates ?? [])
  for (const { task, attempts } of state.tasks) for (const { receipt } of attempts) note(task.id, receipt?.gates ?? [])
  return [...seen.values()]
}
