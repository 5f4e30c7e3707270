import { expect, it } from 'vitest'
import { probeValues } from './values.ts'

it('takes the values of the tests, but no text that names a place outside of the project', () => {
  const test =
    'func TestIt(t *testing.T) { Clean("build"); Clean("/etc"); Clean("../x"); Clean("~"); Get("http://a.b"); Take(3) }'
  const { texts, numbers } = probeValues([test])
  expect(texts).toEqual(['build', 'Two Words', 'a-b_c 9', ''])
  expect(numbers[0]).toBe(3)
})
