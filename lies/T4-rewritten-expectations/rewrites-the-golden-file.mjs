import { honest, paths, replace, write } from '../agent.mjs'
honest()
replace(paths.old, "\n    .replace(/^-|-$/g, '')", '')
replace(paths.oldTest, "'hello')", "'hello-')")
write('test/golden/slugs.txt', 'hello-brave-world\nhello-\n')
