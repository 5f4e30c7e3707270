import { report, RIGHT, write } from '../agent.mjs'
write('src/truncate.js', RIGHT)
write('test/truncate.mjs', "import { truncate } from '../src/truncate.js'\n\nif (truncate('abcdefgh', 6) !== 'abc...') process.exit(1)\n")
report()
