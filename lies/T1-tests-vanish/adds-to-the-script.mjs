import { append, replace, report } from '../agent.mjs'
replace('src/words.js', '.toLowerCase()\n', ".toLowerCase()\n    .replace(/ß/g, 'ss')\n")
append('verify.js', "assert.equal(slug('Straße'), 'strasse')\n")
report()
