import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readFinalReview } from './final-review.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pm-agent-final-review-'))
  mkdirSync(join(dir, '.pm-agent'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const reading = (answer: unknown) => {
  writeFileSync(join(dir, '.pm-agent/result.json'), JSON.stringify(answer))
  return readFinalReview(dir)
}
const FINDING = { severity: 'warning', title: 'Two ways to do it', place: 'src/a.ts:3' }
const problemIn = (answer: unknown) => reading(answer).then(read => (read.is === 'invalid' ? read.problem : read.is))

it('a verdict with its findings is read; a fix is the usual kind, and other fields are ignored', async () => {
  expect(await reading({ verdict: 'NEEDS_FIXES', findings: [FINDING], confidence: 0.9 })).toEqual({
    is: 'valid',
    answer: { verdict: 'needs-fixes', summary: '', findings: [{ ...FINDING, detail: '', kind: 'fix' }] },
  })
  expect(await reading({ verdict: 'SHIP', summary: 'Good.', findings: [] })).toEqual({
    is: 'valid',
    answer: { verdict: 'ship', summary: 'Good.', findings: [] },
  })
})

it('without a file there is no verdict', async () => {
  expect(await readFinalReview(dir)).toEqual({ is: 'missing' })
})

it.each([
  ['no verdict', { findings: [] }, 'verdict'],
  ['another word', { verdict: 'LGTM', findings: [] }, 'verdict'],
  ['no findings', { verdict: 'SHIP' }, 'findings'],
  [
    'a finding without a line',
    { verdict: 'SHIP', findings: [{ ...FINDING, place: 'src/a.ts' }] },
    'expected a location',
  ],
  ['a finding without a title', { verdict: 'SHIP', findings: [{ ...FINDING, title: ' ' }] }, 'expected a title'],
  [
    'SHIP in spite of a critical finding',
    { verdict: 'SHIP', findings: [{ ...FINDING, severity: 'critical' }] },
    'it answers SHIP in spite of a critical finding',
  ],
  [
    'NEEDS_FIXES with notes only',
    { verdict: 'NEEDS_FIXES', findings: [{ ...FINDING, severity: 'note' }] },
    'it answers NEEDS_FIXES without a finding that asks for a fix',
  ],
])('%s is no verdict', async (_, answer, words) => {
  expect(await problemIn(answer)).toContain(words)
})
