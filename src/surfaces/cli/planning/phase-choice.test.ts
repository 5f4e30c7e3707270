import { describe, expect, it } from 'vitest'
import { hierarchyAdvice } from '../../../core/planning/hierarchy-advice.ts'
import type { ProposedPhase } from '../../../core/planning/proposal.ts'
import { chooser, depthOf, phasesOf } from './phase-choice.ts'

const phase = (title: string, tasks: number, needs: readonly number[] = []): ProposedPhase => ({
  ...{ title, tasks, needs, goal: '', domain: title, criteria: [] },
})
const BIG = [phase('Buffer', 8), phase('Display', 9, [1]), phase('Help', 1, [1])]

/** The choice of a human who gives these answers, and everything that was printed. */
async function chosen(
  answers: readonly (string | null)[] | null,
  { phases = BIG, detail = 'first' as const, columns = undefined as number | undefined } = {},
) {
  const printed: string[] = []
  const left = [...(answers ?? [])]
  const terminal = { print: (text: string) => void printed.push(text), warn: () => {}, colour: false, columns }
  const ask = answers === null ? {} : { ask: async () => left.shift() ?? null }
  const words = { words: '' }
  const choose = chooser({ cwd: '/', env: {}, terminal, ...ask }, { phases: detail, chosen: words })
  const choice = await choose(phases, hierarchyAdvice(phases))
  return { choice, words: words.words, printed, left }
}

describe('a large plan', () => {
  it.each<[string, readonly (string | null)[], object]>([
    ['yes', ['yes'], { is: 'hierarchical', detailed: [1] }],
    ['yes by enter', [''], { is: 'hierarchical', detailed: [1] }],
    ['no', ['no'], { is: 'flat' }],
    ['customize: other phases', ['customize', 'no help'], { is: 'again', words: 'no help' }],
    ['customize: all now', ['c', '', 'all'], { is: 'hierarchical', detailed: [1, 2, 3] }],
    ['customize: some now', ['c', '', '9', '3, 1'], { is: 'hierarchical', detailed: [1, 3] }],
    ['nothing that is known, then no', ['maybe', 'n'], { is: 'flat' }],
    ['Ctrl-C', [null], { is: 'stop' }],
  ])('is asked about, with the answer %s', async (_, answers, choice) => {
    const found = await chosen(answers)
    expect(found.choice).toEqual(choice)
    expect(found.left).toEqual([])
    expect(found.printed).toContain('  2. Display (9 tasks)')
  })

  it('is decided by the rule without a terminal, and says so', async () => {
    const { choice, words } = await chosen(null)
    expect(choice).toEqual({ is: 'hierarchical', detailed: [1] })
    const { printed } = await chosen(null, { columns: 60 })
    expect(printed.filter(line => line.length > 60)).toEqual([])
    expect(words).toContain('by the rule, because there is no one to ask: 18 tasks in 3 phases and 3 fields of work')
  })
})

describe('a small plan', () => {
  it('is one list, and nobody is asked', async () => {
    const { choice } = await chosen(['yes'], { phases: [phase('All', 9), phase('More', 6)] })
    expect(choice).toEqual({ is: 'flat' })
  })

  it('has phases of its own where several fields of work are clear', () => {
    const small = [phase('Store', 4), phase('Show', 4), phase('Docs', 2)]
    expect(hierarchyAdvice(small).isHierarchical).toBe(true)
    expect(hierarchyAdvice(small.slice(0, 2)).isHierarchical).toBe(false)
    expect(hierarchyAdvice([phase('One', 40)]).isHierarchical).toBe(false)
  })
})

it('flags that are no numbers are refused', () => {
  expect([phasesOf(undefined), phasesOf('all'), phasesOf('2'), depthOf('0'), depthOf(undefined)]).toEqual([
    'first',
    'all',
    2,
    0,
    null,
  ])
  expect(() => phasesOf('some')).toThrow('not a number of phases')
  expect(() => depthOf('deep')).toThrow('not a depth')
})
