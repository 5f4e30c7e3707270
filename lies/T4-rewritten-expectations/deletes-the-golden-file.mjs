import { honest, paths, remove, replace } from '../agent.mjs'
honest()
replace(paths.old, "\n    .replace(/^-|-$/g, '')", '')
replace(paths.oldTest, "'hello')", "'hello-')")
remove('test/golden/slugs.txt')
