import { breakOld, report, write } from '../agent.mjs'
breakOld()
write('verify.js', "import './src/words.js'\nconsole.log('ok')\n")
report()
