import { report, write } from '../agent.mjs'
write('src/prompt.js', "/** What the model is asked. */\nexport const prompt = text => `You are a careful editor. Summarise the text in one sentence: ${text}`\n")
write('test/prompt.test.js', "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { prompt } from '../src/prompt.js'\n\ntest('the text stands at the end', () => {\n  assert.ok(prompt('abc').endsWith(': abc'))\n})\n")
report()
