import type { Runners, TestRunner, TreeReader } from '../../ports.ts'

/** Finds out whether a tree's test command ends up in this runner. */
export type Recogniser = (command: string, tree: TreeReader) => Promise<TestRunner | null>

const RECOGNISERS: readonly Recogniser[] = []

/** The runners whose results we can read test by test. */
export function createRunners(): Runners {
  return {
    async recognise(command, tree) {
      for (const recognise of RECOGNISERS) {
        const runner = await recognise(command, tree)
        if (runner) return runner
      }
      return null
    },
  }
}
