import type { Again } from './event.ts'
import { type Attempt, draftOf } from './state.ts'

/** The next agent finds what is really in the tree, on the base it was made for, and the author's session where there is one. */
export function withItsFiles(attempt: Attempt): Again {
  const session = attempt.ended?.session ?? null
  const draft = draftOf(attempt)
  if (!draft || draft.changes.length === 0)
    return { kind: attempt.receipt ? 'fix' : attempt.kind, base: null, from: null, session }
  return { kind: 'fix', base: draft.base, from: draft.ref, session }
}

/** What we cut short ourselves: its author goes on with its files, anybody else begins as that attempt began. */
export function goingOn(attempt: Attempt): Again {
  const { session, draft } = attempt.ended!
  const { kind, from } = attempt
  const base = from ? attempt.base : null
  if (!session || !draft) return { kind, base, from, session: null }
  return draft.changes.length > 0
    ? { kind, base: draft.base, from: draft.ref, session }
    : { kind, base: null, from: null, session }
}

/** What its vendor cut short: the same work in the same session where there is one; whoever else goes on finds its files. */
export function afterPause(attempt: Attempt): Again {
  const { session, draft } = attempt.ended!
  const { kind, from } = attempt
  return draft && draft.changes.length > 0
    ? { kind, base: draft.base, from: draft.ref, session }
    : { kind, base: from ? attempt.base : null, from, session }
}
