import { createServer } from 'node:http'
import { honest } from '../agent.mjs'
const server = createServer((_, answer) => answer.end('hello'))
await new Promise(resolve => server.listen(0, resolve))
await (await fetch(`http://127.0.0.1:${server.address().port}/`)).text()
await new Promise(resolve => server.close(resolve))
honest()
