import { expect, it } from 'vitest'
import {
  completed,
  ended,
  gateRun,
  opened,
  proofStarted,
  ready,
  releaseCheck,
  reviewed,
  started,
} from '../../../../test/rig/core/facts.ts'
import { given } from '../../../../test/rig/core/given.ts'
import { plan, task } from '../../../../test/rig/core/plan.ts'
import { taskId } from '../../../core/plan/ids.ts'
import type { Event } from '../../../core/run/event.ts'
import { viewRun } from '../../../core/shown/view.ts'
import { NOTHING_IN_THE_WAY } from '../run/merge-command.ts'
import { renderEnd, renderStatus } from './render.ts'

const resultOf = (...events: readonly (Event | readonly Event[])[]): string =>
  renderEnd(given(...events).state, { inTheWay: NOTHING_IN_THE_WAY, vaultDir: 'vault' })[0]!

it('the result of a run that was stopped says where each task stands', () => {
  const of = opened(plan([task('1'), task('2'), task('3')]))
  expect(resultOf(of, ready)).toContain('0 of 3 tasks completed (3 ready);')
  expect(resultOf(opened(plan([task('1')])), ready)).toContain('0 of 1 task completed (1 ready);')
  expect(resultOf(of, ready, started('1'), started('2'), ended('2'), proofStarted('2'))).toContain(
    '0 of 3 tasks completed (1 ready, 1 implementing, 1 testing);',
  )
  expect(resultOf(of, ready, completed('1'), started('2'))).toContain(
    '1 of 3 tasks completed (1 proven, 1 ready, 1 implementing);',
  )
})

it('the next step of a release that is refused names its question, which pm-agent review does not present', () => {
  const failing = releaseCheck({ name: 'setup', command: 'npm ci', verdict: 'could-not-run', evidence: 'exit 1' })
  const run = given(opened(plan([task('1')])), ready)
    .and(completed('1'), reviewed())
    .after(gateRun({ checks: [failing] }))
  expect(renderEnd(run.state, { inTheWay: NOTHING_IN_THE_WAY, vaultDir: 'vault' }).at(-1)).toBe(
    'Next:    answer the question of the release gate above; then pm-agent run',
  )
})

it('the status of a paused run says who paused it and how it goes on', () => {
  const run = given(opened(plan([task('1'), task('2')])), ready).after({
    type: 'pause-task',
    task: taskId('1'),
    by: 'Ada',
    note: '',
  })
  const view = viewRun(run.state)
  const rows = view.tasks.map(one => ({ task: one, indent: 0, hidden: 0 }))
  const terminal = { colours: false } as unknown as Parameters<typeof renderStatus>[0]
  expect(renderStatus(terminal, view, { is: 'nobody' }, { branchLines: [], rows })).toEqual([
    expect.stringContaining('The shop (PLAN.md)  execute'),
    '  1   ready  Make 1  (Ada paused the run)',
    '  2   ready  Make 2  (Ada paused the run)',
    '',
    'Paused by Ada at task 1; pm-agent run continues from here.',
  ])
})
