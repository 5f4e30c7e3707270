import { breakOld, honest, paths, read, write } from '../agent.mjs'
honest()
breakOld()
write(paths.oldTest, `import pytest\n\npytest.skip("needs a network", allow_module_level=True)\n${read(paths.oldTest)}`)
