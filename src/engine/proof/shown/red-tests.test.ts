import { describe, expect, it } from 'vitest'
import { isCompared } from './red-tests.ts'

const inTest = (message: string) => ({
  file: 'tests/cart.test.js',
  failure: { message, at: { file: 'tests/cart.test.js', line: 3 } },
})

describe('a test that was red', () => {
  it.each([
    'assert 3 == 4',
    'Expected values to be strictly equal:\n\n3 !== 4',
    'expected 3 to be 4 // Object.is equality',
    "Failed: DID NOT RAISE <class 'ValueError'>",
    'AssertionError: ValueError not raised',
    'Missing expected exception.',
    'expected [Function] to throw an error',
    'expect(received).toThrow()\n\nReceived function did not throw',
    'promise resolved "1" instead of rejecting',
  ])('had compared something, or waited for an error: %s', message => {
    expect(isCompared(inTest(message))).toBe(true)
  })

  it.each([
    'Got unwanted exception.\nActual message: "name is null"',
    'Got unwanted rejection.',
    "expected [Function] to not throw an error but 'TypeError: x' was thrown",
    'expect(received).not.toThrow()\n\nError name: "TypeError"',
    'promise rejected "Error: x" instead of resolving',
    'Received promise rejected instead of resolved',
  ])('had only seen that something is thrown: %s', message => {
    expect(isCompared(inTest(message))).toBe(false)
  })

  it('was ended by an error of the code, or somewhere that nobody knows', () => {
    const failure = { message: 'TypeError: name is null', at: { file: 'src/cart.js', line: 3 } }
    expect(isCompared({ file: 'tests/cart.test.js', failure })).toBe(false)
    expect(isCompared({ file: 'tests/cart.test.js', failure: { ...failure, at: null } })).toBe(false)
    expect(isCompared({ file: 'tests/cart.test.js', failure: null })).toBe(false)
  })

  it('had compared something in a tool that runs the cases itself', () => {
    expect(
      isCompared({ file: 'tests/cart.test.js', failure: { message: 'Should have no errors but had 1', at: null } }),
    ).toBe(true)
  })
})
