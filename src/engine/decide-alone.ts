import type { Deciders } from '../core/journal/decider.ts'
import { err, ok, type Result } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import { evolve } from '../core/run/evolve.ts'
import type { Command, Refusal } from '../core/run/input.ts'
import { fold, type RunState } from '../core/run/state.ts'
import type { Answer, Lease, Store } from '../ports.ts'
import { asHuman, takenIn } from './inbox.ts'

/**
 * Decides one command while no engine is running: the lease holder is the writer. If another process wrote to the run after it
 * was read, the command is decided again about the run as it is now, as by an engine; it names what was seen.
 */
export async function decideAlone(
  store: Store,
  lease: Lease,
  read: RunState,
  command: Command,
  { deciders, now }: { readonly deciders: Deciders; readonly now: number },
): Promise<Result<void, Refusal | 'overtaken'>> {
  for (const state of [read, null]) {
    const latest = state ?? fold(await store.read(lease.run), evolve)!
    const human = await asHuman(deciders, latest, command)
    if (!human.ok) return err(human.error)
    const decided = decide(latest, human.value, now)
    if (!decided.ok) return err(decided.error)
    const events = decided.value.map(event => ({ at: now, event }))
    if ((await store.append(lease, latest.version, events)).ok) return ok(undefined)
  }
  return err('overtaken')
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
