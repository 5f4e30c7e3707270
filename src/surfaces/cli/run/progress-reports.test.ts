import { expect, test } from 'vitest'
import { opened, ready, started } from '../../../../test/rig/core/facts.ts'
import { given } from '../../../../test/rig/core/given.ts'
import { plan, task } from '../../../../test/rig/core/plan.ts'
import { ProgressReports } from './progress-reports.ts'

/** A clock that rings when a test says so. */
class Clock {
  afterMs: number | null = null
  ring: () => void = () => {}
  readonly alarm = (afterMs: number, ring: () => void) => {
    this.afterMs = afterMs
    this.ring = ring
    return () => {
      this.afterMs = null
    }
  }
}

test('progress is told by the clock while nothing happens, again and again, until the run ends', () => {
  const clock = new Clock()
  const told: string[] = []
  const reports = new ProgressReports(lines => told.push(lines[1]!), clock.alarm)
  const at = given(opened(plan([task('1'), task('2')])), ready)
  reports.record({ version: 4, at: 1000, event: started('1') }, at.state)
  expect([told, clock.afterMs]).toEqual([[], 30 * 60_000])
  clock.ring()
  clock.ring()
  expect(told).toEqual(['Completed: 0/2 tasks', 'Completed: 0/2 tasks'])
  reports.record({ version: 5, at: 2000, event: { type: 'run-finished' } }, at.and({ type: 'run-finished' }).state)
  expect(clock.afterMs).toBeNull()
})

test('an answer of a human is followed by a report, and the clock begins anew', () => {
  const clock = new Clock()
  let told = 0
  const reports = new ProgressReports(() => told++, clock.alarm)
  const asks = { type: 'task-escalated', task: task('1').id, reason: 'agent-blocked', reasons: [] } as const
  const skip = { type: 'task-skipped', task: task('1').id, by: 'Ada', note: '' } as const
  const asked = given(opened(plan([task('1'), task('2')])), ready).and(started('1'))
  reports.record({ version: 4, at: 1000, event: started('1') }, asked.state)
  reports.record({ version: 5, at: 2000, event: asks }, asked.and(asks).state)
  expect(told).toBe(0)
  reports.record({ version: 6, at: 3000, event: skip }, asked.and(asks, skip).state)
  expect([told, clock.afterMs]).toEqual([1, 30 * 60_000])
  reports.close()
  expect(clock.afterMs).toBeNull()
})
