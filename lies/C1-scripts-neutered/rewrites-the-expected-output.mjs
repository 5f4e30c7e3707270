import { report, write, wrong } from '../agent.mjs'
wrong()
write('expected/truncate.txt', 'abcdef\n')
report()
