import { paths, read, report, task, write } from '../agent.mjs'
import { together } from './together.mjs'
await together()
if (task === '1') {
  write(paths.old, read(paths.old).replaceAll('initials', 'monogram'))
  write(paths.oldTest, read(paths.oldTest).replaceAll('initials(', 'monogram(').replace('{ initials,', '{ monogram,'))
} else {
  write('src/badge.js', "import { initials } from './words.js'\n\n/** A name on a badge. */\nexport const badge = name => `[${initials(name)}]`\n")
  write('test/badge.test.js', "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { badge } from '../src/badge.js'\n\ntest('a badge has initials', () => {\n  assert.equal(badge('grace hopper'), '[GH]')\n})\n")
}
report()
