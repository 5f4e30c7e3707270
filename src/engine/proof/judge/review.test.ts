import { expect, it } from 'vitest'
import { criterion, task } from '../../../../test/rig/core/plan.ts'
import { Proving, type ProvingOptions, summary } from '../../../../test/rig/proof/proving.ts'
import { SEARCH, SHOP } from '../../../../test/rig/proof/toy-project.ts'
import { gateSentence } from '../../../core/proof/receipt.ts'
import { mayLand, waiverFor } from '../../../core/proof/waiver.ts'
import type { ReviewerAnswer } from '../../../core/review/review-answer.ts'

type Answers = NonNullable<ProvingOptions['judge']>

const wanted = task('1', { criteria: [criterion('c1', 'shows find = right')] })
const reviewer = { is: 'command', name: 'owl', command: '' } as const
const proven = (proving: Proving, judge: Answers, options: ProvingOptions = {}) =>
  proving.prove(wanted, SEARCH, { ...options, judge, config: { reviewer } })

const silence: Answers[number] = { ending: { is: 'exited', code: 0 }, judgement: { is: 'missing' } }
const saying = (answer: Partial<ReviewerAnswer>): Answers[number] => ({
  ...silence,
  review: {
    is: 'valid',
    review: {
      status: 'PASS',
      findings: [],
      answers: { contract: 'It does.', code: 'It is.' },
      releaseNote: null,
      ...answer,
    },
  },
})

it('the first sentence about an objection has its location and its problem', async () => {
  const finding = { place: 'src/search.js:1', problem: 'It never ends', severity: 'objection', about: 'code' } as const
  const receipt = await proven(new Proving(SHOP), [saying({ status: 'OBJECT', findings: [finding] })])
  expect(gateSentence(receipt.gates.find(({ gate }) => gate === 'review')!)).toBe(
    'review failed: owl objects: src/search.js:1: It never ends (code)',
  )
})

it('a reviewer without an answer is not asked again about work that a human reviewed instead', async () => {
  const proving = new Proving(SHOP)
  const degraded = await proven(proving, [silence, silence])
  expect(summary(degraded)).toMatchObject({ proven: false, gates: { review: 'review-degraded' } })
  const waivers = [waiverFor(degraded, { by: 'Ada', note: '', as: 'approved' })]
  // It would get an answer, if it were asked.
  const receipt = await proven(proving, [], { waivers })
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { review: 'review-degraded' } })
  expect(mayLand(receipt, waivers)).toBe(true)
})
