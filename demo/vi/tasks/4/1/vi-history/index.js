const STEPS_MAX = 1000

/** A history before anything has happened. `past` ends with the newest step, `future` begins with the next one. */
export const EMPTY = { past: [], future: [] }

/** Remembers how things were before a change. What was undone before that can no longer be redone. */
export const record = ({ past }, before) => ({ past: [...past, before].slice(-STEPS_MAX), future: [] })

/** One step back from how things are now; null when there is none. */
export function undo({ past, future }, now) {
  if (past.length === 0) return null
  return { snapshot: past.at(-1), history: { past: past.slice(0, -1), future: [now, ...future] } }
}

/** One step forward again; null when nothing was undone. */
export function redo({ past, future }, now) {
  if (future.length === 0) return null
  return { snapshot: future[0], history: { past: [...past, now], future: future.slice(1) } }
}
