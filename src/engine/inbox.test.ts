import { expect, it } from 'vitest'
import { completed, opened, ready, reviewed } from '../../test/rig/core/facts.ts'
import { given } from '../../test/rig/core/given.ts'
import { plan, task } from '../../test/rig/core/plan.ts'
import type { KnownProcesses } from '../core/journal/decider.ts'
import { commit } from '../core/plan/ids.ts'
import type { Event } from '../core/run/event.ts'
import { asHuman } from './inbox.ts'

/** The processes that a decision is compared with, after these facts. */
async function knownAfter(...events: readonly Event[]): Promise<KnownProcesses> {
  const { state } = given(opened(plan([task('1')])), ready, completed('1'), reviewed(), ...events)
  const asked: KnownProcesses[] = []
  const deciders = {
    standing: async (_: unknown, known: KnownProcesses) => {
      asked.push(known)
      return 'human' as const
    },
  }
  await asHuman(deciders, state, { type: 'resume-run' })
  return asked[0]!
}

it.each<Event>([
  { type: 'release-gate-started', tip: commit('commit-1'), token: 'mark' },
  { type: 'integration-started', test: 'core', tip: commit('commit-1'), token: 'mark' },
  { type: 'final-review-started', tip: commit('commit-1'), agent: 'claude', token: 'mark', prompt: '' },
])('a process below $type is known, so that it cannot decide for a human', async event => {
  expect((await knownAfter()).tokens.has('mark')).toBe(false)
  expect((await knownAfter(event)).tokens.has('mark')).toBe(true)
})
