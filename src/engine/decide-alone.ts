import type { Deciders } from '../core/journal/decider.ts'
import { err, ok, type Result } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import { evolve } from '../core/run/evolve.ts'
import type { Command, Refusal } from '../core/run/input.ts'
import { fold, type RunState } from '../core/run/state.ts'
import type { Answer, Lease, Store } from '../ports.ts'
import { asHuman, takenIn } from './inbox.ts'

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

/** Answers the commands that arrived while the run ended: nothing drives a finished run again. */
export async function answerWaiting(
  store: Store,
  lease: Lease,
  { deciders, now }: { readonly deciders: Deciders | undefined; readonly now: number },
): Promise<void> {
  for (const { id, command } of await store.pending(lease.run)) {
    const state = fold(await store.read(lease.run), evolve)
    if (state === null) return
    const taken = await takenIn(deciders, state, command)
    const decided = taken.ok ? decide(state, taken.value, now) : taken
    const answer: Answer = decided.ok ? { accepted: true } : { accepted: false, refusal: decided.error }
    const events = decided.ok ? decided.value.map(event => ({ at: now, event })) : []
    await store.append(lease, state.version, events, [{ id, answer }])
  }
}
