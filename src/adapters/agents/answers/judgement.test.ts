import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJudgement } from './judgement.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pm-agent-judgement-'))
  mkdirSync(join(dir, '.pm-agent'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const reading = (text: string) => {
  writeFileSync(join(dir, '.pm-agent/result.json'), text)
  return readJudgement(dir)
}

const LEAST = {
  status: 'VERIFIED',
  acceptance_criteria: { results: [] },
  must_not_do: { violations: [] },
  side_effects: {},
}
const result = (fields: object) => ({
  ...LEAST,
  acceptance_criteria: { results: [{ id: 'c1', status: 'PASS', evidence: ['src/a.ts:1'], ...fields }] },
})

it('the minimum is a status and the three parts, and other fields are ignored', async () => {
  expect(await reading(JSON.stringify({ ...LEAST, verified: true, __proto__: { status: 'x' } }))).toEqual({
    is: 'valid',
    judgement: {
      status: 'VERIFIED',
      criteria: [],
      violations: [],
      suspiciousPasses: [],
      undocumentedChanges: [],
      missingContext: [],
      adaptation: null,
      confirmedChanges: [],
    },
  })
})

describe('not a verdict is', () => {
  it.each([
    ['an empty file', ''],
    ['a word', 'VERIFIED'],
    ['a list', '[]'],
    ['a proof of inheritance', '{"__proto__":{"status":"VERIFIED"}}'],
    ['half of it', JSON.stringify(LEAST).slice(0, 40)],
    ['deep nesting', '['.repeat(200_000)],
    ['another status', JSON.stringify({ ...LEAST, status: 'SHIP' })],
    ['a part left out', JSON.stringify({ ...LEAST, must_not_do: undefined })],
    ['another word for pass', JSON.stringify(result({ status: 'OK' }))],
    ['evidence without a line', JSON.stringify(result({ evidence: ['src/a.ts'] }))],
    ['evidence in words', JSON.stringify(result({ evidence: ['I looked: it is fine'] }))],
    ['a text without end', JSON.stringify(result({ reason: 'x'.repeat(5_000) }))],
    ['a list without end', JSON.stringify({ ...LEAST, side_effects: { missing_context: Array(300).fill('x') } })],
    [
      'a wish without a title',
      JSON.stringify({
        ...LEAST,
        suggested_adaptation: {
          blockage_type: 'dod_gap',
          suggested_todo: { title: ' ' },
          scope_signals: { within_todo_scope: true },
        },
      }),
    ],
  ])('%s', async (_, text) => {
    expect(await reading(text)).toMatchObject({ is: 'invalid' })
  })

  it('a link that leads elsewhere', async () => {
    writeFileSync(join(dir, 'elsewhere.json'), JSON.stringify(LEAST))
    symlinkSync('../elsewhere.json', join(dir, '.pm-agent/result.json'))
    expect(await readJudgement(dir)).toMatchObject({ is: 'invalid' })
  })

  it('nothing', async () => {
    expect(await readJudgement(dir)).toEqual({ is: 'missing' })
  })
})
