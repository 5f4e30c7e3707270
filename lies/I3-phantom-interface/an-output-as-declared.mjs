import { report, write } from '../agent.mjs'
write('src/settings.json', '{ "dots": "..." }\n')
write('src/settings.js', "import { readFileSync } from 'node:fs'\n\nexport const { dots } = JSON.parse(readFileSync(new URL('settings.json', import.meta.url), 'utf8'))\n")
write('test/settings.test.js', "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { dots } from '../src/settings.js'\n\ntest('there are dots', () => {\n  assert.equal(dots, '...')\n})\n")
report({ outputs: { config: 'src/settings.json' } })
