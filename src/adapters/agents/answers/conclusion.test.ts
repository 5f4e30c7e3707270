import { describe, expect, test } from 'vitest'
import type { Meter } from '../../../core/money/meter.ts'
import type { ProgramEnd } from '../program.ts'
import type { Denial, Heard } from '../stream-facts.ts'
import { concludeHeard } from './conclusion.ts'

const SESSION = '4c7908f0-27fe-4b72-80bf-7282226b7e48'
const NOW = Date.UTC(2026, 10, 16, 1, 0)
const METER: Meter = {
  model: 'opus',
  version: '2.1.325',
  tokens: { input: 1, cached: 0, output: 1 },
  tokensOver: 'launch',
  costUsd: 0.1,
  costOver: 'session',
}

const heard = (fields: Partial<Heard> = {}): Heard => ({
  session: SESSION,
  text: 'All done.',
  changesWanted: 0,
  denials: [],
  limit: null,
  error: null,
  hasEnded: true,
  meter: METER,
  ...fields,
})
const end = (fields: Partial<ProgramEnd> = {}): ProgramEnd => ({
  ending: { is: 'exited', code: 0 },
  reading: { is: 'missing' },
  session: null,
  output: '',
  ...fields,
})
const conclude = (told: Heard, ended: ProgramEnd = end()) => concludeHeard(told, ended, NOW)
const failed = (problem: string) => ({ is: 'agent-error', problem })
const erring = (problem: string, status: number | null = null): Partial<Heard> => ({ error: { problem, status } })

describe('an end', () => {
  test('that is good reports the last message as its summary, marked as such, and the usage', () => {
    expect(conclude(heard())).toEqual({
      ending: { is: 'exited', code: 0 },
      reading: {
        is: 'valid',
        report: expect.objectContaining({
          status: 'success',
          summary: '(no result file; its last words) All done.',
          issues: [],
        }),
      },
      session: SESSION,
      meter: METER,
    })
  })

  test('of an agent without usage data leaves the usage unknown', () => {
    expect(conclude(heard({ meter: null }))).not.toHaveProperty('meter')
  })

  test('by an agent error is an error whatever the exit code, and no claim about the task', () => {
    for (const code of [0, 1]) {
      const told = conclude(heard(erring('No\n conversation')), end({ ending: { is: 'exited', code } }))
      expect(told.ending).toEqual(failed('No conversation'))
      expect(told.reading).toEqual({ is: 'missing' })
    }
  })

  test.each([
    ['API Error: 529 Overloaded.', 529],
    ['API Error: 503', 503],
    ['unexpected status 503 Service Unavailable: scripted 503, url: http://127.0.0.1:8805/v1/responses', null],
    ['exceeded retry limit, last status: 529', null],
    ['Selected model is at capacity. Please try a different model.', null],
  ])('by a model without room says so: %s', (problem, status) => {
    expect(conclude(heard(erring(problem, status))).ending).toEqual({ is: 'overloaded', problem })
  })

  test.each([
    ['API Error: 500 broken', 500],
    ['it listens on port 503', null],
    ['Quota exceeded. Check your plan and billing details.', null],
    ['Your credit balance is too low', 429],
  ])('by anything else is the error of the agent that it is: %s', (problem, status) => {
    expect(conclude(heard(erring(problem, status))).ending).toEqual(failed(problem))
  })

  test('by a usage limit has its reset time from a separate event', () => {
    const limited = erring("You've hit your limit", 429)
    const ending = (limit: Heard['limit']) => conclude(heard({ ...limited, limit })).ending
    expect(ending({ resetsAt: NOW + 1 })).toEqual({
      is: 'usage-limit',
      problem: "You've hit your limit",
      resetsAt: NOW + 1,
    })
    expect(ending({ resetsAt: null })).toMatchObject({ is: 'usage-limit', resetsAt: null })
    expect(ending(null)).toMatchObject({ is: 'usage-limit', resetsAt: null })
  })

  test('by a usage limit that only the message mentions is one too', () => {
    expect(conclude(heard(erring('You’ve hit your usage limit. Try again in 2 hours.'))).ending).toMatchObject({
      is: 'usage-limit',
      resetsAt: NOW + 2 * 3_600_000,
    })
  })

  test('by a quota that resets is a usage limit, and not a billing problem', () => {
    const ending = (problem: string) => conclude(heard(erring(problem, 429))).ending
    expect(ending('You have exhausted your daily quota on this model.')).toMatchObject({
      is: 'usage-limit',
      resetsAt: null,
    })
    expect(ending('You have exhausted your capacity on this model. Your quota will reset after 2h0m1s.')).toMatchObject(
      { is: 'usage-limit', resetsAt: NOW + 7_201_000 },
    )
  })

  test('that is good after a limit came near is good', () => {
    expect(conclude(heard({ limit: { resetsAt: null } })).ending).toEqual({ is: 'exited', code: 0 })
  })

  test('with a bad code after a good result is an error', () => {
    expect(conclude(heard(), end({ ending: { is: 'exited', code: 1 } })).ending).toEqual(
      failed('it exited with code 1 after a result that says success'),
    )
  })

  test('without a result is an error with the last output, and without a report', () => {
    const silent = heard({ session: null, text: '', hasEnded: false, meter: null })
    expect(conclude(silent)).toEqual({
      ending: failed('it exited with code 0 and without a result'),
      reading: { is: 'missing' },
      session: null,
    })
    const output = '{"type":"system"}\nerror: unknown option --verbos\n\n'
    expect(conclude(silent, end({ ending: { is: 'exited', code: 1 }, output })).ending).toEqual(
      failed('it exited with code 1 and without a result: error: unknown option --verbos'),
    )
  })

  test('that we caused stays as it is; session and usage are kept', () => {
    const idle = { is: 'idle', minutes: 10 } as const
    expect(conclude(heard({ hasEnded: false }), end({ ending: idle }))).toEqual({
      ending: idle,
      reading: { is: 'missing' },
      session: SESSION,
      meter: METER,
    })
  })

  test('names the session of the stream, whatever a result file says', () => {
    expect(conclude(heard(), end({ session: 'invented' })).session).toBe(SESSION)
  })
})

