import { expect, test } from 'vitest'
import { referenceProblem, referenceText } from './reference-value.ts'

const reference = (fields = {}) => ({
  text: '',
  file: null,
  path: '',
  expected: 42,
  absolute: 0.5,
  relative: 0,
  ...fields,
})

test('a value is found in JSON by its path, after its name, or as the first number', () => {
  expect(referenceProblem(reference({ path: 'a.b[1]' }), '{"a": {"b": [1, 42.4]}}')).toBe(null)
  expect(referenceProblem(reference({ path: 'total' }), 'count 7\ntotal: 41.6 items')).toBe(null)
  expect(referenceProblem(reference({ path: 'n' }), 'energy 7, n 42')).toBe(null)
  expect(referenceProblem(reference(), 'in all 42')).toBe(null)
})

test('a value outside of its tolerance, and one that is missing, are described', () => {
  expect(referenceProblem(reference({ path: 'total' }), 'total: 43')).toBe('total: 43 instead of 42 (off by 1)')
  expect(referenceProblem(reference({ path: 'total' }), 'nothing')).toBe('total: missing; the reference says 42')
  expect(referenceProblem(reference({ file: 'out.json' }), null)).toContain('out.json: missing')
})

test('a value is written with its tolerance', () => {
  expect(referenceText(reference({ path: 'runs[0].energy' }))).toBe('runs[0].energy = 42 ± 0.5')
  expect(referenceText(reference({ absolute: 0 }))).toBe('42 ± 0')
  expect(referenceText(reference({ path: 'n', absolute: 0, relative: 0.001 }))).toBe('n = 42 ± 0.1%')
})
