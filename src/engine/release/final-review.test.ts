import { expect, it } from 'vitest'
import { completed, config, opened, ready } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit, tree } from '../../core/plan/ids.ts'
import type { AgentSpec } from '../../core/settings/config.ts'
import type { Ports } from '../../ports.ts'
import { reviewBranch } from './final-review.ts'

const CLAUDE: AgentSpec = { is: 'claude', name: 'claude' } as AgentSpec

/** The launches of a reviewer that answers nothing, and the review that is recorded then. */
async function unanswered(costUsd: number | null, usdPerRun: number) {
  const before = given(
    opened(plan([task('1')]), { config: config({ usdPerRun }, { reviewer: CLAUDE }) }),
    ready,
    completed('1'),
  )
  const { state } = before.and({
    ...{ type: 'final-review-started', tip: commit('commit-1'), agent: 'claude', token: 't', prompt: 'Review it' },
  })
  let launches = 0
  const meter = { model: null, version: null, tokens: null, tokensOver: 'launch', costUsd, costOver: 'launch' }
  const ports = {
    clock: { now: () => 0 },
    vault: {},
    workspaces: {
      prepare: async () => ({ dir: '/w' }),
      collect: async () => ({ tree: tree('same') }),
      discard: async () => {},
    },
    agents: {
      launch: async () => {
        launches++
        return { ending: { is: 'exited', code: 0 }, finalReview: { is: 'missing' }, durationMs: 1, meter }
      },
    },
  } as unknown as Ports
  const effect = { type: 'review-branch', tip: commit('commit-1'), number: 1 } as const
  const signal = new AbortController().signal
  const options = { signal, before: before.state, observe: async () => {} }
  return { review: await reviewBranch(ports, state, effect, options), launches }
}

it.each([
  ['is asked again', null, 5, 2],
  ['is asked again if the same cost fits once more', 2, 5, 2],
  ['is not asked again if it does not', 3, 5, 1],
])('a reviewer without an answer %s, and the review is degraded', async (_, costUsd, usdPerRun, launches) => {
  const found = await unanswered(costUsd, usdPerRun)
  expect(found).toMatchObject({ launches, review: { review: { verdict: 'degraded', problem: 'it left no verdict' } } })
})
