import { expect, test } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { type Changes, Proving } from '../../../test/rig/proof/proving.ts'
import { FINDING, LIBRARY } from '../../../test/rig/proof/toy-suite.ts'
import type { Defence } from '../../core/proof/defence.ts'
import { isProven } from '../../core/proof/receipt.ts'

const UNFULFILLED = task('1', { criteria: [criterion('c1', 'shows add = left')] })

/** A draft that a defence is there for; for some of them others must be out of the way, because they refuse it as well. */
const REFUSED: readonly (readonly [Defence, string, Changes, readonly Defence[]])[] = [
  ['reading', 'a merge conflict', { 'src/both.js': '<<<<<<< ours\n=======\n>>>>>>> theirs\n' }, []],
  ['protected-paths', 'settings of an agent', { '.claude/settings.json': '{}\n' }, []],
  [
    'old-form',
    'another expectation',
    {
      'src/cart.js': "export function add() { return 'left' }\n",
      'tests/cart.test.js': 'test adds: add = left\ntest adds again: add = left\n',
    },
    [],
  ],
  ['red-green', 'a test that passed before', { 'tests/search.test.js': 'test adds: add = right\n' }, []],
  ['gutting', 'a test of nothing', { 'tests/search.test.js': 'load find\ntest adds: add = right\n' }, []],
  [
    'controls',
    'a suite that passes everything',
    { 'tests/setup.js': 'everything passes\n', 'tests/search.test.js': 'load find\ntest finds: find = right\n' },
    ['gutting'],
  ],
  ['repetition', 'a test that passes here', { 'tests/search.test.js': 'at home finds: find = right\n' }, []],
  ['criteria', 'an unfulfilled criterion', {}, []],
]

test.each(REFUSED)('without %s, %s would be accepted', async (defence, _, changes, others) => {
  const of = defence === 'criteria' ? UNFULFILLED : task('1')
  const isAccepted = async (leaveOut: readonly Defence[]) => {
    // A receipt with a gap proves nothing, so the gap itself is forgiven here, as in the bench.
    const { leftOut: _, ...receipt } = await new Proving(LIBRARY).prove(of, { ...FINDING, ...changes }, { leaveOut })
    return isProven(receipt)
  }
  expect([await isAccepted(others), await isAccepted([...others, defence])]).toEqual([false, true])
})
