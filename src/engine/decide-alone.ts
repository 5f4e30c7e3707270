import { err, ok, type Result } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import type { Command, Refusal } from '../core/run/input.ts'
import type { RunState } from '../core/run/state.ts'
import type { Lease, Store } from '../ports.ts'

/** Decides one command while no engine is running: the lease holder is the writer. */
export async function decideAlone(
  store: Store,
  lease: Lease,
  state: RunState,
  command: Command,
  now: number,
): Promise<Result<void, Refusal | 'overtaken'>> {
  const decided = decide(state, command, now)
  if (!decided.ok) return err(decided.error)
  const appended = await store.append(
    lease,
    state.version,
    decided.value.map(event => ({ at: now, event })),
  )
  return appended.ok ? ok(undefined) : err('overtaken')
}
