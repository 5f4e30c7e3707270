import type { Runners, TestRunner, TreeReader } from '../../ports.ts'
import { recogniseCargo } from './compiled/cargo-test.ts'
import { recogniseCtest } from './compiled/ctest.ts'
import { recogniseGo } from './compiled/go-test.ts'
import { type Invocation, resolveInvocation } from './invocation.ts'
import { recogniseJest } from './javascript/jest.ts'
import { recogniseMocha } from './javascript/mocha.ts'
import { recogniseNodeTest } from './javascript/node-test.ts'
import { recogniseTap } from './javascript/tap.ts'
import { recogniseVitest } from './javascript/vitest.ts'
import { JUNIT_PLACE, junitRunner } from './junit-command.ts'
import { isCalledSuite, namedFiles, scriptOperand } from './operands.ts'
import { recognisePytest } from './python/pytest.ts'
import { witnessPrograms } from './witness/programs.ts'

/** Recognises whether a test command starts this runner. */
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
      // For a known runner, our reporter is more reliable than a file that its tests could write.
      const runner = await recognised(await invocationOf(command, tree), tree)
      return runner ?? (command.includes(JUNIT_PLACE) ? junitRunner(command) : null)
    },
    witness: witnessPrograms,
    async testFiles(command, tree) {
      const invocation = await invocationOf(command, tree)
      const runner = await recognised(invocation, tree)
      const operands = runner?.operands ?? (invocation ? scriptOperand(invocation) : [])
      const named = new Set(namedFiles(operands, tree))
      const isFound = runner ? runner.isTestFile : named.size > 0 ? () => false : isCalledSuite
      return tree.list.filter(path => named.has(path) || isFound(path))
    },
  }
}

const invocationOf = (command: string, tree: TreeReader): Promise<Invocation | null> =>
  resolveInvocation(command.replaceAll(JUNIT_PLACE, 'junit.xml'), tree)

async function recognised(invocation: Invocation | null, tree: TreeReader): Promise<TestRunner | null> {
  for (const recognise of invocation ? RECOGNISERS : []) {
    const runner = await recognise(invocation!, tree)
    if (runner) return runner
  }
  return null
}
