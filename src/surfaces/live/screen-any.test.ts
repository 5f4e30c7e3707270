import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  completed,
  ended,
  opened,
  proofRecorded,
  proofStarted,
  refusedBy,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { printed, watched } from '../../../test/rig/core/live.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { escalated, failed, ready, sentBack } from '../../../test/rig/core/screen-facts.ts'
import { taskId } from '../../core/plan/ids.ts'
import type { Event } from '../../core/run/event.ts'
import type { Page, Size } from './live-view.ts'
import { screen } from './screen.ts'
import { displayWidth } from './width.ts'

const SMALL: Size = { columns: 80, rows: 24 }
const TASKS = 300

const fates = [
  'none',
  'started',
  'drafted',
  'proving',
  'failed',
  'sent-back',
  'escalated',
  'completed',
  'skipped',
] as const

function fateOf(id: string, title: string, fate: (typeof fates)[number]): readonly Event[] {
  switch (fate) {
    case 'none':
      return []
    case 'started':
      return [started(id)]
    case 'drafted':
      return [started(id), ended(id)]
    case 'proving':
      return [started(id), ended(id), proofStarted(id)]
    case 'failed':
      return [started(id), ended(id), proofStarted(id), proofRecorded(id, refusedBy('test'))]
    case 'sent-back':
      return [...failed(id), sentBack(id)]
    case 'escalated':
      return [...failed(id), escalated(id)]
    case 'completed':
      return completed(id)
    case 'skipped':
      return [skipped(id, title)]
  }
}

const anyText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const anyView = fc
  .record({
    tasks: fc.array(fc.record({ title: anyText, fate: fc.constantFrom(...fates), under: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    }),
    title: anyText,
    said: anyText,
    words: anyText,
    page: fc.constantFrom<Page>('tree', 'task', 'log', 'help'),
    selected: fc.option(fc.nat(60)),
    scroll: fc.nat(100),
    hasKeys: fc.boolean(),
    role: fc.constantFrom('drives', 'watches'),
  } as const)
  .map(({ tasks, title, said, words, selected, ...fields }) => {
    const ids = tasks.map(({ under }, at) => (under && at > 0 ? `${at}.a` : String(at + 1)))
    const view = watched([
      opened(
        plan(
          tasks.map((of, at) => task(ids[at]!, { title: of.title, needs: at > 3 ? [ids[at - 2]!] : [] })),
          { title },
        ),
      ),
      ready.slice(1),
      tasks.flatMap(({ title, fate }, at) => fateOf(ids[at]!, title, fate)),
    ])
    const activity = printed(Object.fromEntries(ids.map(id => [id, `${said}\n${words}`])), { now: view.now })
    const message = words === '' ? null : words
    return { ...view, activity, message, selected: selected === null ? null : taskId(ids[selected] ?? ''), ...fields }
  })

const anySize = fc.record({ columns: fc.nat(160), rows: fc.nat(60) })

test('whatever there is to show, there are exactly as many lines as rows, and every line fits', () => {
  fc.assert(
    fc.property(anyView, anySize, (view, size) => {
      const lines = screen(view, size)
      expect(lines.length).toBe(size.rows)
      for (const text of lines) {
        expect(displayWidth(text)).toBeLessThanOrEqual(size.columns)
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }
    }),
    { numRuns: 400 },
  )
})

test('wherever urgent tasks stand in a long plan, they are on the screen', () => {
  const urgent = fc.uniqueArray(
    fc.record({ at: fc.nat(TASKS - 1), fate: fc.constantFrom('started', 'sent-back', 'escalated') } as const),
    {
      selector: ({ at }) => at,
      maxLength: 9,
    },
  )
  fc.assert(
    fc.property(urgent, fc.nat(TASKS - 1), (found, selected) => {
      const tasks = Array.from({ length: TASKS }, (_, at) => task(`t${at}`, { title: `title-${at};` }))
      const events = found.flatMap(({ at, fate }) => fateOf(`t${at}`, 'x', fate))
      const view = watched([opened(plan(tasks)), ready.slice(1), events], { selected: taskId(`t${selected}`) })
      const shown = screen(view, SMALL).join('\n')
      for (const { at } of [...found, { at: selected }]) expect(shown).toContain(`title-${at};`)
    }),
    { numRuns: 50 },
  )
})
