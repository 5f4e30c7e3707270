import { expect, test } from 'vitest'
import { taskView } from '../../../../../test/rig/web/task-views.ts'
import { hierarchyOf } from './folding.ts'
import { graphOf } from './graph.ts'
import { layoutOf } from './layout.ts'

const tasks = [
  taskView('1'),
  taskView('2', { sub_plan: '2.md', group: true, depends_on: ['1'] }),
  taskView('2/1', { parent: '2' }),
  taskView('2/2', { parent: '2', depends_on: ['2/1'] }),
  taskView('3', { depends_on: ['2', '1'] }),
]
const arrowsOf = (folded: readonly string[], path: readonly string[] = []) =>
  graphOf(hierarchyOf(tasks), new Set(folded), path).arrows.map(({ from, to }) => `${from} ${to}`)

test('arrows of a folded parent are those of its parts and its own, without the ones that others imply', () => {
  expect(arrowsOf(['2']).toSorted()).toEqual(['1 2', '2 3'])
})

test('arrows to an open parent lead to its beginning, and from it to what waits for its end', () => {
  expect(arrowsOf([]).toSorted()).toEqual(['1 2/1', '2/1 2/2', '2/2 3'])
})

test('the critical path is the arrows from each of its tasks to the next', () => {
  const { arrows, boxes } = graphOf(hierarchyOf(tasks), new Set(['2']), ['1', '2/1', '2/2', '3'])
  expect(arrows.filter(({ isCritical }) => isCritical).map(({ from, to }) => `${from} ${to}`)).toEqual(['1 2', '2 3'])
  expect(boxes.every(({ isCritical }) => isCritical)).toBe(true)
})

test('boxes do not cover each other, and are inside the frame of their parent', () => {
  const { boxes, frames, width, height } = layoutOf(graphOf(hierarchyOf(tasks), new Set(), []), 1_200)
  for (const one of boxes)
    for (const other of boxes)
      if (one !== other)
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true)
  const [frame] = frames
  for (const box of boxes.filter(({ id }) => id.startsWith('2/'))) {
    expect(box.x).toBeGreaterThanOrEqual(frame!.x)
    expect(box.y).toBeGreaterThanOrEqual(frame!.y)
    expect(box.x + box.width).toBeLessThanOrEqual(frame!.x + frame!.width)
    expect(box.y + box.height).toBeLessThanOrEqual(frame!.y + frame!.height)
  }
  expect(boxes.every(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height)).toBe(true)
})

test('2,000 open tasks are laid out in columns, each to the right of what it needs', () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    taskView(`${at}`, { depends_on: at < 40 ? [] : [`${at - 40}`] }),
  )
  const { boxes, arrows } = layoutOf(graphOf(hierarchyOf(many), new Set(), []), 1_200)
  const at = new Map(boxes.map(box => [box.id, box.x]))
  expect(boxes).toHaveLength(2_000)
  expect(arrows).toHaveLength(1_960)
  expect(at.get('1999')!).toBeGreaterThan(at.get('1959')!)
})

test('a long chain is laid out downwards, where it would be far too wide to the right', () => {
  const chain = Array.from({ length: 20 }, (_, at) => taskView(`${at}`, { depends_on: at === 0 ? [] : [`${at - 1}`] }))
  const graph = graphOf(hierarchyOf(chain), new Set(), [])
  const down = layoutOf(graph, 1_200)
  expect(down.height).toBeGreaterThan(down.width)
  expect(layoutOf(graph, 4_000).width).toBeGreaterThan(2_000)
})
