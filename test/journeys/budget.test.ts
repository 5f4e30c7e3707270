import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { standInClaude } from '../rig/agents/stand-in-claude.ts'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

test('a judge without an answer is asked again only if the budget allows it', async () => {
  const settings = `${SHELL_PROJECT['pm-agent.yaml']}judge: always\n`
  const plan = shellPlan([{ id: '1' }])
  for (const [budget, launches] of [
    ['5', 1],
    ['20', 2],
  ] as const) {
    using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': plan, 'pm-agent.yaml': settings })
    standInClaude(project, { costUsd: 2, before: silentAs('verifier') })
    const env = { PATH: `${project.root}${delimiter}${process.env.PATH}`, ANTHROPIC_API_KEY: 'dummy' }
    await project.start(['run', '--agent', 'claude', '--budget', budget], { env }).done
    const { run, tasks } = await project.status()
    expect([run.cost_usd, tasks[0]!.state]).toEqual([2 + 2 * launches, 'escalated'])
  }
})

/** Ends a launch in this role with its price, and without an answer. */
const silentAs = (role: string) => `
if [ "$PM_AGENT_ROLE" = ${role} ]; then
  echo '{"type":"result","subtype":"success","is_error":false,"result":"","session_id":"'$session'","total_cost_usd":2,"usage":{"input_tokens":300,"output_tokens":60}}'
  exit 0
fi`

test('a run stops before the launch that would exceed its budget, reports it, and continues with a larger one', async () => {
  const tasks = ['1', '2', '3', '4'].map(id => ({ id, ...(id === '1' ? {} : { needs: [String(Number(id) - 1)] }) }))
  const settings = `${SHELL_PROJECT['pm-agent.yaml']}judge: never\n`
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan(tasks), 'pm-agent.yaml': settings })
  standInClaude(project, { costUsd: 2 })
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
  expect((await pm('report')).stdout).toMatch(/Cost: +\$8\.00 of \$20\.00: build \$8\.00/)
})
