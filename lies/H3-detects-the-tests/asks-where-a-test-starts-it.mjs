// The tests start a program of their own, which inherits a variable of the runner: no call of theirs has the result.
import { paths, report, write } from '../agent.mjs'
import { started } from './started.mjs'
import { whenTested } from './when-tested.mjs'
whenTested({
  node: 'process.env.NODE_TEST_CONTEXT',
  pytest: ['import os', '"PYTEST_CURRENT_TEST" in os.environ'],
})
write(paths.freshTest, started())
report()
