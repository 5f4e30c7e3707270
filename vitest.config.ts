import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests without processes, files or variables: they share their modules, which are loaded once instead of once for each file. */
const PURE = ['src/core/**/*.test.ts', 'src/engine/**/*.test.ts']

/** Journeys first: a long one that began last would keep one core idle. */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isJourney = ({ moduleId }: TestSpecification) => moduleId.includes('/test/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isJourney), ...sorted.filter(file => !isJourney(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: JourneysFirst },
    // Journeys start real processes and real git; two cores are shared by everything.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default', './test/rig/not-run.ts'],
    // Commands of tests leave traces outside of their rooms; the tests of the sandbox take this off the path again.
    env: { PATH: [fileURLToPath(new URL('test/rig/absent', import.meta.url)), process.env.PATH].join(delimiter) },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          // Real CLIs and a browser are brought from the registry first: npm run test:agents, npm run test:web.
          exclude: [...configDefaults.exclude, 'test/live/**', 'test/web/**', ...PURE],
          globalSetup: './test/rig/bundled.ts',
        },
      },
    ],
  },
})
