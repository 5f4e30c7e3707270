import { describe, expect, it } from 'vitest'
import {
  BASE,
  completed,
  config,
  draft,
  ended,
  keptRef,
  landed,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit, taskId, tree } from '../plan/ids.ts'
import type { Effect } from './effect.ts'
import type { Observation } from './input.ts'

const side = (...tasks: Parameters<typeof plan>[0]) => opened(plan(tasks), { config: config({ parallel: 3 }) })
const dispatched = (effects: readonly Effect[]) =>
  effects.flatMap(effect => (effect.type === 'run-attempt' ? [effect.task as string] : []))

describe('tasks side by side', () => {
  it('start as many as there are places', () => {
    expect(dispatched(given(side(task('1'), task('2'), task('3'), task('4')), ready).next())).toEqual(['1', '2', '3'])
  })

  it('give a place back when their work waits in the lane behind a proof, but not while one lands', () => {
    const four = side(task('1'), task('2'), task('3'), task('4'))
    const working = given(four, ready, started('1'), started('2'), started('3'))
    expect(dispatched(working.next())).toEqual(['1', '2', '3'])
    const landing = working.and(ended('1'), proofStarted('1'), proofRecorded('1'))
    expect(dispatched(landing.next())).toEqual(['2', '3'])
    const after = landing.and(landingStarted('1'), landed('1'))
    expect(dispatched(after.next())).toEqual(['2', '3', '4'])
  })

  it('leave a critical one alone: it starts when nothing runs, and nothing starts beside it', () => {
    const three = side(task('1'), task('2', { tier: 'critical', needs: ['1'] }), task('3'))
    const beside = given(three, ready, completed('1'), started('3'))
    expect(dispatched(beside.next())).toEqual(['3'])
    const alone = given(three, ready, completed('1'))
    expect(dispatched(alone.next())).toEqual(['2'])
    expect(dispatched(alone.and(started('2', 1, { base: commit('commit-1') })).next())).toEqual(['2'])
  })

  it.each([
    ['owner', { owner: 'api' }, { owner: 'api' }],
    [
      'file',
      { files: { create: ['src/a.ts'], modify: [], delete: [], test: [] } },
      { outputs: [{ name: 'a', type: 'file', value: 'src/a.ts', note: '' }] },
    ],
  ] as const)('of one %s wait for each other', (_, one, other) => {
    expect(dispatched(given(side(task('1', one), task('2', other), task('3')), ready).next())).toEqual(['1', '3'])
  })

  it('of one configured area wait for each other, until the first has landed', () => {
    const files = (path: string) => ({ files: { create: [path], modify: [], delete: [], test: [] } })
    const areas = [{ glob: 'packages/api/**', owner: 'api' }]
    const two = opened(plan([task('1', files('packages/api/a.ts')), task('2', files('packages/api/b.ts'))]), {
      config: config({ parallel: 3 }, { areas }),
    })
    expect(dispatched(given(two, ready).next())).toEqual(['1'])
    expect(dispatched(given(two, ready, started('1'), ended('1'), proofRecorded('1')).next())).toEqual([])
    expect(dispatched(given(two, ready, completed('1')).next())).toEqual(['2'])
  })
})

// 1 and 2 work side by side on the base; 1 lands first
const two = given(
  side(task('1'), task('2')),
  ready,
  started('1'),
  started('2'),
  ended('1'),
  proofRecorded('1'),
  landingStarted('1'),
  landed('1'),
  {
    type: 'branch-published',
    tip: commit('commit-1'),
  },
)
const proven = two.and(ended('2'), proofStarted('2'), proofRecorded('2'))
const tip = commit('commit-1')
const merged = { ...draft('2'), base: tip, tree: tree('merged'), ref: `${keptRef('2', 1)}-onto-commit-1` }
const mergeFinished = (conflicts: readonly string[] = []): Observation => ({
  type: 'merge-finished',
  task: taskId('2'),
  attempt: 1,
  draft: merged,
  conflicts,
})

