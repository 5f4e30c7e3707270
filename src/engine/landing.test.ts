import { expect, test } from 'vitest'
import {
  BASE,
  ended,
  landingStarted,
  opened,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  started,
} from '../../test/rig/core/facts.ts'
import { given } from '../../test/rig/core/given.ts'
import { plan, task } from '../../test/rig/core/plan.ts'
import { taskId } from '../core/plan/ids.ts'
import type { Ports } from '../ports.ts'
import { land } from './landing.ts'

test.each([
  ['a rehearsed receipt in a real run', {}, { rehearsed: true }],
  ['a real receipt in a rehearsal', { rehearsal: true }, {}],
] as const)('nothing lands with %s', async (_, run, of) => {
  const { state } = given(
    opened(plan([task('1')]), run),
    ready,
    started('1'),
    ended('1'),
    proofStarted('1'),
    proofRecorded('1', receipt(of)),
    landingStarted('1'),
  )
  // It is refused before anything outside is touched.
  const nothing = {} as Ports
  await expect(land(nothing, state, { type: 'land', task: taskId('1'), attempt: 1, onto: BASE })).rejects.toThrow(
    'a rehearsed receipt of task 1 counts nowhere else',
  )
})
