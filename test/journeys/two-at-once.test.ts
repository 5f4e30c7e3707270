import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Moment } from '../rig/core/at-a-moment.ts'
import { processesOf } from '../rig/projects/project.ts'

test('of two runs that begin at the same moment one works, and the other names it', async () => {
  using moment = await Moment.prepare()
  const both = [moment.user.start(moment.args), moment.user.start(moment.args)]
  const refused = await Promise.race(both.map(async run => ({ run, ...(await run.done) })))
  const working = both.find(run => run.pid !== refused.run.pid)!
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `pm-agent: this plan is already being run, by process ${working.pid} on ${hostname()}\n  pm-agent status shows it, pm-agent stop stops it\n`,
  ])
  moment.letGo()
  const ended = await working.done
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect((await moment.user.status()).tasks.map(task => [task.outcome, task.attempts])).toEqual([
    ['proven', 1],
    ['proven', 1],
  ])
  expect(processesOf(moment.user.root)).toEqual([])
  expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
})