describe('work on a branch that has moved', () => {
  it('is merged aside before it lands', () => {
    expect(proven.next()).toEqual([{ type: 'merge', task: '2', attempt: 1, onto: tip }])
  })

  it('is proven again as merged, and lands on the tip it was merged with', () => {
    const after = proven.after(mergeFinished())
    expect(after.next()).toEqual([{ type: 'prove', task: '2', attempt: 1 }])
    expect(after.status('2')).toBe('testing')
    const again = after.and(proofStarted('2'), proofRecorded('2'))
    expect(again.next()).toEqual([{ type: 'land', task: '2', attempt: 1, onto: tip }])
  })

  it('keeps its place at the head of the lane while it is proven again', () => {
    const three = given(
      side(task('1'), task('2'), task('3')),
      ready,
      started('1'),
      started('2'),
      started('3'),
      ended('1'),
      proofRecorded('1'),
      landingStarted('1'),
      landed('1'),
    )
    const waiting = three.and(ended('2'), proofRecorded('2')).after(mergeFinished()).and(ended('3'), proofRecorded('3'))
    expect(waiting.state.lane).toEqual(['2', '3'])
    expect(waiting.next().filter(effect => effect.type === 'land' || effect.type === 'merge')).toEqual([])
  })

  it('that merges cleanly and breaks goes back to its own agent, on the merged files', () => {
    const broken = proven
      .after(mergeFinished())
      .and(proofStarted('2'))
      .after(proofFinished('2', refusedBy('test')))
    expect(broken.state.lane).toEqual([])
    expect(broken.next()).toEqual([
      { type: 'run-attempt', task: '2', attempt: 2, kind: 'fix', base: tip, from: merged.ref, session: null },
    ])
  })

  it('that conflicts goes back with the marked files, and costs no round of fixing', () => {
    const conflicted = proven.after(mergeFinished(['src/a.js']))
    expect(conflicted.task('2').fixes).toBe(0)
    expect(conflicted.next()).toEqual([
      { type: 'run-attempt', task: '2', attempt: 2, kind: 'fix', base: tip, from: merged.ref, session: null },
    ])
    expect(conflicted.decisions('2').at(-1)).toBe('it goes back to an agent: src/a.js conflicts with what landed since')
  })

  const union = { ...merged, tree: tree('union'), ref: `${merged.ref}-union` }
  const unionMade = { ...mergeFinished(['src/a.js']), union } as Observation

  it('that conflicts only in what both sides added is proven with both additions, and no agent is asked', () => {
    const tried = proven.after(unionMade)
    expect(tried.next()).toEqual([{ type: 'prove', task: '2', attempt: 1 }])
    expect(tried.state.lane).toEqual(['2'])
    expect(tried.decisions('2').at(-1)).toContain('both added lines to src/a.js, and both additions are kept')
    const again = tried.and(proofStarted('2'), proofRecorded('2'))
    expect(again.next()).toEqual([{ type: 'land', task: '2', attempt: 1, onto: tip }])
  })

  it('whose two additions do not hold together goes back with the marked files, and costs no round of fixing', () => {
    const refuted = proven
      .after(unionMade)
      .and(proofStarted('2'))
      .after(proofFinished('2', refusedBy('test')))
    expect(refuted.task('2').fixes).toBe(0)
    expect(refuted.task('2').attempts.at(-1)).toMatchObject({ conflicts: ['src/a.js'], refuted: ['test failed'] })
    expect(refuted.next()).toEqual([
      { type: 'run-attempt', task: '2', attempt: 2, kind: 'fix', base: tip, from: merged.ref, session: null },
    ])
  })

  it('whose two additions cannot be checked on this machine is asked about, and not sent back', () => {
    const unchecked = proven
      .after(unionMade)
      .and(proofStarted('2'))
      .after(proofFinished('2', refusedBy('test', 'environment')))
    expect(unchecked.status('2')).toBe('escalated')
  })

  it('that conflicts without end is given to a human when its launches are spent', () => {
    const limited = opened(plan([task('1'), task('2')]), { config: config({ parallel: 3, launchesPerTask: 1 }) })
    const at = given(
      limited,
      ready,
      started('1'),
      started('2'),
      ended('1'),
      proofRecorded('1'),
      landingStarted('1'),
      landed('1'),
      ended('2'),
      proofRecorded('2'),
    )
    expect(at.after(mergeFinished(['src/a.js'])).status('2')).toBe('escalated')
  })

  it('is not merged when nothing landed since', () => {
    expect(given(side(task('1')), ready, started('1'), ended('1'), proofRecorded('1')).next()).toEqual([
      { type: 'land', task: '1', attempt: 1, onto: BASE },
    ])
  })
})
