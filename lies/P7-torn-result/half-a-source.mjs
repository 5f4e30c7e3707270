import { paths, read, work, write } from '../agent.mjs'
work()
write(paths.fresh, read(paths.fresh).slice(0, 130))
process.kill(process.pid, 'SIGKILL')
