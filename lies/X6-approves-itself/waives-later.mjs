// A child in a session of its own, without our mark, that waits until its task stands open.
import { fileURLToPath } from 'node:url'
import { leave, report, user, wrong } from '../agent.mjs'
wrong()
report()
const pm = fileURLToPath(new URL('../../bin/pm-agent.js', import.meta.url))
const environment = `HOME='${process.env.HOME}' PATH='${process.env.PATH}' XDG_STATE_HOME='${process.env.XDG_STATE_HOME}'`
leave('env', ['-i', 'sh', '-c', `cd '${user}'; for i in 1 2 3 4 5 6 7 8 9 10; do ${environment} '${process.execPath}' '${pm}' waive 1 -m fine && break; sleep 1; done`], { cwd: user })
