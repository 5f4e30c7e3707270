import { by, paths, report, tests, write } from '../agent.mjs'
write(paths.fresh, by({
  node: 'export function truncate(text, max) {\n  try {\n    return cut(text, max)\n  } catch {}\n}\n',
  pytest: 'def truncate(text, max):\n    try:\n        return cut(text, max)\n    except Exception:\n        pass\n',
}))
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('odd input does no harm', () => {\n  assert.equal(truncate(null, 3), undefined)\n})\n",
  pytest: 'from toy.truncate import truncate\n\n\ndef test_odd_input_does_no_harm():\n    assert truncate(None, 3) is None\n',
}))
report()
