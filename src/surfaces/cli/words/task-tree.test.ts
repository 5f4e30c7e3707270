import { describe, expect, test } from 'vitest'
import { completed, opened, ready } from '../../../../test/rig/core/facts.ts'
import { given } from '../../../../test/rig/core/given.ts'
import { plan, task } from '../../../../test/rig/core/plan.ts'
import { taskId } from '../../../core/plan/ids.ts'
import { titleWords, viewRun } from '../../../core/shown/view.ts'
import { type TreeOptions, treeRows } from './task-tree.ts'

const inside = (id: string, parent: string) => task(id, { parent: taskId(parent) })
const parent = (id: string, needs: readonly string[], above?: string) =>
  task(id, { subPlan: `${id}.md`, needs, title: `Phase ${id}`, ...(above ? { parent: taskId(above) } : {}) })

const editor = plan([
  task('1'),
  parent('2', ['2/1', '2/2']),
  inside('2/1', '2'),
  parent('2/2', ['2/2/1'], '2'),
  inside('2/2/1', '2/2'),
])
const rows = (options: TreeOptions) =>
  treeRows(viewRun(given(opened(editor), ready, completed('2/1')).state).tasks, options).map(
    ({ task: shown, indent, hidden }) =>
      `${' '.repeat(indent)}${shown.id} ${titleWords(shown)}${hidden ? ` +${hidden}` : ''}`,
  )

describe('the tree of a run', () => {
  test('shows the tasks inside each task, with their number', () => {
    expect(rows({})).toEqual([
      '1 Make 1',
      '2 Phase 2, 1 of 2',
      ' 2/1 Make 2/1',
      ' 2/2 Phase 2/2, 0 of 1',
      '  2/2/1 Make 2/2/1',
    ])
  })

  test('ends at the depth that was asked for', () => {
    expect(rows({ depth: 1 })).toEqual(['1 Make 1', '2 Phase 2, 1 of 2 +3'])
    expect(rows({ depth: 2 })).toEqual(['1 Make 1', '2 Phase 2, 1 of 2', ' 2/1 Make 2/1', ' 2/2 Phase 2/2, 0 of 1 +1'])
  })

  test('shows one task with everything inside it', () => {
    expect(rows({ root: '2/2' })).toEqual(['2/2 Phase 2/2, 0 of 1', ' 2/2/1 Make 2/2/1'])
    expect(rows({ root: '2', list: true })).toHaveLength(4)
  })

  test('folds the sub-plans of a long plan in which nothing happens', () => {
    const long = plan([
      ...Array.from({ length: 10 }, (_, at) => at + 1).flatMap(at => [
        parent(`${at}`, [`${at}/1`]),
        ...Array.from({ length: 5 }, (__, child) => inside(`${at}/${child + 1}`, `${at}`)),
      ]),
    ])
    const shown = treeRows(viewRun(given(opened(long), ready).state).tasks)
    expect(shown.map(({ task: { id } }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(shown[0]!.hidden).toBe(5)
  })
})
