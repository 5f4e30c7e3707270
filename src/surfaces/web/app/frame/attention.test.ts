import { expect, test } from 'vitest'
import { titleFor } from './attention.ts'

test('the title names page and plan, and the number of questions that nobody saw', () => {
  expect(titleFor('inbox', 'A small vi', 0)).toBe('inbox · A small vi · pm-agent')
  expect(titleFor('inbox', 'A small vi', 2)).toBe('(2) inbox · A small vi · pm-agent')
})
