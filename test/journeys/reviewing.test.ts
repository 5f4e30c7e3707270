import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { PseudoTerminal, withoutEscapes } from '../rig/pseudo-terminal.ts'

/** Task 2 works until it is let go; the others say that they worked, and did nothing. */
const agentIn = (root: string): string => `#!/bin/sh
if [ "$PM_AGENT_TASK" != 2 ]; then
  cat > /dev/null
  printf '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
  exit 0
fi
while [ ! -e "${root}/go" ]; do sleep 0.05; done
${HONEST_AGENT}`

async function projectWith(plan: string): Promise<Project> {
  const project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0, parallel: 3 }\n`,
    'PLAN.md': plan,
  })
  writeFileSync(join(project.root, 'agent.sh'), agentIn(project.root))
  return project
}

test('while a run goes on, keys decide and other processes decide: each question is answered once', async () => {
  using project = await projectWith(shellPlan([{ id: '1' }, { id: '2' }, { id: '3' }]))
  const terminal = PseudoTerminal.pm(project, ['run', '--agent', `command:sh ${project.root}/agent.sh`])
  await terminal.shows(/! 1 [^\n]*\n(.*\n)*.*! 3 /)

  const page = await project.pm('review', '1')
  expect(page.code).toBe(0)
  expect(page.stdout).toContain('REVIEW of task 1: Make file 1\nescalated, tier normal\n\nQuestion\n')
  expect(page.stdout).toContain('  UNTESTED  `grep -c made src/1.txt` → 1\n            it was not run\n')
  expect(page.stdout).toMatch(/ {2}Receipt {3}[0-9a-f]{12} /)
  expect(page.stdout).toContain('  REJECT   pm-agent reject 1  (')
  expect(page.stdout).toContain('\nAlso waiting: 3 (pm-agent review TASK)\n')

  const both = await Promise.all([project.pm('skip', '1', '-m', 'one'), project.pm('skip', '1', '-m', 'other')])
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 2])
  expect(both.find(({ code }) => code === 2)!.stderr).toMatch(
    /^pm-agent: Task 1 (is skipped already\.|changed since this was decided: )/,
  )

  terminal.press('G')
  await terminal.shows(/▸ ! 3 [^\n]*\n(.*\n)*x reject {2}p pause {2}t retry {2}z skip/)
  terminal.press('z')
  await terminal.shows('skip task 3: ▏ enter sends, esc leaves')
  terminal.press('\r')
  await terminal.shows('Task 3 is skipped.')
  writeFileSync(join(project.root, 'go'), '')
  expect((await terminal.done).code).toBe(0)
  expect((await project.status()).tasks.map(({ state }) => state)).toEqual(['skipped', 'completed', 'skipped'])
  const skips = (await project.facts()).filter(({ event }) => event.type === 'task-skipped')
  expect(skips).toHaveLength(2)
})

test('review presents what waits at a terminal, with diff and output on a key, and takes the decision', async () => {
  using project = await projectWith(shellPlan([{ id: '2', extra: '**Hold**: yes\n' }]))
  writeFileSync(join(project.root, 'go'), '')
  expect((await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)).code).toBe(3)
  const before = JSON.parse((await project.pm('review', '--json')).stdout)
  expect(before).toMatchObject({
    waiting: ['2'],
    review: { task: '2', receipt: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })

  const terminal = PseudoTerminal.pm(project, ['review'])
  await terminal.says('q quit\n> ')
  terminal.press('d\r')
  await terminal.says('+made by 2 from')
  terminal.press('o test\r')
  await terminal.says('# tests 2')
  terminal.press('r\r')
  await terminal.says('what has to change?')
  terminal.press('say more\r')
  const left = await terminal.done
  expect(left.code).toBe(0)
  const text = withoutEscapes(left.sent).replaceAll('\r', '')
  expect(text).toContain('Files: 2 added\n  added     src/2.txt\n  added     tests/2.sh\n')
  expect(text).toContain('Task 2 goes back to its agent with your text. pm-agent run continues from there.')
  expect(text).toContain('No other task waits for you.')

  const stale = await project.pm('approve', '2', '--seen', before.review.receipt.slice(0, 12))
  expect(stale.code).toBe(2)
  expect((await project.pm('review')).stdout).toBe('No task waits for you.\n')
})
