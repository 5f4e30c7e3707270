import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Moment } from '../rig/core/at-a-moment.ts'
import { processesOf } from '../rig/projects/project.ts'

const LIMIT_MS = 3_000

/**
 * Stops these processes and leaves the journal as if the machine had slept for hours: no lease lasts that long. Whoever is stopped
 * in the middle of a write keeps everybody from the journal, so it happens while the journal is ours.
 */
function fallAsleep(moment: Moment, pids: readonly number[]): void {
  const journal = new DatabaseSync(join(moment.user.dir, '.git', 'pm-agent', 'journal.db'), { timeout: 20_000 })
  journal.exec('BEGIN IMMEDIATE')
  signal(pids, 'SIGSTOP')
  while (!pids.every(stands)) {
    // The kernel stops a process when it next looks at it.
  }
  journal.exec('UPDATE leases SET expires_at = 0; COMMIT')
  journal.close()
}

function stands(pid: number): boolean {
  try {
    return / [TtZ] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''))
  } catch {
    return true
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // A `sleep` of the agent's that has ended meanwhile.
    }
  }
}

/** Ours first: it must not see the others stand still. */
const everybody = (moment: Moment, run: { readonly pid: number }): readonly number[] => [
  run.pid,
  ...processesOf(moment.user.root).map(line => Number.parseInt(line, 10)),
]

test('a laptop that sleeps longer than every limit costs no attempt', async () => {
  const minutes = LIMIT_MS / 60_000
  using moment = await Moment.prepare({
    settings: `limits: { attempt_minutes: ${minutes}, idle_minutes: ${minutes}, relaunches: 0 }\n`,
  })
  const run = await moment.start()
  fallAsleep(moment, everybody(moment, run))
  // The one thing that cannot be had without waiting: time that passes while nothing of ours runs.
  await delay(LIMIT_MS * 1.5)
  moment.letGo()
  signal(everybody(moment, run), 'SIGCONT')
  const ended = await run.done
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect((await moment.user.status()).tasks.map(task => [task.outcome, task.attempts])).toEqual([
    ['proven', 1],
    ['proven', 1],
  ])
  expect(processesOf(moment.user.root)).toEqual([])
  expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
})

test('the next run takes over from a pm-agent that was stopped for long, which reports it when it wakes', async () => {
  using moment = await Moment.prepare()
  const stopped = await moment.start()
  fallAsleep(moment, [stopped.pid])
  const next = moment.user.start(moment.args)
  await next.printed('given to command (attempt 2)')
  stopped.kill('SIGCONT')
  const left = await stopped.done
  expect([left.code, left.stderr]).toEqual([2, expect.stringContaining('another pm-agent drives this run now')])
  expect(left.stderr).toContain(`process ${next.pid}`)
  moment.letGo()
  expect((await next.done).code).toBe(0)
  expect((await moment.user.status()).tasks.map(task => [task.outcome, task.attempts])).toEqual([
    ['proven', 2],
    ['proven', 1],
  ])
  expect(processesOf(moment.user.root)).toEqual([])
  expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
  expect(await moment.kept(moment.user.dir, (await moment.user.status()).run.id)).toContain('half of 1')
})

test('a stopped pm-agent protects its run from clean, and answers a command when it wakes', async () => {
  using moment = await Moment.prepare()
  const stopped = await moment.start()
  fallAsleep(moment, [stopped.pid])
  const refused = await moment.user.pm('clean')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(`is under way, by process ${stopped.pid}`),
  ])
  const skipping = moment.user.start(['skip', '2'])
  stopped.kill('SIGCONT')
  expect((await skipping.done).stdout).toBe('Task 2 is skipped.\n')
  moment.letGo()
  expect((await stopped.done).code).toBe(0)
  expect((await moment.user.status()).tasks.map(task => task.state)).toEqual(['completed', 'skipped'])
})
