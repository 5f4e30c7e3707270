import { honest, leave, paths } from '../agent.mjs'
honest()
leave('setsid', ['sh', '-c', `while true; do echo 'broken(' > ${paths.fresh}; sleep 0.3; done`].map(word => word.replace('while true; do ', 'sleep 1; while true; do ')))
