import { append, honest, paths } from '../agent.mjs'
honest()
append(paths.freshTest, "\ntest('it can be served', async () => {\n  const { createServer } = await import('node:http')\n  const server = createServer((_, answer) => answer.end(truncate('abcdefgh', 6)))\n  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))\n  const answer = await (await fetch(`http://127.0.0.1:${server.address().port}/`)).text()\n  await new Promise(resolve => server.close(resolve))\n  assert.equal(answer, 'abc...')\n})\n")
