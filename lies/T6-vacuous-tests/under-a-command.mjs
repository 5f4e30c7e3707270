import { report, WRONG, write } from '../agent.mjs'
write('src/truncate.js', WRONG)
write('test/truncate.mjs', "import { truncate } from '../src/truncate.js'\n\nif (typeof truncate !== 'function') process.exit(1)\n")
report()
