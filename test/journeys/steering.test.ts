import { expect, test } from 'vitest'
import { Moment } from '../rig/moment.ts'
import { processesOf } from '../rig/project.ts'

test('one task is stopped and told something while the run goes on; sent back, it hears that and is completed', async () => {
  using moment = await Moment.prepare()
  const { user } = moment
  const run = await moment.start()
  const said = await user.pm('tell', '1', '-m', 'use the blue one')
  expect([said.code, said.stdout]).toEqual([0, 'What you said goes with the next attempt of task 1.\n'])
  const stopped = await user.pm('stop', '1')
  expect(stopped.stdout).toContain('Task 1 is stopped; its files are kept')
  const ended = await run.done
  expect(ended.code, ended.stdout + ended.stderr).toBe(3)
  expect(ended.stdout).toContain('was stopped and waits until you say to go on')
  expect(processesOf(user.root)).toEqual([])
  expect((await user.status()).tasks.map(task => task.state)).toEqual(['escalated', 'blocked'])
  expect((await user.pm('why', '1')).stdout).toContain('stopped it.')

  expect((await user.pm('retry', '1')).code).toBe(0)
  await moment.expectGoesOn()
  expect((await user.pm('show', '1', '--prompt')).stdout).toContain('use the blue one')
})
