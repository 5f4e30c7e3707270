import type { EscalationReason } from '../decisions/escalation-reason.ts'
import type { Again, Resumption } from './attempt-start.ts'
import { type Attempt, draftOf, FRESH, type TaskRun } from './state.ts'

/** A session belongs to the agent that started it. */
const sameAgent = ({ by }: Attempt): Pick<Again, 'by'> => (by ? { by } : {})

/** The next agent gets the files of the attempt, on their base, and the author's session if there is one. */
export function withItsFiles(attempt: Attempt): Again {
  const session = attempt.ended?.session ?? null
  const draft = draftOf(attempt)
  if (!draft || draft.changes.length === 0)
    return { kind: attempt.receipt ? 'fix' : attempt.kind, base: null, from: null, session, ...sameAgent(attempt) }
  return { kind: 'fix', base: draft.base, from: draft.ref, session, ...sameAgent(attempt) }
}

/** After an attempt that we cut short: its author continues with its files, another agent starts like that attempt. */
export function goingOn(attempt: Attempt): Again {
  const { session, draft } = attempt.ended!
  const { kind, from } = attempt
  const base = from ? attempt.base : null
  const same = sameAgent(attempt)
  if (!session || !draft) return { kind, base, from, session: null, ...same }
  return draft.changes.length > 0
    ? { kind, base: draft.base, from: draft.ref, session, ...same }
    : { kind, base: null, from: null, session, ...same }
}

/** After an attempt that its vendor cut short: the same work in the same session if there is one; another agent gets its files. */
export function afterPause(attempt: Attempt): Again {
  const { session, draft } = attempt.ended!
  const { kind, from } = attempt
  return draft && draft.changes.length > 0
    ? { kind, base: draft.base, from: draft.ref, session, ...sameAgent(attempt) }
    : { kind, base: from ? attempt.base : null, from, session, ...sameAgent(attempt) }
}

/** The continuation of a task after a human's retry: with the existing files and session, or as in its escalation. */
export function retrying({ stage, attempts }: TaskRun, note: string): Resumption {
  const last = attempts.findLast(attempt => draftOf(attempt) !== null) ?? attempts.at(-1)
  if (!last) return FRESH
  const waiting = stage.is === 'escalated' ? stage : null
  const isProof = waiting?.again === 'prove' || isReaderTrouble(waiting?.reason)
  // Without a message for the agent, the same work is proven again: only its judge failed, or a human stopped the proof.
  if (isProof && note === '') return 'prove'
  return waiting?.again && waiting.again !== 'prove' ? waiting.again : withItsFiles(last)
}

/** Whether only the judge or the reviewer of the work failed. */
const isReaderTrouble = (reason: EscalationReason | undefined): boolean =>
  reason === 'judge-crashed' || reason === 'review-degraded'
