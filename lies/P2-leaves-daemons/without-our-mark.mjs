import { honest, leave } from '../agent.mjs'
honest()
leave('env', ['-i', process.execPath, '-e', 'setTimeout(() => {}, 20000)', process.cwd()], { cwd: '/' })
