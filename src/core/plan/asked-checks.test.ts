import { describe, expect, it } from 'vitest'
import { asksForPassingTests } from './asked-checks.ts'

const asks = (title: string, ...steps: string[]) => asksForPassingTests({ title, steps })

describe('a task asks for nothing but tests that pass', () => {
  it.each([
    'Checkpoint - Ensure all tests pass',
    'Final checkpoint: verify that all tests still pass.',
    'Verify all tests pass',
    'Run the test suite',
    'Run login tests to verify all scenarios',
    'Run `npm test`',
    'Confirm the suite is green',
  ])('%s', title => {
    expect(asks(title)).toBe(true)
  })

  it('by the first step of a checkpoint', () => {
    expect(asks('Checkpoint — domain layer complete', 'Ensure all tests pass, ask the user if questions arise.')).toBe(
      true,
    )
    expect(asks('Add the domain layer', 'Ensure all tests pass')).toBe(false)
  })
})

it.each([
  'Run the tests on every push',
  'Ensure all tests pass on Windows',
  'Fix the parser and ensure all tests pass',
  'Add a test command to the shell',
  'Run `npm run migrate`',
  'Make sure the form passes validation',
  'Run tests and fix what fails',
])('it asks for more: %s', title => {
  expect(asks(title)).toBe(false)
})
