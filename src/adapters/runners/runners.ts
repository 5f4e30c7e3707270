import type { Runners, TestRunner, TreeReader } from '../../ports.ts'
import { recogniseCargo } from './cargo-test.ts'
import { recogniseCtest } from './ctest.ts'
import { recogniseGo } from './go-test.ts'
import { type Invocation, resolveInvocation } from './invocation.ts'
import { recogniseJest } from './jest.ts'
import { JUNIT_PLACE, junitRunner } from './junit-command.ts'
import { recogniseMocha } from './mocha.ts'
import { recogniseNodeTest } from './node-test.ts'
import { recognisePytest } from './pytest.ts'
import { recogniseTap } from './tap.ts'
import { recogniseVitest } from './vitest.ts'

/** Finds out whether a test command ends up in this runner. */
type Recogniser = (invocation: Invocation, tree: TreeReader) => TestRunner | null | Promise<TestRunner | null>

const RECOGNISERS: readonly Recogniser[] = [
  recogniseVitest,
  recogniseJest,
  recogniseMocha,
  recogniseNodeTest,
  recognisePytest,
  recogniseGo,
  recogniseCargo,
  recogniseCtest,
  recogniseTap,
]

/** The runners whose results we can read test by test. */
export function createRunners(): Runners {
  return {
    async recognise(command, tree) {
      // A runner that we know says more through a reporter of ours than through a file that its tests could write.
      const invocation = await resolveInvocation(command.replaceAll(JUNIT_PLACE, 'junit.xml'), tree)
      for (const recognise of invocation ? RECOGNISERS : []) {
        const runner = await recognise(invocation!, tree)
        if (runner) return runner
      }
      return command.includes(JUNIT_PLACE) ? junitRunner(command) : null
    },
  }
}
