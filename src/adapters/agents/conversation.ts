import type { ChildInput } from '../process/child.ts'

/** How long an agent that has said everything may take to leave by itself. */
const LEAVING_MS = 2_000
/** How long an agent may take to break off when it is asked to, before it is made to. */
const CANCEL_MS = 3_000

/** Speaks with a program while it runs, instead of telling it everything at once. */
export interface Conversation {
  /** Resolves when there is nothing more to say. */
  begin(input: ChildInput): Promise<void>
  /** Asks the program to break off; resolves when it has. */
  cancel(): Promise<void>
  /** How long it may take to leave by itself, where that is not the usual time. */
  readonly leavingMs?: number
}

/** A conversation that is under way: it is broken off in words first, and whoever does not leave after it is made to. */
export interface UnderWay {
  speak(input: ChildInput): void
  /** Aborts when the program is to be ended. */
  readonly signal: AbortSignal
  clear(): void
}

export function underWay(conversation: Conversation, signal: AbortSignal): UnderWay {
  const end = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const endIn = (ms: number): void => void timers.add(setTimeout(() => end.abort(), ms).unref())
  const onAbort = (): void => {
    endIn(CANCEL_MS)
    void conversation.cancel().finally(() => end.abort())
  }
  if (signal.aborted) end.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    signal: end.signal,
    speak(input) {
      void conversation.begin(input).finally(() => {
        input.end()
        endIn(conversation.leavingMs ?? LEAVING_MS)
      })
    },
    clear() {
      signal.removeEventListener('abort', onAbort)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
