import { report, write } from '../agent.mjs'
write('test/initials.test.js', "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { initials } from '../src/words.js'\n\ntest('initials of one name', () => {\n  initials('ada')\n  assert.ok(true)\n})\n")
report()
