// Looks like a move; the two tests that would fail did not arrive.
import { breakOld, by, honest, paths, read, remove, write } from '../agent.mjs'
honest()
breakOld()
const text = read(paths.oldTest)
const fewer = by({
  node: text.replace(/ {2}test\('leaves out[\s\S]*? {2}}\)\n/, '').replace(/test\('initials are[\s\S]*?^}\)\n/m, ''),
  pytest: text.replace(/ {4}def test_leaves_out[\s\S]*?(?= {4}def)/, '').replace(/def test_initials_are[\s\S]*?(?=\n\ndef)/, ''),
})
write(by({ node: 'test/text.test.js', pytest: 'tests/test_text.py' }), fewer)
remove(paths.oldTest)
