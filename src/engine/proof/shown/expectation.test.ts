import { describe, expect, it } from 'vitest'
import type { Expectation } from '../../../core/plan/plan.ts'
import { shortfall } from './expectation.ts'

const shown = (want: Expectation, exitCode: number, stdout = '') => shortfall(want, { exitCode, stdout })

describe('an exit code', () => {
  it('must be the one that was named', () => {
    expect(shown({ is: 'exit', code: 0 }, 0, 'whatever')).toBeNull()
    expect(shown({ is: 'exit', code: 2 }, 2)).toBeNull()
    expect(shown({ is: 'exit', code: 0 }, 1)).toBe('expected exit 0, got exit 1')
    expect(shown({ is: 'exit', code: 2 }, 0)).toBe('expected exit 2, got exit 0')
  })
})

describe('words', () => {
  it('ask for exit 0; the words themselves are for the judge', () => {
    expect(shown({ is: 'words', words: 'valid JSON' }, 0, 'not JSON')).toBeNull()
    expect(shown({ is: 'words', words: 'valid JSON' }, 1)).toBe('expected exit 0, got exit 1')
  })
})

describe('an exact text', () => {
  const want: Expectation = { is: 'stdout', text: 'hello world' }

  it('must be all that is printed, but for space around it', () => {
    expect(shown(want, 0, '\n hello world \n')).toBeNull()
    expect(shown(want, 0, 'hello  world')).toBe('expected "hello world" on standard output, got "hello  world"')
    expect(shown(want, 0, 'hello world!')).toBe('expected "hello world" on standard output, got "hello world!"')
    expect(shown(want, 0, '')).toBe('expected "hello world" on standard output, got ""')
  })

  it('is worth nothing with another exit code', () => {
    expect(shown(want, 1, 'hello world')).toBe('expected exit 0, got exit 1')
  })

  it('is cut in the evidence when something long came instead', () => {
    expect(shown(want, 0, 'x'.repeat(999))).toBe(`expected "hello world" on standard output, got "${'x'.repeat(200)}"`)
  })
})

describe('a number', () => {
  it.each([
    [11, '11'],
    [11, '  11 lines\n12'],
    [-3.5, 'energy: -3.5 eV'],
    [1, '1.0'],
    [0, '0'],
  ])('(%o) is the first one in %o', (value, stdout) => {
    expect(shown({ is: 'number', value }, 0, stdout)).toBeNull()
  })

  it('that is another one, or none, is said', () => {
    expect(shown({ is: 'number', value: 11 }, 0, '12 of 11')).toBe('expected 11, got 12')
    expect(shown({ is: 'number', value: 11 }, 0, 'eleven')).toBe('expected 11, got no number')
    expect(shown({ is: 'number', value: 11 }, 3, '11')).toBe('expected exit 0, got exit 3')
  })
})

describe('colours', () => {
  it('are no part of a text or a number that a command prints', () => {
    expect(shown({ is: 'stdout', text: 'hello' }, 0, '\x1b[32mhello\x1b[39m\n')).toBeNull()
    expect(shown({ is: 'number', value: 5 }, 0, '\x1b[1m5\x1b[22m files\n')).toBeNull()
  })
})

describe('values', () => {
  const value = { text: '', file: null, absolute: 0.5, relative: 0 }
  const want: Expectation = {
    is: 'values',
    values: [
      { ...value, path: 'energy', expected: -1 },
      { ...value, path: 'n', expected: 3 },
    ],
  }

  it('must each be near their number', () => {
    expect(shown(want, 0, '{"n": 3.2, "energy": -1.4}')).toBeNull()
    expect(shown(want, 0, 'energy: -2\nn: 3')).toBe('energy: -2 instead of -1 (off by 1)')
    expect(shown(want, 0, 'n: 9')).toBe('energy: missing; the reference says -1; n: 9 instead of 3 (off by 6)')
  })

  it('are worth nothing with another exit code', () => {
    expect(shown(want, 1, 'energy: -1, n: 3')).toBe('expected exit 0, got exit 1')
  })
})
