import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/ports.ts'
import { standInClaude } from '../rig/agents/stand-in-claude.ts'
import { runInProcess } from '../rig/projects/in-process.ts'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** The first time its limit is reached for two seconds. */
const limited = (root: string): string => `
echo "$PM_AGENT_TASK $said" >> '${root}/calls'
if mkdir '${root}/reached' 2> /dev/null; then
  resets=$(($(date +%s) + 2))
  echo '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":'$resets'},"session_id":"'$session'"}'
  echo '{"type":"result","subtype":"success","is_error":true,"api_error_status":429,"result":"limit reached","session_id":"'$session'","total_cost_usd":0.01}'
  exit 1
fi`

/** The time of this machine, but whoever waits for long leaps over most of it. */
function leapingClock(): Clock {
  let leapt = 0
  const now = () => Date.now() + leapt
  return {
    now,
    until: async (at, signal) => {
      await wait(Math.min(at - now(), LEAP_AFTER_MS), undefined, { signal }).catch(() => {})
      if (!signal.aborted) leapt += Math.max(0, at - now())
    },
  }
}
const LEAP_AFTER_MS = 500

test('a run waits for a usage limit, then the same session continues, at no cost', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }]),
  })
  const claude = standInClaude(project, { costUsd: 0.02, before: limited(project.root) })
  project.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}judge: never\nagents: { limited: { kind: claude, path: ${claude} } }\n`,
  })
  const state = await runInProcess(project, { plan: 'PLAN.md', agent: 'limited', clock: leapingClock() })
  expect(state.finished).toBe(true)

  const [first, again, second] = readFileSync(join(project.root, 'calls'), 'utf8').split('\n')
  const session = /--session-id (\S+)/.exec(first!)![1]
  expect(again).toMatch(new RegExp(`^1 .*--resume ${session}`))
  expect(second).toMatch(/^2 .*--session-id/)

  const facts = await project.facts()
  const paused = facts.find(({ event }) => event.type === 'agent-paused')!
  const resumed = facts.filter(({ event }) => event.type === 'attempt-started')[1]!
  if (paused.event.type !== 'agent-paused') throw new Error('nobody was paused')
  expect(resumed.at).toBeGreaterThanOrEqual(paused.event.until!)
  expect((await project.pm('why', '1')).stdout).toMatch(/limit/)
  // The second launch goes on in the session of the first, whose cent it counts again; nobody reviews the branch without a judge.
  expect((await project.status()).run.cost_usd).toBeCloseTo(0.04)
})
