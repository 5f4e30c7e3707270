import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/live/**/*.live.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
    // Codex gives what it runs a /dev of its own: a workspace below /dev/shm would not be there.
    env: { TMPDIR: '/tmp' },
  },
})
