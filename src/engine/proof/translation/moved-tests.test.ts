import { expect, it } from 'vitest'
import { movedTestFiles } from './moved-tests.ts'

const READINGS = `import unittest

from app.readings import parse


class ReadingsTest(unittest.TestCase):
    def test_line(self):
        reading = parse("attic, 21.5")
        self.assertEqual(reading.sensor, "attic")

    def test_empty_lines(self):
        self.assertEqual(parse(""), None)
`
const SAMPLES = READINGS.replaceAll('readings', 'samples')
  .replaceAll('reading', 'sample')
  .replace('Readings', 'Samples')
const file = (path: string, text: string) => ({ path, text })
const isMoved = async (text: string) =>
  (await movedTestFiles([file('tests/test_readings.py', READINGS)], [file('tests/test_samples.py', text)])).size === 1

it('a test file that lies elsewhere under other names has moved as long as every test has its name', async () => {
  expect(await isMoved(SAMPLES)).toBe(true)
  expect(await isMoved(SAMPLES.replace('test_empty_lines', 'test_nothing'))).toBe(false)
})

it('an unrelated test file is none that moved', async () => {
  expect(await isMoved('def test_line():\n    assert 1\n\n\ndef test_empty_lines():\n    assert 2\n')).toBe(false)
})
