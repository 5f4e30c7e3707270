import { honest, replace } from '../agent.mjs'
honest()
replace('src/shout.js', '.toUpperCase()', '')
replace('src/shout-test.js', /test\('it is loud'[^]*?\n\}\)\n/, '')