describe('a denial', () => {
  const denied = (tool: string, target: string, changes = true): Denial => ({ is: 'denied', tool, target, changes })
  const denials = [denied('Write', '/tmp/x')]

  test('during successful work is noted in the report, from a file or the last message', () => {
    const busy = heard({ denials, changesWanted: 3 })
    const own = conclude(busy)
    expect(own.ending).toEqual({ is: 'exited', code: 0 })
    expect(own.reading).toMatchObject({ report: { issues: ['permission was denied: Write /tmp/x'] } })
    if (own.reading.is !== 'valid') throw new Error('no report')
    const report = { ...own.reading.report, issues: ['mine'], summary: 'from the file' }
    expect(conclude(busy, end({ reading: { is: 'valid', report } })).reading).toEqual({
      is: 'valid',
      report: { ...report, issues: ['mine', 'permission was denied: Write /tmp/x'] },
    })
  })

  test('of every tool call is an error of the agent', () => {
    const many = Array.from({ length: 7 }, (_, at) => denied('Bash', `rm ${at}`))
    expect(conclude(heard({ denials: many, changesWanted: 7 })).ending).toEqual(
      failed(
        'everything it wanted to change was denied: Bash rm 0; Bash rm 1; Bash rm 2; Bash rm 3; Bash rm 4; 2 more',
      ),
    )
  })

  test('of a read-only tool is not an error', () => {
    const curious = heard({ denials: [denied('WebFetch', 'https://example.org', false)] })
    expect(conclude(curious).ending).toEqual({ is: 'exited', code: 0 })
  })
})
