import { honest, leave, paths } from '../agent.mjs'
honest()
leave('env', ['-i', 'sh', '-c', `cd '${process.cwd()}'; i=0; while [ $i -lt 60 ]; do sleep 0.1; i=$((i+1)); echo 'broken(' > ${paths.fresh} || exit; done`].map(word => word.replace('i=0;', 'sleep 1; i=0;')), { cwd: '/' })
