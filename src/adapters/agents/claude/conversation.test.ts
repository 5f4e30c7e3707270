import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { claudeConversation } from './conversation.ts'

const RESULT = { type: 'result', subtype: 'success' }
const INIT = { type: 'system', subtype: 'init' }
const SPEAKS = { type: 'assistant', message: {} }
const jobs = (...tasks: readonly string[]) => ({ type: 'system', subtype: 'background_tasks_changed', tasks })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A conversation under way, with the lines that were written. */
function begun() {
  const lines: string[] = []
  const conversation = claudeConversation('Do it.', 1_000)
  const said = () => lines.map(line => JSON.parse(line))
  void conversation.begin({ write: line => lines.push(line), end: () => {} })
  /** It prints again what it has read. */
  const reads = (at: number) => conversation.hear({ ...said()[at], isReplay: true })
  return { ...conversation, said, reads }
}

describe('the input of Claude Code', () => {
  test('holds the prompt, and ends at the result', () => {
    const { said, hear, isOver } = begun()
    expect(said()).toEqual([
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: 'Do it.' }] },
        uuid: expect.any(String),
      },
    ])
    hear(INIT)
    hear(SPEAKS)
    expect(isOver()).toBe(false)
    hear(RESULT)
    expect(isOver()).toBe(true)
  })

  test('ends at the result after messages that were read while it worked', () => {
    const { tell, reads, hear, isOver } = begun()
    hear(SPEAKS)
    expect(tell('use the blue one')).toBe(true)
    reads(1)
    hear(RESULT)
    expect(isOver()).toBe(true)
    expect(tell('too late')).toBe(false)
  })

  test('stays open at a result that came before a message was read, for the turn that answers it', () => {
    const { said, tell, reads, hear, isOver } = begun()
    hear(SPEAKS)
    tell('use the blue one')
    hear(RESULT)
    expect(isOver()).toBe(false)
    hear(INIT)
    vi.advanceTimersByTime(60_000)
    expect(isOver()).toBe(false)
    expect(tell('and the big one')).toBe(true)
    reads(1)
    reads(2)
    hear(RESULT)
    expect(isOver()).toBe(true)
    expect(said()).toHaveLength(3)
  })

  test('stays open while a background job runs, and until the model has reacted to it', () => {
    const { tell, reads, hear, isOver } = begun()
    hear(jobs('b1'))
    hear(RESULT)
    vi.advanceTimersByTime(60_000)
    expect(isOver()).toBe(false)
    expect(tell('use the blue one')).toBe(true)
    reads(1)
    hear(RESULT)
    expect(isOver()).toBe(false)
    hear(jobs())
    hear(INIT)
    vi.advanceTimersByTime(60_000)
    expect(isOver()).toBe(false)
    hear(RESULT)
    expect(isOver()).toBe(true)
  })

  test('ends after a timeout if a message is never read, or nothing follows the end of a job', () => {
    const deaf = begun()
    deaf.tell('use the blue one')
    deaf.hear(RESULT)
    const quiet = begun()
    quiet.hear(jobs('b1'))
    quiet.hear(RESULT)
    quiet.hear(jobs())
    vi.advanceTimersByTime(999)
    expect([deaf.isOver(), quiet.isOver()]).toEqual([false, false])
    vi.advanceTimersByTime(1)
    expect([deaf.isOver(), quiet.isOver()]).toEqual([true, true])
  })

  test('accepts nothing before the agent is ready', () => {
    expect(claudeConversation('Do it.').tell('use the blue one')).toBe(false)
  })
})
