import { randomUUID } from 'node:crypto'
import type { ChildInput } from '../../process/child.ts'
import { type Fields, listOf } from '../answers/answer-fields.ts'
import type { Conversation } from '../conversation.ts'

/** How long it may take to exit after its input ended: the user's hooks run then. */
const LEAVING_MS = 5_000
/** How long another expected turn may take to begin. */
const NEXT_TURN_MS = 10_000

/** Messages to Claude Code, line by line: the prompt, then those of a human while it works. */
export interface ClaudeConversation extends Conversation {
  /** An event of its stream. */
  hear(event: Fields): void
  /** Sends another message; false if it is not ready yet, or no longer listening. */
  tell(words: string): boolean
  /** The conversation is over, and its input has been closed. */
  isOver(): boolean
}

/**
 * It exits only when its input ends, which stays open while it works. We close it at a result, but not while a message
 * is unread (each one read is printed again, with its id) or a background job runs: both cause another model turn and
 * another result. Closing too early is harmless, except that no more messages can be sent.
 */
export function claudeConversation(prompt: string, nextTurnMs = NEXT_TURN_MS): ClaudeConversation {
  const over = Promise.withResolvers<void>()
  const unread = new Set<string>()
  let input: ChildInput | null = null
  let jobs = 0
  let isOver = false
  let isBetweenTurns = false
  let patience: NodeJS.Timeout | undefined
  const end = (): void => {
    clearTimeout(patience)
    isOver = true
    over.resolve()
  }
  /** Another turn is expected. If it does not come, nothing else will. */
  const awaitTurn = (): void => {
    clearTimeout(patience)
    patience = setTimeout(end, nextTurnMs).unref()
  }
  return {
    leavingMs: LEAVING_MS,
    begin(given) {
      input = given
      input.write(lineOf(prompt, randomUUID()))
      return over.promise
    },
    cancel: async () => clearTimeout(patience),
    hear(event) {
      if (event.isReplay === true) unread.delete(String(event.uuid))
      if (event.subtype === 'background_tasks_changed') {
        jobs = listOf(event.tasks).length
        if (isBetweenTurns && jobs === 0) awaitTurn()
      } else if (event.type === 'result') {
        isBetweenTurns = true
        if (jobs > 0) return
        if (unread.size > 0) awaitTurn()
        else end()
      } else if (isPartOfTurn(event)) {
        isBetweenTurns = false
        clearTimeout(patience)
      }
    },
    tell(words) {
      if (input === null || isOver) return false
      const id = randomUUID()
      unread.add(id)
      input.write(lineOf(words, id))
      return true
    },
    isOver: () => isOver,
  }
}

const lineOf = (text: string, uuid: string): string =>
  JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] }, uuid })

/** Some events only report background jobs and queued messages, and may come after a result. */
const isPartOfTurn = ({ type, subtype }: Fields): boolean =>
  type === 'assistant' || type === 'user' || (type === 'system' && subtype === 'init')
