import { describe, it } from 'vitest'
import { BASE, baseline, ready } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import type { Event } from './event.ts'
import type { Command, Observation } from './input.ts'

describe('an unhealthy base', () => {
  const begun = given({ type: 'branch-started', tip: BASE, planCommit: false })
  const sick = baseline({ problems: ['test (npm test) fails in 9 of 10 tests', 'lint (x) needs a tool'] })
  const measured: Observation = { type: 'baseline-measured', base: BASE, baseline: sick }
  const recorded: Event = { type: 'baseline-recorded', base: BASE, baseline: sick }
  const accept: Command = { type: 'accept-baseline', by: 'Ada' }

  it('halts the run with what, where and what to do', () =>
    begun.when(measured).then([
      recorded,
      {
        type: 'run-halted',
        problem:
          'The commands do not work on the code as it is now: test (npm test) fails in 9 of 10 tests; lint (x) needs a tool',
        hints: [
          'make them work in a fresh clone of the repository, or set other ones under `commands:` in pm-agent.yaml',
          'pm-agent run --accept-baseline goes on all the same and says so in every report',
        ],
      },
    ]))

  it('is accepted by a human once', () => {
    begun
      .after(measured)
      .when(accept)
      .then([{ type: 'baseline-accepted', by: 'Ada' }])
    begun.after(measured, accept).when(accept).then([])
  })

  it('is accepted before it is measured, and then halts nothing', () => {
    begun.when(accept).then([{ type: 'baseline-accepted', by: 'Ada' }])
    begun.after(accept).when(measured).then([recorded])
  })

  it('is accepted by the same words that resume the run', () => {
    begun.after(measured, { type: 'resume-run' }, accept).when(measured).then([recorded])
  })

  it('is the only one that can be accepted', () => {
    given(ready).when(accept).thenRefused({
      reason: 'nothing-to-accept',
      message: 'The base is healthy: there is nothing to accept.',
      hints: [],
    })
  })

  it('that is healthy halts nothing', () => {
    begun
      .when({ type: 'baseline-measured', base: BASE, baseline: baseline() })
      .then([{ type: 'baseline-recorded', base: BASE, baseline: baseline() }])
  })
})
