import { describe, expect, it } from 'vitest'
import { briefOf } from '../../../test/rig/core/brief.ts'
import {
  config,
  draft,
  ended,
  gate,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import type { Limits } from '../settings/config.ts'
import type { Strength } from './strength.ts'

const STRENGTH: Strength = {
  ...{ noticed: 7, of: 9, unnoticed: [], idle: [], left: 3 },
  survivors: [
    { path: 'src/range.js', line: 12, was: '<', now: '<=' },
    { path: 'src/range.js', line: 14, was: 'list.sort()', now: '' },
  ],
}
const weak = receipt({ gates: [gate('test', 'passed'), gate('strength', 'passed', { strength: STRENGTH })] })
const strong = receipt({
  gates: [gate('test', 'passed'), gate('strength', 'passed', { strength: { ...STRENGTH, noticed: 9, survivors: [] } })],
})

const running = (limits: Partial<Limits> = {}): Given =>
  given(opened(plan([task('1')]), { config: config(limits) }), ready)
const proven = (at: Given, number: number, of = weak): Given =>
  at
    .and(started('1', number), ended('1', number, { draft: draft('1', number) }), proofStarted('1', number))
    .after(proofFinished('1', of, number))

const stageOf = (at: Given) => at.task('1').stage.is

describe('proven work whose tests do not notice small changes', () => {
  it('goes back to its author once, with its files, and not as a failed fix', () => {
    const once = proven(running(), 1)
    expect(once.task('1')).toMatchObject({ stage: { is: 'queued', kind: 'fix', from: draft('1').ref }, fixes: 0 })
    expect(stageOf(proven(once, 2))).toBe('proven')
  })

  it('is told what the tests do not notice, and that nothing failed', () => {
    const once = proven(running(), 1)
    const { prompt } = briefOf(once, '1', 'fix')
    expect(prompt).toContain('the tests also pass when `<` is `<=` in src/range.js:12')
    expect(prompt).toContain('the tests also pass when `list.sort()` is gone in src/range.js:14')
    expect(prompt).not.toContain('WHAT FAILED')
  })

  it.each([
    ['there is no round left', running({ fixes: 0 }), weak],
    ['there is no launch left', running({ launchesPerTask: 1 }), weak],
    ['there is nothing to notice', running(), strong],
  ])('lands at once where %s', (_, at, of) => {
    expect(stageOf(proven(at, 1, of))).toBe('proven')
  })
})
