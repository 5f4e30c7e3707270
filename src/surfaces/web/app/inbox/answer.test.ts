import { expect, test } from 'vitest'
import type { ReviewPresentation } from '../../../../core/decisions/presentation.ts'
import { answersTo, decisionAbout, isOneClick, missing, needsOf } from './answer.ts'

const decisions: ReviewPresentation['decisions'] = [
  { decision: 'approve', needs_text: false, words: 'let it land', command: 'pm-agent approve 1' },
  { decision: 'revise', needs_text: true, words: 'send it back', command: 'pm-agent revise 1 -m "…"' },
  { decision: 'skip', needs_text: false, words: 'leave it out', command: 'pm-agent skip 1' },
]
const task = (tier: string) => ({ id: '1', tier, version: 7, review: { decisions, receipt: 'abc' } })

test('the options of the question are first, in their order, and the other decisions after them', () => {
  const escalation: ReviewPresentation['escalation'] = {
    problem: '',
    impact: '',
    options: [
      { words: 'install it', command: 'pm-agent run', decision: null },
      { words: 'let it land', command: 'pm-agent approve 1', decision: 'approve' },
    ],
    recommended: 1,
    blocking: false,
  }
  const { options, others } = answersTo({ escalation, decisions })
  expect(options).toMatchObject([
    { command: 'pm-agent run', isRecommended: false },
    { decision: 'approve', isRecommended: true, isOption: true },
  ])
  expect(others.map(({ decision }) => decision)).toEqual(['revise', 'skip'])
})

test('approval is one click, but of critical work only with its id typed', () => {
  expect(isOneClick(needsOf('approve', task('normal')))).toBe(true)
  const needs = needsOf('approve', task('critical'))
  expect(isOneClick(needs)).toBe(false)
  expect(missing(needs, { text: '', confirm: '2' })).toBe('type 1 to confirm')
  expect(missing(needs, { text: '', confirm: ' 1 ' })).toBeNull()
})

test('a revision needs a text, and a reason for skipping is possible', () => {
  expect(missing(needsOf('revise', task('normal')), { text: ' ', confirm: '' })).toBe('write a text first')
  expect(missing(needsOf('skip', task('critical')), { text: '', confirm: '' })).toBeNull()
  expect(isOneClick(needsOf('skip', task('normal')))).toBe(false)
})

test('a decision is about the version and the receipt that were shown', () => {
  expect(decisionAbout(task('normal'), 'approve')).toEqual({
    decision: 'approve',
    subject: '1',
    version: 7,
    receipt: 'abc',
  })
  expect(decisionAbout(task('critical'), 'waive', { text: ' a reason ', confirm: '1' })).toMatchObject({
    message: 'a reason',
    confirm: '1',
  })
})
