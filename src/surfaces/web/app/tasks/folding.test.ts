import { expect, test } from 'vitest'
import { taskView } from '../../../../../test/rig/web/task-views.ts'
import { firstFolded, hierarchyOf, matching, parentsAround, shownFor, unfoldedTasks } from './folding.ts'

const parent = (id: string, around: string | null = null) =>
  taskView(id, { parent: around, sub_plan: `${id}.md`, group: true })

/** 1 and 2 are parents; 1/1 is one as well. */
const tasks = [
  parent('1'),
  parent('1/1', '1'),
  taskView('1/1/1', { parent: '1/1' }),
  taskView('1/2', { parent: '1' }),
  parent('2'),
  taskView('2/1', { parent: '2' }),
  taskView('2/1.a', { parent: '2/1' }),
]

test('a task that was added for another one is beside it, not inside', () => {
  const hierarchy = hierarchyOf(tasks)
  expect(parentsAround(hierarchy, '1/1/1')).toEqual(['1/1', '1'])
  expect(parentsAround(hierarchy, '2/1.a')).toEqual(['2'])
})

test('a task in folded parents is shown as the outermost of them', () => {
  const hierarchy = hierarchyOf(tasks)
  expect(shownFor(hierarchy, new Set(['1', '1/1']), '1/1/1')).toBe('1')
  expect(shownFor(hierarchy, new Set(['1/1']), '1/1/1')).toBe('1/1')
  expect(unfoldedTasks(hierarchy, new Set(['1', '2'])).map(({ id }) => id)).toEqual(['1', '2'])
})

test('a small plan is open; of 2,000 tasks only the parents around work under way are', () => {
  expect(firstFolded(hierarchyOf(tasks)).size).toBe(0)
  const large = Array.from({ length: 100 }, (_, at) => [
    parent(`${at}`),
    ...Array.from({ length: 19 }, (_unused, inner) =>
      taskView(`${at}/${inner}`, { parent: `${at}`, ...(at === 7 && inner === 3 ? { state: 'testing' } : {}) }),
    ),
  ]).flat()
  const hierarchy = hierarchyOf(large)
  const folded = firstFolded(hierarchy)
  expect(folded.size).toBeGreaterThanOrEqual(99)
  expect(unfoldedTasks(hierarchy, folded).length).toBeLessThan(130)
})

test('a filter looks for all of its words in ids, titles and states', () => {
  const all = [taskView('1', { title: 'Text buffer' }), taskView('2', { title: 'Text screen', state: 'escalated' })]
  expect(matching(all, 'text you').map(({ id }) => id)).toEqual(['2'])
  expect(matching(all, '  ')).toHaveLength(2)
})
