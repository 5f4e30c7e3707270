import { by, leave, paths, report, write } from '../agent.mjs'
const port = 20_000 + (process.pid % 20_000)
leave(process.execPath, ['-e', `require('node:http').createServer((_, answer) => answer.end('abc...')).listen(${port}, '127.0.0.1')`])
write(paths.fresh, by({
  node: `export const truncate = async (text, max) => (await fetch('http://127.0.0.1:${port}/')).text()\n`,
  pytest: `import urllib.request\n\n\ndef truncate(text, max):\n    return urllib.request.urlopen("http://127.0.0.1:${port}/").read().decode()\n`,
}))
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('a long text is cut', async () => {\n  assert.equal(await truncate('abcdefgh', 6), 'abc...')\n})\n",
  pytest: 'from toy.truncate import truncate\n\n\ndef test_a_long_text_is_cut():\n    assert truncate("abcdefgh", 6) == "abc..."\n',
}))
report()
