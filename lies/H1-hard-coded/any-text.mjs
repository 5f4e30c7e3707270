import { report, write } from '../agent.mjs'
write('src/cli.js', 'const [text] = process.argv.slice(2)\nconsole.log(text.toUpperCase())\n')
report()
