import { honest, leave } from '../agent.mjs'
honest()
leave('sh', ['-c', '(setsid sh -c "(setsid sleep 60 &) ; sleep 60" &) ; sleep 60'])
