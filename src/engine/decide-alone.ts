import type { Deciders } from '../core/journal/decider.ts'
import { err, ok, type Result } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import type { Command, Refusal } from '../core/run/input.ts'
import type { RunState } from '../core/run/state.ts'
import type { Lease, Store } from '../ports.ts'
import { asHuman } from './inbox.ts'

/** Decides one command while no engine is running: the lease holder is the writer. */
export async function decideAlone(
  store: Store,
  lease: Lease,
  state: RunState,
  command: Command,
  { deciders, now }: { readonly deciders: Deciders; readonly now: number },
): Promise<Result<void, Refusal | 'overtaken'>> {
  const human = await asHuman(deciders, state, command)
  if (!human.ok) return err(human.error)
  const decided = decide(state, human.value, now)
  if (!decided.ok) return err(decided.error)
  const appended = await store.append(
    lease,
    state.version,
    decided.value.map(event => ({ at: now, event })),
  )
  return appended.ok ? ok(undefined) : err('overtaken')
}
