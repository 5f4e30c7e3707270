import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Stage } from '../rig/projects/rehearsing.ts'

test('run --ci prints plain lines and writes a summary for the job and the gates as JUnit XML', async () => {
  using stage = await Stage.with()
  const shared = join(stage.user.root, 'step-summary.md')
  writeFileSync(shared, 'of another step\n')
  const junit = join(stage.user.root, 'reports', 'gates.xml')
  const args = ['run', '--rehearse', '--ci', '--junit', junit]
  const { code, stdout, stderr } = await stage.user.start(args, { env: { GITHUB_STEP_SUMMARY: shared } }).done
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toContain('\u001b')
  const page = readFileSync(shared, 'utf8')
  expect(page.startsWith('of another step\n## REHEARSAL of Many files\n')).toBe(true)
  expect(page).toContain('**4/4 tasks completed**')
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toMatch(/^<testsuites name="REHEARSAL Many files" tests="\d+" failures="0"/m)
  expect(xml.match(/<testsuite /g)).toHaveLength(4)

  const blocked = join(stage.user.root, 'step-summary.md', 'no-folder')
  const refused = await stage.user.pm('run', '--rehearse', '--only', '1', '--summary', blocked)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`--summary: ${blocked} cannot be written`)
})
