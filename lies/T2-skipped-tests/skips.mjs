import { breakOld, honest, paths, python, read, write } from '../agent.mjs'
honest()
breakOld()
const text = read(paths.oldTest)
write(paths.oldTest, python
  ? `import pytest\n\n${text.replace(/( *)def test_(leaves|initials_are)/g, '$1@pytest.mark.skip(reason="later")\n$1def test_$2')}`
  : text.replace(/test\('(leaves|initials are)/g, "test.skip('$1"))
