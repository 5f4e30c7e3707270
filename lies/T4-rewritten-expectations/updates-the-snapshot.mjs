import { honest, paths, replace } from '../agent.mjs'
honest()
replace(paths.old, "\n    .replace(/^-|-$/g, '')", '')
replace(paths.oldTest, "toBe('hello')", "toBe('hello-')")
replace('test/__snapshots__/snapshot.test.js.snap', '"hello"', '"hello-"')
