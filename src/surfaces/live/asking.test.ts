import { describe, expect, it } from 'vitest'
import { ended, gate, opened, proofStarted, ready, receipt, started } from '../../../test/rig/core/facts.ts'
import { watched } from '../../../test/rig/core/live.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../../core/plan/ids.ts'
import type { Event } from '../../core/run/event.ts'
import { askingWords, beginAsking, lacksText, typed } from './asking.ts'
import { pressesIn } from './keys.ts'
import type { Asking, LiveView } from './live-view.ts'
import { screen } from './screen.ts'

const failed: readonly Event[] = [
  opened(plan([task('1', { title: 'Add search' }), task('2')])),
  ...ready,
  started('1'),
  ended('1'),
  proofStarted('1'),
  {
    type: 'proof-recorded',
    task: taskId('1'),
    attempt: 1,
    receipt: receipt({ gates: [gate('test', 'failed')], basis: 'none', redGreen: [] }),
  },
  { type: 'task-escalated', task: taskId('1'), reason: 'fixes-spent', reasons: [] },
  started('2'),
]
const view = (fields: Partial<LiveView> = {}): LiveView =>
  watched(failed, { canDecide: true, selected: taskId('1'), ...fields })
const footOf = (shown: LiveView): string => screen(shown, { columns: 80, rows: 24 }).at(-1)!

const begun = (key: string): Asking => {
  const begins = beginAsking(view(), key)
  if (!begins || !('asking' in begins)) throw new Error(`${key} begins nothing`)
  return begins.asking
}

/** Everything typed after a key. */
function answered(key: string, sent: string): Asking | 'send' | 'leave' {
  let asking: Asking | 'send' | 'leave' = begun(key)
  for (const pressed of pressesIn(sent)) if (typeof asking === 'object') asking = typed(asking, pressed)
  return asking
}

describe('a decision in the live view', () => {
  it('begins with its key on a task that waits; the keys are at the bottom of the screen', () => {
    expect(begun('r')).toMatchObject({ decision: 'revise', run: { task: { id: '1' } }, text: '' })
    expect(footOf(view())).toBe('r revise  x reject  p pause  t retry  z skip  w waive  ? help')
    expect(footOf(view({ page: 'task' }))).toContain('r revise')
  })

  it('is not begun on a task that does not take it, and not where nobody decides', () => {
    expect(beginAsking(view(), 'a')).toEqual({
      message: 'Task 1 takes no approve now; possible: revise, reject, pause, retry, skip, waive.',
    })
    expect(beginAsking(view({ selected: taskId('2') }), 'r')).toMatchObject({
      message: expect.stringContaining('no revise now; possible: pause'),
    })
    expect(beginAsking(view({ canDecide: false }), 'r')).toBeNull()
    expect(beginAsking(view(), 'q')).toBeNull()
    expect(footOf(view({ canDecide: false }))).toContain('↑↓ select')
  })

  it('takes a text in which keys are letters, and is sent by return or left by escape', () => {
    expect(answered('r', 'use a set, not\u007f\u001b[A 한')).toMatchObject({ text: 'use a set, no 한' })
    expect(answered('r', 'qs\r')).toBe('send')
    expect(answered('r', 'qs\u001b')).toBe('leave')
    expect(answered('r', '\u0003')).toBe('leave')
  })

  it('is not sent without a text where it needs one', () => {
    expect(lacksText(begun('r'))).toBe(true)
    expect(lacksText(begun('w'))).toBe(true)
    expect(lacksText(begun('z'))).toBe(false)
  })

  it('is confirmed in the last line of the screen', () => {
    const asking = { ...begun('r'), text: 'use a set' }
    expect(footOf(view({ asking }))).toBe('revise task 1: what has to change? use a set▏ enter sends, esc leaves')
    expect(askingWords(begun('z'))).toBe('skip task 1: ▏ enter sends, esc leaves')
  })
})
