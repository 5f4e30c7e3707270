import type { ChildInput } from '../process/child.ts'

/** How long an agent that has finished may take to exit. */
const LEAVING_MS = 2_000
/** How long an agent may take to cancel when asked, before it is killed. */
const CANCEL_MS = 3_000

/** A conversation with a program while it runs, instead of one prompt. */
export interface Conversation {
  /** Resolves at the end of the conversation. */
  begin(input: ChildInput): Promise<void>
  /** Asks the program to cancel; resolves when it has. */
  cancel(): Promise<void>
  /** How long it may take to exit, if not the usual time. */
  readonly leavingMs?: number
}

/** An open conversation: cancelled by message first; a program that does not exit after it is killed. */
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
