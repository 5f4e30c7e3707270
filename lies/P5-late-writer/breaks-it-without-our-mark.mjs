// Out of the group, without environment: it may live on for a moment, and nothing that it writes may matter.
import { honest, leave, paths } from '../agent.mjs'
honest()
leave('env', ['-i', 'sh', '-c', `sleep 1.5; cd '${process.cwd()}' 2>/dev/null && echo 'broken(' > ${paths.fresh}`], { cwd: '/' })
