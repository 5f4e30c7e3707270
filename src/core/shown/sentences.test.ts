import { expect, test } from 'vitest'
import {
  CHANGED,
  draft,
  ended,
  finished,
  proofRecorded,
  ready,
  refusedBy,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { commit, taskId } from '../plan/ids.ts'
import type { Event } from '../run/event.ts'
import { sentence } from './sentences.ts'

const ONE = taskId('1')
const human = { task: ONE, by: 'Ada', note: 'because' }

/** The sentence about the newest fact, and the newest line in the decision log of its task. */
const both = (at: Given, event: Event) => [
  sentence({ version: 1, at: 1, event }, at.and(event).state)?.words,
  at.and(event).decisions('1').at(-1),
]

test.each<readonly [string, Event]>([
  ['a merge', { type: 'draft-merged', task: ONE, attempt: 1, draft: draft('1', 1, { changes: CHANGED }) }],
  ['a refused landing', { type: 'landing-refused', task: ONE, attempt: 1, reason: 'the branch moved' }],
  ['held work', { type: 'task-held', task: ONE, attempt: 1, branch: 'pm/held', commit: commit('abc') }],
  ['an approval', { type: 'task-approved', ...human }],
  ['a retry', { type: 'task-retried', ...human }],
  ['a skip', { type: 'task-skipped', ...human }],
  ['a stop', { type: 'task-stopped', ...human }],
  ['words to an agent', { type: 'task-told', ...human }],
  ['how far they reached', { type: 'agent-told', task: ONE, attempt: 1, reach: 'now', words: 'because' }],
])('%s reads the same while it happens and in the log of the task', (_, event) => {
  const [watched, logged] = both(given(ready, started('1'), ended('1'), proofRecorded('1')), event)
  expect(watched).toBeTruthy()
  expect(watched).toBe(logged)
})

test('a question to a human reads the same while it is asked and in the log of the task', () => {
  const at = given(ready, started('1'))
  const events = at.when(finished('1', 1, { reading: saying('blocked', { summary: 'no key' }) })).events()
  const [watched, logged] = both(at.and(events.slice(0, -1)), events.at(-1)!)
  expect(watched).toBe('waits for you: The agent for task 1 (Make 1) says that it is blocked: no key')
  expect(watched).toBe(logged)
})

test('a judge that crashed accuses nobody of a false claim', () => {
  const at = given(ready, started('1'), ended('1', 1, { reading: saying('success') }))
  const recorded = proofRecorded('1', refusedBy('judge', 'judge-crashed', { evidence: 'claude: no answer' }))
  expect(sentence({ version: 1, at: 1, event: recorded }, at.and(recorded).state)?.words).toMatch(
    /^not settled: judge crashed: claude: no answer/,
  )
})

test('a judge that crashed says nothing about work that was merged with what landed since', () => {
  const merged = { type: 'draft-merged', task: ONE, attempt: 1, draft: draft('1', 1, { changes: CHANGED }) } as const
  const at = given(ready, started('1'), ended('1', 1, { reading: saying('success') }), merged)
  const words = (gate: string, verdict: 'judge-crashed' | 'failed') => {
    const recorded = proofRecorded('1', refusedBy(gate, verdict, { evidence: 'no answer' }))
    return sentence({ version: 1, at: 1, event: recorded }, at.and(recorded).state)?.words
  }
  expect(words('judge', 'judge-crashed')).toMatch(/^not settled: judge crashed/)
  expect(words('test', 'failed')).toMatch(/^fails together with what landed since: test failed/)
})
