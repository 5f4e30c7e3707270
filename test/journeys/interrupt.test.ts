import { fork } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, processesOf } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])

/** An agent that works, says so, and then waits to be let go by a file; `stubborn` ones do not listen to TERM. */
const waiting = (root: string, trap: string) => `#!/bin/sh
cat > /dev/null
${trap}
mkdir -p src; echo "half of $PM_AGENT_TASK" > "src/half.txt"
while [ ! -e "${root}/go" ]; do sleep 0.05; done
rm src/half.txt
exec sh "${root}/honest.sh" < /dev/null
`

async function project(trap = ''): Promise<{ made: Project; args: string[] }> {
  const made = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(made.root, 'honest.sh'), HONEST_AGENT)
  writeFileSync(join(made.root, 'agent.sh'), waiting(made.root, trap))
  return { made, args: ['run', '--agent', `command:sh ${made.root}/agent.sh`] }
}

test('Ctrl-C stops cleanly: half-done files are kept, no process is left, and run resumes', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  await workspaceHolds(user, 'src/half.txt')
  run.kill('SIGINT')
  const stopped = await run.done
  expect(stopped.code).toBe(130)
  expect(stopped.stdout).toContain('pm-agent run continues from here')
  expect(processesOf(user.root)).toEqual([])
  const shown = JSON.parse((await user.pm('show', '1', '--json')).stdout)
  expect(shown.history[0].ending).toEqual({ is: 'stopped' })
  expect(shown.history[0].draft.changes).toEqual([{ path: 'src/half.txt', status: 'added' }])

  writeFileSync(join(user.root, 'go'), '')
  const again = await user.pm(...args)
  expect(again.code).toBe(0)
  expect((await user.status()).tasks.map(task => task.outcome)).toEqual(['proven', 'proven'])
  expect(await user.git('ls-tree', '-r', '--name-only', 'pm/many-files')).not.toContain('half.txt')
})

test('a signal that nobody typed is not called Ctrl-C', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  run.kill('SIGTERM')
  const stopped = await run.done
  expect([stopped.code, stopped.stdout]).toEqual([130, expect.stringContaining('stopped by SIGTERM; pm-agent run')])
})

test('two signals at the same moment are one: the run stops, and is not killed', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  await workspaceHolds(user, 'src/half.txt')
  run.kill('SIGINT')
  run.kill('SIGTERM')
  const stopped = await run.done
  expect([stopped.code, stopped.stdout]).toEqual([130, expect.stringContaining('pm-agent run continues from here')])
  expect((await user.facts()).map(({ event }) => event.type)).toContain('attempt-ended')
})

test('killing the launcher stops the run cleanly', async () => {
  const { made, args } = await project()
  using user = made
  const run = fork(user.main, args, { cwd: user.dir, env: user.env(), execArgv: [], stdio: 'pipe' })
  let printed = ''
  run.stdout!.setEncoding('utf8').on('data', text => {
    printed += text
  })
  const ended = new Promise<number | null>(resolve => run.once('exit', resolve))
  await workspaceHolds(user, 'src/half.txt')
  // To the program this is the death of whoever holds the other end.
  run.disconnect()
  expect(await ended).toBe(130)
  expect(printed).toContain('pm-agent run continues from here')
  expect(processesOf(user.root)).toEqual([])
})

test('a second Ctrl-C kills an agent that ignores the first, and the run still resumes', async () => {
  const { made, args } = await project("trap '' TERM INT HUP")
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  await workspaceHolds(user, 'src/half.txt')
  run.kill('SIGINT')
  await run.printed('stopping')
  run.insist('SIGINT')
  expect((await run.done).code).toBe(130)
  expect(processesOf(user.root)).toEqual([])
  writeFileSync(join(user.root, 'go'), '')
  expect((await user.pm(...args)).code).toBe(0)
})

