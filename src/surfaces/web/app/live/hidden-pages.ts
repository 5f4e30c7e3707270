/** For so long a hidden page keeps its stream: a short look at something else costs nothing. */
const REST_AFTER_MS = 30_000

/**
 * A browser opens six connections to a server at most, and a stream is one of them. Of the hidden pages with the same name one keeps its
 * stream, for notifications; the others `rest` until they are seen or the turn is theirs, and then `wake`. Returns the end of it.
 */
export function shareWhileHidden(
  name: string,
  { rest, wake }: { readonly rest: () => void; readonly wake: () => void },
): () => void {
  const over = new AbortController()
  let shown = new AbortController()
  let isResting = false
  const goOn = () => {
    if (isResting && !over.signal.aborted) wake()
    isResting = false
  }
  const hide = () => {
    const { signal } = shown
    const timer = setTimeout(() => {
      isResting = true
      rest()
    }, REST_AFTER_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const keepTurn = async () => {
      clearTimeout(timer)
      goOn()
      const { promise, resolve } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => resolve())
      if (!signal.aborted) await promise
    }
    // Absent where a page is not served from this machine or with TLS.
    if (!navigator.locks) return clearTimeout(timer)
    navigator.locks.request(`pm-agent ${name}`, { signal }, keepTurn).catch(() => {})
  }
  const look = () => {
    shown.abort()
    shown = new AbortController()
    if (document.hidden) hide()
    else goOn()
  }
  document.addEventListener('visibilitychange', look, { signal: over.signal })
  if (document.hidden) hide()
  return () => {
    over.abort()
    shown.abort()
  }
}
