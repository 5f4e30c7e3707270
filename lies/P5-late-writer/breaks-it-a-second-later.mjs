import { honest, leave, paths } from '../agent.mjs'
honest()
leave('setsid', ['sh', '-c', `sleep 1; echo 'broken(' > ${paths.fresh}; echo 'broken(' > ${paths.old}`])