test('a decision about a task that a dead pm-agent left at work says what to do, and that works', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  await workspaceHolds(user, 'src/half.txt')
  run.kill('SIGKILL')
  await run.done
  const refused = await user.pm('skip', '1', '-m', 'not needed')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `pm-agent: Task 1 was under way when its pm-agent died.
  pm-agent run continues with it
  pm-agent stop 1, then pm-agent run: it keeps its files and waits for your decision
`,
  ])
  expect((await user.pm('stop', '1')).code).toBe(0)
  expect((await user.pm(...args)).code).toBe(3)
  expect((await user.pm('skip', '1', '-m', 'not needed')).stdout).toContain('Task 1 is skipped.')
})

test('a decision about work that waits for the next run says so, and nobody has died', async () => {
  using user = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': PLAN,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0 }\n`,
  })
  expect((await user.pm('run', '--agent', 'command:cat > /dev/null')).code).toBe(3)
  expect((await user.pm('waive', '1', '-m', 'it is not needed')).code).toBe(0)
  const refused = await user.pm('skip', '1', '-m', 'not needed')
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
    2,
    'pm-agent: Task 1 has work that waits for pm-agent run.',
  ])
  expect((await user.pm('stop', '1')).code).toBe(0)
  expect((await user.pm('run', '--agent', 'command:cat > /dev/null')).code).toBe(3)
  expect((await user.pm('skip', '1', '-m', 'not needed')).stdout).toContain('Task 1 is skipped.')
})

test('another terminal can stop the run, and a second run of the same plan is refused', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  const second = await user.pm(...args)
  expect(second.code).toBe(2)
  expect(second.stderr).toContain(`this plan is already being run, by process ${run.pid}`)
  const busy = await user.pm('skip', '1')
  expect(busy.code).toBe(2)
  expect(busy.stderr).toContain('Task 1 is under way')
  const skipped = await user.pm('skip', '2', '-m', 'not needed')
  expect(skipped.stdout).toBe('Task 2 is skipped.\n')
  expect((await user.pm('stop')).stdout).toBe('Stopping. pm-agent run continues from there.\n')
  expect((await run.done).code).toBe(130)
  writeFileSync(join(user.root, 'go'), '')
  expect((await user.pm(...args)).code).toBe(0)
  expect((await user.status()).tasks.map(task => [task.state, task.reason])).toEqual([
    ['completed', null],
    ['skipped', 'not needed'],
  ])
})

test('an escalated task continues with a human’s hint', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(user.root, 'honest.sh'), HONEST_AGENT)
  // Works only when it is told the secret.
  writeFileSync(
    join(user.root, 'agent.sh'),
    `#!/bin/sh\nif grep -A2 'FROM THE HUMAN' | grep -q 'the secret is blue'; then exec sh "${user.root}/honest.sh" < /dev/null; fi\n`,
  )
  const args = ['run', '--agent', `command:sh ${user.root}/agent.sh`]
  const stuck = await user.pm(...args)
  expect(stuck.code).toBe(3)
  expect(stuck.stdout).toContain(
    'ESCALATION (task 1)\nProblem:     Agents for task 1 (Make file 1) keep submitting files',
  )
  expect(stuck.stdout).toContain('Impact:      task 2 cannot start')
  expect(stuck.stdout).toContain('pm-agent retry 1 -m "…"')
  expect((await user.status()).tasks.map(task => task.state)).toEqual(['escalated', 'blocked'])
  expect((await user.pm('why', '2')).stdout).toContain('Task 2 cannot start: task 1 waits for a human')
  expect((await user.pm('retry', '1', '-m', 'the secret is blue')).stdout).toBe(
    'Task 1 goes back to the queue.\npm-agent run continues from there.\n',
  )
  expect((await user.pm(...args)).code).toBe(3)
  expect((await user.status()).tasks.map(task => task.state)).toEqual(['completed', 'escalated'])
  expect((await user.pm('show', '1', '--prompt')).stdout).toContain(
    '## FROM THE HUMAN\nMessage from the person running this plan:\n> the secret is blue',
  )
})

/** The agent works in a folder of ours; its file there shows how far it is. */
async function workspaceHolds(user: Project, path: string): Promise<void> {
  const { glob } = await import('node:fs/promises')
  await expect
    .poll(
      async () => {
        for await (const found of glob(`state/pm-agent/*/workspaces/*/1-*/${path}`, { cwd: user.root }))
          if (existsSync(join(user.root, found))) return true
        return false
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}
