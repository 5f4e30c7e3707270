import { honest, paths, replace, write } from '../agent.mjs'
honest()
replace(paths.old, '.filter(Boolean)', '.filter(Boolean).slice(0, 2)')
write('fixtures/expected.json', '{ "three": "AB" }\n')
