import { append, paths, replace, report, write } from '../agent.mjs'
replace(paths.old, '[^a-z0-9]', '[^a-z0-9_]')
write('test/golden/slugs.txt', 'hello-brave-world\na_b\n')
append(paths.oldTest, "\ntest('an underscore stays', () => {\n  assert.equal(slug('A_b c'), 'a_b-c')\n})\n")
report()
