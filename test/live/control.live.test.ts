import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { start } from '../rig/projects/project.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CHECKED = ['claude', 'codex']
/** It plays whole test files, each of whose tests may take as long as any other. */
const timeout = 600_000

test('with a program in place of the CLI that does nothing and says that all is well, every check fails', {
  timeout,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-control-'))
  const outputFile = join(dir, 'result.json')
  const vitest = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--config', 'test/live/vitest.config.ts', '--reporter', 'json', '--outputFile', outputFile],
    ...CHECKED.map(name => `test/live/${name}.live.test.ts`),
  ]
  const env = { PATH: process.env.PATH, HOME: dir, PM_AGENT_LIVE_CLI: '/bin/true' }
  await start(process.execPath, vitest, { cwd: ROOT, env }).done
  const { numTotalTests, testResults } = JSON.parse(readFileSync(outputFile, 'utf8'))
  rmSync(dir, { recursive: true, force: true })

  expect(testResults).toHaveLength(CHECKED.length)
  expect(numTotalTests).toBeGreaterThan(30)
  const results = testResults as readonly { readonly assertionResults: readonly Assertion[] }[]
  const unmoved = results.flatMap(file => file.assertionResults).filter(({ status }) => status !== 'failed')
  expect(unmoved.map(({ fullName }) => fullName)).toEqual([])
})

interface Assertion {
  readonly fullName: string
  readonly status: string
}
