import type { Again, Resumption } from './event.ts'
import { type Attempt, draftOf, FRESH, type TaskRun } from './state.ts'

/** A session belongs to the agent that began it. */
const sameAgent = ({ by }: Attempt): Pick<Again, 'by'> => (by ? { by } : {})

/** The next agent finds what is really in the tree, on the base it was made for, and the author's session where there is one. */
export function withItsFiles(attempt: Attempt): Again {
  const session = attempt.ended?.session ?? null
  const draft = draftOf(attempt)
  if (!draft || draft.changes.length === 0)
    return { kind: attempt.receipt ? 'fix' : attempt.kind, base: null, from: null, session, ...sameAgent(attempt) }
  return { kind: 'fix', base: draft.base, from: draft.ref, session, ...sameAgent(attempt) }
}

/** What we cut short ourselves: its author goes on with its files, anybody else begins as that attempt began. */
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

/** What its vendor cut short: the same work in the same session where there is one; whoever else goes on finds its files. */
export function afterPause(attempt: Attempt): Again {
  const { session, draft } = attempt.ended!
  const { kind, from } = attempt
  return draft && draft.changes.length > 0
    ? { kind, base: draft.base, from: draft.ref, session, ...sameAgent(attempt) }
    : { kind, base: from ? attempt.base : null, from, session, ...sameAgent(attempt) }
}

/** How a task goes on that a human sends back: with the files and the session that are there, or as its escalation says. */
export function retrying({ stage, attempts }: TaskRun, note: string): Resumption {
  const last = attempts.findLast(attempt => draftOf(attempt) !== null) ?? attempts.at(-1)
  if (!last) return FRESH
  const waiting = stage.is === 'escalated' ? stage : null
  const isProof = waiting?.again === 'prove' || waiting?.reason === 'judge-crashed'
  // Where nobody has a word for the agent, the same work is proven: only its judge failed, or a human broke off the proof.
  if (isProof && note === '') return 'prove'
  return waiting?.again && waiting.again !== 'prove' ? waiting.again : withItsFiles(last)
}
