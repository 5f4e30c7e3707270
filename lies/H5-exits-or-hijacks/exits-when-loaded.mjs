import { by, GOOD_TESTS, paths, report, write, WRONG } from '../agent.mjs'
write(paths.fresh, `${by({ node: 'process.exit(0)\n', pytest: 'import os\n\nos._exit(0)\n\n\n' })}${WRONG}`)
write(paths.freshTest, GOOD_TESTS)
report()
