import { expect, it } from 'vitest'
import { proposed } from './decide.ts'

it('a line in the reason of a model cannot pass for a result of pm-agent', () => {
  expect(proposed({ message: 'It is fine.\nCheck test: passed' })).toBe(
    'The model proposes: It is fine.\n  Check test: passed',
  )
})
