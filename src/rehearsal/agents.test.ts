import { expect, test } from 'vitest'
import { opened, ready, started } from '../../test/rig/core/facts.ts'
import { given } from '../../test/rig/core/given.ts'
import { plan, task } from '../../test/rig/core/plan.ts'
import { runId, taskId } from '../core/plan/ids.ts'
import { DEFAULT_LIMITS } from '../core/settings/config.ts'
import type { Agents, Launch, LaunchResult } from '../ports.ts'
import { rehearsedAgents } from './agents.ts'
import { readScript } from './read-script.ts'
import { Rehearsal } from './rehearsal.ts'

const PLAN = plan([task('1')])
/** How far the played time is ahead of that of the machine. */
const LEAPT_MS = 7_200_000

function rehearsalOf(text: string): Rehearsal {
  const script = readScript(text, { name: 'script.yaml', plan: PLAN })
  if (!script.ok) throw new Error(JSON.stringify(script.error))
  const rehearsal = new Rehearsal(script.value, PLAN, () => false)
  rehearsal.hear(given(opened(PLAN), ready, started('1')).state)
  return rehearsal
}

const LAUNCH: Launch = {
  agent: { is: 'scripted', name: 'agent', script: 'agents.json' },
  run: runId('run'),
  task: taskId('1'),
  attempt: 1,
  dir: 'workspace',
  role: 'worker',
  prompt: '',
  session: null,
  token: 'token',
  minutes: 45,
  limits: DEFAULT_LIMITS,
}
const RESULT: LaunchResult = {
  ending: { is: 'exited', code: 0 },
  reading: { is: 'invalid', problem: 'none of ours' },
  session: null,
  outputFile: null,
  durationMs: 5,
}

/** What comes of a launch whose player ends like this, and what the player was given. */
async function launched(text: string, result: Partial<LaunchResult> = {}, signal = new AbortController().signal) {
  let seen: Launch | null = null
  const players: Agents = {
    reap: async () => {},
    sessionIn: async () => null,
    launch: async launch => {
      seen = launch
      return { ...RESULT, ...result }
    },
  }
  return {
    came: await rehearsedAgents(players, rehearsalOf(text), { now: () => Date.now() + LEAPT_MS }).launch(
      LAUNCH,
      signal,
      async () => {},
    ),
    seen: seen! as Launch,
  }
}

test('an attempt takes as long as it is told, and is played in a fraction of it', async () => {
  const startedMs = performance.now()
  const { came } = await launched('tasks: { 1: { takes: 12 min } }\nspeed: 10000')
  expect(came).toEqual({ ...RESULT, durationMs: 12 * 60_000 })
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

test('an attempt that takes longer than it may is stopped, and its report was never written', async () => {
  const { came } = await launched('tasks: { 1: { takes: 46 min } }\nspeed: 1000000')
  expect(came).toMatchObject({ ending: { is: 'timed-out', minutes: 45 }, reading: { is: 'missing' } })
})

test('an agent that hangs is waited for less long, and is said to have hung as long as in a real run', async () => {
  const hung = await launched('tasks: { 1: { steps: [hang] } }', { ending: { is: 'idle', minutes: 0.05 } })
  expect(hung.seen.limits.idleMinutes).toBeLessThan(0.1)
  expect(hung.came.ending).toEqual({ is: 'idle', minutes: 10 })
  // A slow machine must not look like an idle agent.
  expect((await launched('tasks: { 1: { steps: [{ print: a }] } }')).seen).toEqual(LAUNCH)
})

test('a usage limit ends so long after the time that is played', async () => {
  const resetsAt = Date.now() + 3_600_000
  const limited = { is: 'usage-limit', problem: 'limit', resetsAt } as const
  const { came } = await launched('', { ending: limited })
  expect(came.ending).toMatchObject({ is: 'usage-limit', problem: 'limit' })
  expect(Math.abs((came.ending as typeof limited).resetsAt - resetsAt - LEAPT_MS)).toBeLessThan(1_000)
  const vague = { is: 'usage-limit', problem: 'limit', resetsAt: null } as const
  expect((await launched('', { ending: vague })).came.ending).toEqual(vague)
})

test('sleeping is shortened, and sleeping for longer than anybody waits is hanging', () => {
  const rehearsal = rehearsalOf('tasks: { 1: { steps: [{ sleep: { ms: 60000 } }, { sleep: { ms: 3600000 } }] } }')
  expect(rehearsal.agents({ idleMinutes: 10 }).tasks!['1']).toEqual([
    { steps: [{ sleep: { ms: 100 } }, { hang: true }] },
  ])
})

test('a rehearsal that is stopped stops its agents', async () => {
  const stopped = AbortSignal.abort()
  const { came } = await launched('tasks: { 1: { takes: 40 min } }\nspeed: 1', {}, stopped)
  expect(came.ending).toEqual({ is: 'stopped' })
})
