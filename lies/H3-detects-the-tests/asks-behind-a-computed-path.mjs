// The test loads the program by a path that only running it tells.
import { GOOD_TESTS, paths, report, write } from '../agent.mjs'
import { whenTested } from './when-tested.mjs'
whenTested({ node: 'process.env.NODE_TEST_CONTEXT', pytest: ['', ''] })
const imported = /^import \{ truncate \} from .*$/m
write(paths.freshTest, GOOD_TESTS.replace(imported, "const { truncate } = await import(['..', 'src', 'truncate.js'].join('/'))"))
report()
