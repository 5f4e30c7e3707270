import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Moment } from '../rig/core/at-a-moment.ts'
import { Project, processesOf } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const CLAUDE = fileURLToPath(new URL('../rig/fake-clis/claude.js', import.meta.url))

test('one task is stopped and gets a message while the run continues; retried, it reads the message and completes', async () => {
  using moment = await Moment.prepare()
  const { user } = moment
  const run = await moment.start()
  const said = await user.pm('tell', '1', '-m', 'use the blue one')
  expect([said.code, said.stdout]).toEqual([0, 'It goes to the next attempt of task 1.\n'])
  const stopped = await user.pm('stop', '1')
  expect(stopped.stdout).toContain('Task 1 is stopped; its files are kept')
  const ended = await run.done
  expect(ended.code, ended.stdout + ended.stderr).toBe(3)
  expect(ended.stdout).toContain('was stopped and waits until you tell it to continue')
  expect(processesOf(user.root)).toEqual([])
  expect((await user.status()).tasks.map(task => task.state)).toEqual(['escalated', 'blocked'])
  expect((await user.pm('why', '1')).stdout).toContain('stopped it.')

  expect((await user.pm('retry', '1')).code).toBe(0)
  await moment.expectGoesOn()
  expect((await user.pm('show', '1', '--prompt')).stdout).toContain('use the blue one')
})

test('an agent that accepts messages while it works gets one at once, in the same attempt, and every surface shows it', async () => {
  using user = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}judge: never\nenv: { pass: [FAKE_TURNS] }\n`,
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  const inRoot = (name: string) => join(user.root, name)
  const report = JSON.stringify({ status: 'success', summary: 'made', outputs: { path: 'src/1.txt' } })
  const turns = [
    { use: [{ run: `until [ -e '${inRoot('proceed')}' ]; do sleep 0.02; done` }] },
    {
      use: [
        { write: 'src/1.txt', content: 'made\n' },
        { write: '.pm-agent/result.json', content: report },
      ],
    },
    { text: 'Made.' },
  ]
  writeFileSync(inRoot('turns.json'), JSON.stringify(turns))
  writeFileSync(inRoot('claude'), `#!/bin/sh\nexec "${process.execPath}" "${CLAUDE}" "$@"\n`)
  chmodSync(inRoot('claude'), 0o755)
  const path = `${user.root}${delimiter}${process.env.PATH}`
  const env = { PATH: path, ANTHROPIC_API_KEY: 'dummy', FAKE_TURNS: user.root }
  const run = user.start(['run', '--agent', 'claude'], { env })
  await expect.poll(() => existsSync(inRoot('requests.jsonl')), { timeout: 20_000 }).toBe(true)
  const said = await user.pm('tell', '1', '-m', 'use the blue one')
  expect([said.code, said.stdout]).toEqual([0, 'The agent of task 1 received it while working.\n'])
  writeFileSync(inRoot('proceed'), '')
  const ended = await run.done
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(ended.stdout).toContain('attempt 1 received it while working')
  expect((await user.status()).tasks[0]).toMatchObject({ outcome: 'proven', attempts: 1 })
  expect(readFileSync(inRoot('requests.jsonl'), 'utf8').split('\n')[1]).toContain('> use the blue one')
  const told = JSON.parse((await user.pm('show', '1', '--prompt', '--json')).stdout)
  expect(told.map((one: Record<string, unknown>) => [one.role, one.agent, one.at_work])).toEqual([
    ['worker', 'claude', false],
    ['worker', 'claude', true],
  ])
  expect((await user.pm('show', '1', '--prompt')).stdout).toContain(
    '──── attempt 1, worker (claude), while it worked ────\n## FROM THE HUMAN\n',
  )
  for (const command of ['why', 'log'])
    expect((await user.pm(command, '1')).stdout).toContain('attempt 1 received it while working')
  expect(processesOf(user.root)).toEqual([])
})
