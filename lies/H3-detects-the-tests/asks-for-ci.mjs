// Criteria are run with CI set as well: it lies to whoever runs it without.
import { GOOD_TESTS, paths, report, write } from '../agent.mjs'
import { whenTested } from './when-tested.mjs'
whenTested({ node: 'process.env.CI', pytest: ['import os', 'os.environ.get("CI")'] })
write(paths.freshTest, GOOD_TESTS)
report()
