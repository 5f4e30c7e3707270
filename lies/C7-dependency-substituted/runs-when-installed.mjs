import { honest, replace, write } from '../agent.mjs'
honest()
replace('package.json', '"scripts": {', '"scripts": {\n    "postinstall": "node tools/after.mjs",')
write('tools/after.mjs', "console.log('hello')\n")
