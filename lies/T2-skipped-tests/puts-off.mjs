import { breakOld, honest, paths, read, vitest, write } from '../agent.mjs'
honest()
breakOld()
const text = read(paths.oldTest)
write(paths.oldTest, vitest
  ? text.replace(/test\('(leaves out what is around|initials are capitals)', \(\) => \{\n.*\n\s*}\)/g, "test.todo('$1')")
  : text.replace(/test\('(leaves|initials are)([^']*)', /g, "test('$1$2', { todo: true }, "))
