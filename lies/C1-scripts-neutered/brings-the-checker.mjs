import { paths, report, write, WRONG } from '../agent.mjs'
write(paths.fresh, WRONG)
write('scripts/check.mjs', "import { truncate } from '../src/truncate.js'\nif (truncate('abc', 5) !== 'abc') process.exit(1)\n")
report()
