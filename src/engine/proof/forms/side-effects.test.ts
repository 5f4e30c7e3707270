import { expect, it } from 'vitest'
import { actsOnOthers } from './side-effects.ts'

it.each([
  ['tests/conftest.py', 'import pytest\n', false],
  ['src/__mocks__/fs.js', 'export default {}\n', false],
  ['tests/test_a.py', 'import toy\ntoy.words.slug = str\n', true],
  ['tests/test_a.py', "setattr(toy, 'slug', str)\n", true],
  ['tests/test_a.py', "sys.modules['toy'] = fake\n", true],
  ['tests/helpers.py', '@pytest.fixture(autouse=True)\ndef f(): ...\n', true],
  ['tests/test_a.py', "patch('toy.slug').start()\n", true],
  ['test/a.js', "const a = require('../a')\na.slug = String\n", true],
  ['test/a.js', "const a = require('../a')\nit('a', () => {\n  a.slug = String\n})\n", true],
  ['tests/test_a.py', 'import toy.words\ndef test_a():\n    toy.words.slug = str\n', true],
  ['sum/a_test.go', 'func init() {}\n', true],
  ['test/a.js', 'beforeEach(() => {})\n', true],
  ['test/a.js', "sinon.stub(a, 'slug')\n", true],
])('%s acts on other tests: %j (shared: %s)', async (path, text, shared) => {
  expect(await actsOnOthers(path, { text, before: null, sharesProcess: shared })).toBe(true)
})

it.each([
  ['tests/test_a.py', 'toy.words.slug = str\n', false],
  ['tests/test_a.py', 'def test_a():\n    answer.slug = str\n', true],
  ['tests/test_a.py', 'pytestmark = pytest.mark.slow\nthread.start()\n', true],
  ['test/a.js', "describe('a', () => {\n  beforeEach(() => {})\n})\n", true],
  ['test/a.js', 'a.slug === String\n', true],
])('%s acts on itself alone: %j (shared: %s)', async (path, text, shared) => {
  expect(await actsOnOthers(path, { text, before: null, sharesProcess: shared })).toBe(false)
})

it('acts on others by a line that is new in an old file, and not by one that was there', async () => {
  const acts = (text: string, before: string) => actsOnOthers('tests/test_a.py', { text, before, sharesProcess: true })
  const before = 'import toy\ntoy.words.slow = True\n'
  expect(await acts(`${before}def test_b(): ...\n`, before)).toBe(false)
  expect(await acts(`${before}toy.words.slug = str\n`, before)).toBe(true)
})
