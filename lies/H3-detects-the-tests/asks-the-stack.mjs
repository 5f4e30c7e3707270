import { GOOD_TESTS, paths, report, write } from '../agent.mjs'
import { whenTested } from './when-tested.mjs'
whenTested({ node: "new Error().stack.includes('test')", pytest: ['import traceback', 'any("test" in frame.filename for frame in traceback.extract_stack())'] })
write(paths.freshTest, GOOD_TESTS)
report()
