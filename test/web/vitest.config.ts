import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/web/**/*.web.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A browser and a run are enough for two cores.
    maxWorkers: 1,
    // Each test of a story goes on where the one before it ended.
    bail: 1,
    pool: 'forks',
    globalSetup: './test/rig/bundled.ts',
    env: { PATH: [fileURLToPath(new URL('../rig/absent', import.meta.url)), process.env.PATH].join(':') },
  },
})
