import { expect, test } from 'vitest'
import { opened, ready, started } from '../../../test/rig/core/facts.ts'
import { watched } from '../../../test/rig/core/live.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../../core/plan/ids.ts'
import { type Glance, type Key, press } from './keys.ts'
import { focusOf, type LiveView, treeOf } from './live-view.ts'
import { screen } from './screen.ts'

const parent = (id: string, needs: readonly string[]) => task(id, { subPlan: `${id}.md`, needs, title: `Phase ${id}` })
const editor = plan([
  parent('1', ['1/1']),
  task('1/1', { parent: taskId('1') }),
  parent('2', ['2/1']),
  task('2/1', { parent: taskId('2'), needs: ['1'] }),
])
const running = (glance: Partial<Glance> = {}): LiveView => watched([opened(editor), ready, started('1/1')], glance)
const ids = (view: LiveView) => treeOf(view).map(({ run }) => run.task.id)

function pressed(view: LiveView, key: Key): LiveView {
  const items = treeOf(view)
  const focus = focusOf(view, items)
  const ground = { order: ids(view), focus: focus?.run.task.id ?? null, isFolded: focus?.isFolded }
  return { ...view, ...press(view, key, { ...ground, role: 'drives', scrollMax: 0, pageRows: 5 }) }
}

test('a sub-plan in which nothing happens is folded, and shows how many of its tasks are done', () => {
  expect(ids(running())).toEqual(['1', '1/1', '2'])
  expect(screen(running(), { columns: 80, rows: 24 }).join('\n')).toContain('+ Phase 2, 0 of 1')
})

test('the arrow keys open and fold the sub-plan in focus', () => {
  const open = pressed(running({ selected: taskId('2') }), 'next')
  expect(ids(open)).toEqual(['1', '1/1', '2', '2/1'])
  expect(ids(pressed(open, 'previous'))).toEqual(['1', '1/1', '2'])
})
