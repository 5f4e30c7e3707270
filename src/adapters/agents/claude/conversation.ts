import { randomUUID } from 'node:crypto'
import type { ChildInput } from '../../process/child.ts'
import { type Fields, listOf } from '../answers/answer-fields.ts'
import type { Conversation } from '../conversation.ts'

/** How long it may take to leave when its input has ended: hooks of the user's run then. */
const LEAVING_MS = 5_000
/** How long another turn may take to begin, where one is to come. */
const NEXT_TURN_MS = 10_000

/** What is said to Claude Code line by line: the prompt, then whatever a human says while it works. */
export interface ClaudeConversation extends Conversation {
  /** An event of its stream. */
  hear(event: Fields): void
  /** Says something more; false when it does not listen yet, or not any more. */
  tell(words: string): boolean
  /** Everything has been said, and its input has ended. */
  isOver(): boolean
}

/**
 * It leaves only when its input ends, which stays open while it works. That is at a result, but not while words were not
 * read (each that was is printed again, by its id) or a job runs in the background: both make the model speak once more,
 * and then another result comes. Input that ends too early does no harm; it only cannot be told anything any more.
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
  /** Another turn is to come. Should it not, nothing else will. */
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

/** Some events only tell of jobs and of what waits to be read, and may come after a result. */
const isPartOfTurn = ({ type, subtype }: Fields): boolean =>
  type === 'assistant' || type === 'user' || (type === 'system' && subtype === 'init')
