import { expect, test } from 'vitest'
import { planLines } from './plan-lines.ts'

test('lines keep their text and know their task; a heading in a fence is none', () => {
  const lines = planLines('# Plan\n### [x] TODO 1: Buffer\n```\n# no heading\n```\nend', { 1: 2 })
  expect(lines.map(({ kind }) => kind)).toEqual(['heading', 'heading', 'fence', 'fence', 'fence', 'text'])
  expect(lines[1]).toEqual({ number: 2, text: '### [x] TODO 1: Buffer', task: '1', kind: 'heading' })
})
