import { expect, it } from 'vitest'
import { criterion, spokenCriterion, task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, type ProvingOptions, summary } from '../../../../test/rig/proof/proving.ts'
import { SEARCH, SHOP } from '../../../../test/rig/proof/toy-project.ts'
import type { Judgement } from '../../../core/proof/judgement.ts'

type Answers = NonNullable<ProvingOptions['judge']>

const asked = task('1', {
  criteria: [criterion('c1', 'shows find = right'), spokenCriterion('c2', 'The words are friendly')],
})
const judged = (judge: Answers) =>
  new Proving(SHOP).prove(asked, SEARCH, { judge, config: { judge: { is: 'command', name: 'owl', command: '' } } })

const crash: Answers[number] = { ending: { is: 'signalled', signal: 'SIGKILL' }, judgement: { is: 'missing' } }
const ended = { is: 'exited', code: 0 } as const
const saying = (criteria: Judgement['criteria']): Answers[number] => ({
  ending: ended,
  judgement: {
    is: 'valid',
    judgement: {
      status: 'VERIFIED',
      criteria,
      violations: [],
      suspiciousPasses: [],
      undocumentedChanges: [],
      missingContext: [],
      adaptation: null,
      confirmedChanges: [],
    },
  },
})
const cites = (place: string) => saying([{ id: 'c2', status: 'PASS', reason: 'it greets', evidence: [place] }])
const good = cites('src/search.js:1')

it.each<[string, Answers[number], string]>([
  ['crashes', crash, 'it was ended by SIGKILL'],
  ['says nothing', { ending: ended, judgement: { is: 'missing' } }, 'it left no answer'],
  [
    'answers in another form',
    { ending: ended, judgement: { is: 'invalid', problem: 'it is not JSON' } },
    'its answer cannot be read: it is not JSON',
  ],
  ['cites a line that does not exist', cites('src/search.js:7'), 'it cites src/search.js:7, which does not exist'],
  ['leaves out a criterion', saying([]), 'it does not answer c2'],
])('a judge that %s twice has passed nothing', async (_name, answer, problem) => {
  const receipt = await judged([answer, answer])
  expect(summary(receipt)).toMatchObject({ proven: false, gates: { judge: 'judge-crashed' } })
  expect(evidence(receipt, 'judge')).toContain(problem)
})

it('a judge that crashes once is asked again', async () => {
  const receipt = await judged([crash, good])
  expect(summary(receipt)).toMatchObject({
    proven: true,
    gates: { 'criterion:c2': 'judged, not blocking', judge: 'passed' },
  })
})

it('all work of a coding agent is judged, although commands settle everything, and however low its tier is', async () => {
  const settled = task('1', { criteria: [criterion('c1', 'shows find = right')] })
  const proven = (work: typeof settled, fields = {}) =>
    new Proving(SHOP).prove(work, SEARCH, {
      judge: [saying([])],
      config: { worker: { is: 'claude', name: 'claude', model: null, path: 'claude' }, ...fields },
    })
  for (const work of [settled, { ...settled, tier: 'low', kind: 'docs' } as const])
    expect(summary(await proven(work))).toMatchObject({ proven: true, gates: { judge: 'passed' } })
  expect(summary(await proven(settled, { judging: 'never' })).gates).not.toHaveProperty('judge')
  const own = {
    worker: { is: 'command', name: 'own', command: '' },
    judge: { is: 'command', name: 'owl', command: '' },
  }
  expect(summary(await proven(settled, own)).gates).not.toHaveProperty('judge')
})
