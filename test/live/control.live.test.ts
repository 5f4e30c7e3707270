import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { start } from '../rig/project.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const JOURNEYS = readdirSync(join(ROOT, 'test/live')).filter(name => /^claude-.*\.live\.test\.ts$/.test(name))

test('with a program in place of the CLI that does nothing and says that all is well, every journey fails', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-control-'))
  const outputFile = join(dir, 'result.json')
  const vitest = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--config', 'test/live/vitest.config.ts', '--reporter', 'json', '--outputFile', outputFile],
    ...JOURNEYS.map(name => `test/live/${name}`),
  ]
  const env = { PATH: process.env.PATH, HOME: dir, PM_AGENT_LIVE_CLI: '/bin/true' }
  await start(process.execPath, vitest, { cwd: ROOT, env }).done
  const { numTotalTests, numFailedTests, testResults } = JSON.parse(readFileSync(outputFile, 'utf8'))
  rmSync(dir, { recursive: true, force: true })

  expect(JOURNEYS.length).toBeGreaterThan(1)
  expect(testResults).toHaveLength(JOURNEYS.length)
  expect(numTotalTests).toBeGreaterThan(JOURNEYS.length)
  expect(numFailedTests).toBe(numTotalTests)
})
