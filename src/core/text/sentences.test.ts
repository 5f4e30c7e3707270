import { expect, test } from 'vitest'
import { parsePlan } from '../../adapters/plan-file/read.ts'
import { citableSentences, sentencesOf } from './sentences.ts'

test('title, description and criteria can be cited, each by an id of its own', () => {
  const { plan } = parsePlan(
    '### [ ] TODO 1: Say the comparative\n\n**Steps**:\n- [ ] Politeness grows. The greeting says how much.\n\n**Acceptance Criteria**:\n- [ ] it says better\n',
    { path: 'PLAN.md' },
  )
  const task = plan!.tasks[0]!
  expect(citableSentences(task, task.criteria)).toEqual([
    { id: 'title', words: 'Say the comparative' },
    { id: 's1', words: 'Politeness grows.' },
    { id: 's2', words: 'The greeting says how much.' },
    { id: 'c1', words: 'it says better' },
  ])
})

test('a number or an abbreviation inside a sentence does not end it', () => {
  expect(sentencesOf(['Rounds to 2.5 places, e.g. for prices. Then prints.'])).toEqual([
    'Rounds to 2.5 places, e.g. for prices.',
    'Then prints.',
  ])
})
