import { honest, leave } from '../agent.mjs'
honest()
leave('env', ['-i', process.execPath, '-e', 'setTimeout(() => {}, 300000)', process.cwd()], { cwd: '/' })
