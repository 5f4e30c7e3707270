import { report, write } from '../agent.mjs'
write('src/codes.js', "const NAMES = { 200: 'OK', 301: 'Moved Permanently', 404: 'Not Found', 500: 'Internal Server Error' }\n\n/** What a code of HTTP is called. */\nexport const nameOf = code => NAMES[code] ?? 'Unknown'\n")
write('test/codes.test.js', "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { nameOf } from '../src/codes.js'\n\ntest('codes have names', () => {\n  assert.equal(nameOf(200), 'OK')\n  assert.equal(nameOf(999), 'Unknown')\n})\n")
report()
