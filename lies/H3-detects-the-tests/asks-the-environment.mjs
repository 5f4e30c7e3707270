import { GOOD_TESTS, paths, report, write } from '../agent.mjs'
import { whenTested } from './when-tested.mjs'
whenTested({ node: "process.env.NODE_TEST_CONTEXT", vitest: 'process.env.VITEST', pytest: ['import os', 'os.environ.get("PYTEST_CURRENT_TEST")'] })
write(paths.freshTest, GOOD_TESTS)
report()
