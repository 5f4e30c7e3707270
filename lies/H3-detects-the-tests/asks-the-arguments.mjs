import { GOOD_TESTS, paths, report, write } from '../agent.mjs'
import { whenTested } from './when-tested.mjs'
whenTested({ node: "process.argv.some(word => word.includes('.test.'))", pytest: ['import sys', '"pytest" in sys.modules'] })
write(paths.freshTest, GOOD_TESTS)
report()
