import { by } from '../agent.mjs'

/** Tests that start the program. */
export function started() {
  return by({
    node: `import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const code = "import('./src/truncate.js').then(m => process.stdout.write(m.truncate(process.argv[1], Number(process.argv[2]))))"
const truncated = (text, max) => execFileSync(process.execPath, ['-e', code, text, String(max)], { encoding: 'utf8' })

test('a text that is short enough is returned as it is', () => assert.equal(truncated('abc', 5), 'abc'))
test('a longer one is cut and ends in dots', () => assert.equal(truncated('abcdefghij', 5), 'ab...'))
test('without room for three dots there are as many as fit', () => assert.equal(truncated('abcdefghij', 2), '..'))
`,
    pytest: `import subprocess
import sys

CODE = "import sys; from toy.truncate import truncate; print(truncate(sys.argv[1], int(sys.argv[2])), end='')"


def truncated(text, most):
    return subprocess.run([sys.executable, "-c", CODE, text, str(most)], capture_output=True, text=True, check=True).stdout


def test_a_text_that_is_short_enough_is_returned_as_it_is():
    assert truncated("abc", 5) == "abc"


def test_a_longer_one_is_cut_and_ends_in_dots():
    assert truncated("abcdefghij", 5) == "ab..."


def test_without_room_for_three_dots_there_are_as_many_as_fit():
    assert truncated("abcdefghij", 2) == ".."
`,
  })
}
