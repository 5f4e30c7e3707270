import { expect, test } from 'vitest'
import { processesOf } from '../rig/project.ts'
import type { Turn } from './model/server.ts'
import { goodWork, openLive } from './rig.ts'

const soon = Math.floor(Date.now() / 1000) + 3_600
const SETTINGS = { 'pm-agent.yaml': 'limits: { relaunches: 0, idle_minutes: 0.1 }\n' }
const LIMIT: Turn = {
  status: 429,
  headers: {
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': String(soon),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'retry-after': '3600',
  },
}
/** By a login instead of a key: only a login has usage limits. */
const LOGIN = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy' }

test.each<readonly [string, Turn, Readonly<Record<string, string>>, string]>([
  [
    'that is overloaded',
    { status: 529, message: 'Overloaded' },
    {},
    'it ended with an error of its own: API Error: 529',
  ],
  ['that breaks', { status: 500, message: 'broken' }, {}, 'it ended with an error of its own: API Error: 500 broken'],
  ['that refuses the key', { status: 401 }, {}, 'it ended with an error of its own: Failed to authenticate.'],
  [
    'whose usage limit is reached',
    LIMIT,
    LOGIN,
    `it ended with an error of its own: usage limit reached: You've hit your 5-hour limit`,
  ],
  ['that does not answer', { hang: true }, {}, 'it said nothing for 6 seconds and was stopped'],
])('a model %s is trouble of the agent, in the right words', async (_, turn, env, words) => {
  await using live = await openLive({ 1: [turn] }, SETTINGS)
  const run = await live.start(env).done
  expect(run.code).toBe(3)
  const status = await live.project.status()
  expect(status.tasks[0]).toMatchObject({ state: 'escalated', attempts: 1, gates: [] })
  expect(status.escalations[0]!.problem).toContain(words)
  if (turn === LIMIT) expect(status.escalations[0]!.problem).toContain(new Date(soon * 1000).toISOString().slice(0, 19))
  expect(live.model.requests.length).toBeGreaterThan(0)
  expect(live.model.strange).toEqual([])
  expect(processesOf(live.project.root)).toEqual([])
})

test('a model that recovers is asked again in the same session', async () => {
  await using live = await openLive({ 1: [{ status: 529 }, goodWork('sum'), { text: 'All done.' }] })
  expect((await live.start().done).code).toBe(0)
  expect((await live.project.status()).tasks[0]).toMatchObject({ outcome: 'proven', attempts: 2 })
  expect(live.model.requests[1]!.conversation.match(/## TASK/g)).toHaveLength(2)
})

test('pm-agent is killed while the agent works; the next run ends what is left and completes the task', async () => {
  await using live = await openLive({ 1: [goodWork('wrong'), { hang: true }, goodWork('sum'), { text: 'All done.' }] })
  const life = live.start()
  await live.asked(life, 2)
  life.kill('SIGKILL')
  expect((await life.done).signal).toBe('SIGKILL')
  // The CLI does not notice that its parent is gone.
  expect(processesOf(live.project.root).join()).toContain('--session-id')

  const run = await live.start().done
  expect(run.code).toBe(0)
  const status = await live.project.status()
  expect(status.tasks[0]).toMatchObject({ state: 'completed', outcome: 'proven', attempts: 2 })
  expect(await live.project.show(status.run.branch, 'src/wrong.js')).toBe('')
  expect(live.model.strange).toEqual([])
  expect(processesOf(live.project.root)).toEqual([])
})
