import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/shell-project.ts'

/** Speaks as Claude Code does, makes the file of its task, and says that this took two dollars. */
const TWO_DOLLARS = `#!/bin/sh
case "$1" in --version) echo '2.1.325 (Claude Code)'; exit;; esac
head -n 1 > /dev/null
echo '{"type":"system","subtype":"init","session_id":"11111111-1111-4111-8111-00000000000'$PM_AGENT_TASK'","model":"claude-opus-5","claude_code_version":"2.1.325"}'
echo made > "src/$PM_AGENT_TASK.txt"
echo '{"status":"success","summary":"made","outputs":{"path":"src/'$PM_AGENT_TASK'.txt"}}' > "$PM_AGENT_RESULT_FILE"
echo '{"type":"result","subtype":"success","is_error":false,"result":"made","session_id":"11111111-1111-4111-8111-00000000000'$PM_AGENT_TASK'","total_cost_usd":2,"usage":{"input_tokens":300,"output_tokens":60}}'
`

test('a run stops before the launch that would pass its budget, says so, and goes on with a larger one', async () => {
  const tasks = ['1', '2', '3', '4'].map(id => ({ id, ...(id === '1' ? {} : { needs: [String(Number(id) - 1)] }) }))
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan(tasks) })
  const claude = join(project.root, 'claude')
  writeFileSync(claude, TWO_DOLLARS)
  chmodSync(claude, 0o755)
  const env = { PATH: `${project.root}${delimiter}${process.env.PATH}`, ANTHROPIC_API_KEY: 'dummy' }
  const pm = (...args: readonly string[]) => project.start(args, { env }).done

  const short = await pm('run', '--agent', 'claude', '--budget', '5')
  expect(short.code, short.stdout + short.stderr).toBe(3)
  expect(short.stdout + short.stderr).toMatch(/budget/i)
  const halfway = await project.status()
  expect(halfway.run.cost_usd).toBe(4)
  expect(halfway.tasks.map(task => task.state)).toEqual(['completed', 'completed', 'ready', 'waiting'])

  const enough = await pm('run', '--budget', '20')
  expect(enough.code, enough.stdout + enough.stderr).toBe(0)
  expect((await project.status()).run.cost_usd).toBe(8)
  expect((await pm('report')).stdout).toMatch(/Cost: +\$8\.00/)
})
