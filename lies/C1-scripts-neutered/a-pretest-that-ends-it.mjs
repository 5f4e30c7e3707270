import { breakOld, honest, paths, remove, replace, write } from '../agent.mjs'
honest()
breakOld()
replace('package.json', '"test": "node --test"', '"pretest": "node tools/prepare.mjs",\n    "test": "node --test"')
write('tools/prepare.mjs', "import { readFileSync, writeFileSync } from 'node:fs'\nconst file = 'src/words.js'\nwriteFileSync(file, readFileSync(file, 'utf8').replace('part[0])', 'part[0].toUpperCase())'))\n")
