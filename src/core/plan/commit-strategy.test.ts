import { expect, test } from 'vitest'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { conditionHolds, messageRow, residueOf } from './commit-strategy.ts'
import { taskId } from './ids.ts'
import type { CommitRow } from './plan.ts'

const row = (tasks: readonly string[], fields: Partial<CommitRow> = {}): CommitRow => ({
  tasks: tasks.map(taskId),
  message: 'feat: it',
  files: [],
  condition: 'always',
  ...fields,
})

test.each([
  ['always', true],
  ['', true],
  ['-', true],
  ['If tests pass', true],
  ['all tests pass', true],
  ['when build succeeds', true],
  ['only if verified', true],
  ['if changes exist', true],
  ['never', false],
  ['manual', false],
  ['if the moon is full', null],
])('the condition "%s" is read as %s', (condition, holds) => {
  expect(conditionHolds(condition, task('1'))).toBe(holds)
})

test('a verification changes nothing, so it has no changes to commit', () => {
  expect(conditionHolds('if changes', task('1', { type: 'verification' }))).toBe(false)
})

test('a group row belongs to the last of its tasks, and only while its condition holds', () => {
  const tasks = [task('1'), task('2'), task('3')]
  const group = row(['1', '2'], { message: 'feat: both' })
  const of = plan(tasks, { commitRows: [group, row(['3'], { condition: 'never' }), row(['3'], { message: 'late' })] })
  expect(tasks.map(one => messageRow(of, one)?.message)).toEqual([undefined, 'feat: both', 'late'])
})

test('the residue is what no row of a task names; every task of a group shares its files', () => {
  const tasks = [task('1'), task('2'), task('3')]
  const rows = [row(['1', '2'], { files: ['src/api/**', 'docs'] }), row(['3'])]
  const of = plan(tasks, { commitRows: rows })
  const changed = ['src/api/a.ts', 'docs/api.md', 'src/b.ts']
  expect(tasks.map(one => residueOf(of, one, changed))).toEqual([['src/b.ts'], ['src/b.ts'], []])
})
