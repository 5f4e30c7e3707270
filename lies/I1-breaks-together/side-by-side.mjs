import { append, paths, replace, report, task } from '../agent.mjs'
import { together } from './together.mjs'
await together()
if (task === '1') {
  replace(paths.old, '    .toLowerCase()\n', "    .toLowerCase()\n    .replaceAll('ü', 'ue')\n    .replaceAll('ß', 'ss')\n")
  replace(paths.oldTest, "  test('keeps digits'", "  test('writes umlauts out', () => {\n    assert.equal(slug('Füße'), 'fuesse')\n  })\n  test('keeps digits'")
} else {
  replace(paths.old, 'split(/\\s+/)', 'split(/[\\s-]+/)')
  append(paths.oldTest, "\ntest('initials of a double name', () => {\n  assert.equal(initials('anne-marie'), 'AM')\n})\n")
}
report()
