import { honest, leave } from '../agent.mjs'
leave(process.execPath, ['-e', "require('node:http').createServer(() => {}).listen(0)"])
honest()
