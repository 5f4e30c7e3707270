import { describe, expect, test } from 'vitest'
import { taskId } from '../../core/plan/ids.ts'
import { type Glance, type Ground, type Key, keysIn, press } from './keys.ts'

const ORDER = ['1', '2', '3', '4'].map(taskId)

const START: Glance = { page: 'tree', selected: null, scroll: 0, message: null }

/** Presses keys one after the other; what is at work is task 2. */
function pressed(keys: readonly Key[], from: Partial<Glance> = {}, on: Partial<Ground> = {}): Glance {
  let glance: Glance = { ...START, ...from }
  for (const key of keys) {
    const focus = glance.selected ?? taskId('2')
    glance = press(glance, key, { order: ORDER, focus, role: 'drives', scrollMax: 5, pageRows: 3, ...on })
  }
  return glance
}

test('what a terminal sends is read key by key, and what means nothing is left out', () => {
  expect(keysIn('jk\u001b[A\u001bOB\r\u001b[5~q\u0003')).toEqual([
    'down',
    'up',
    'up',
    'down',
    'open',
    'page-up',
    'quit',
    'interrupt',
  ])
  expect(keysIn('\u001b')).toEqual(['back'])
  expect(keysIn('x가\u001b[200~\u001b[<0;1;1M')).toEqual([])
})

describe('in the tree', () => {
  test('arrows choose a task, beginning with the one at work, and stop at the ends', () => {
    expect(pressed(['down']).selected).toBe('3')
    expect(pressed(['up', 'up', 'up']).selected).toBe('1')
    expect(pressed(['last']).selected).toBe('4')
  })

  test('enter looks into the task, and escape comes back to it', () => {
    expect(pressed(['down', 'open'])).toMatchObject({ page: 'task', selected: '3' })
    expect(pressed(['open'])).toMatchObject({ page: 'task', selected: '2' })
    expect(pressed(['down', 'open', 'back'])).toMatchObject({ page: 'tree', selected: '3' })
  })

  test('escape lets go of the task, so that the view follows what runs', () => {
    expect(pressed(['down', 'back']).selected).toBeNull()
  })

  test('q does not end a run, and says what does', () => {
    expect(pressed(['quit']).message).toContain('s stops it')
    expect(pressed(['quit', 'down']).message).toBeNull()
  })
})

describe('on a page', () => {
  test('arrows move the text of a task as far as there is some', () => {
    expect(pressed(['open', 'down', 'down']).scroll).toBe(2)
    expect(pressed(['open', 'page-down', 'page-down']).scroll).toBe(5)
    expect(pressed(['open', 'down', 'first', 'up']).scroll).toBe(0)
    expect(pressed(['open', 'up'], {}, { scrollMax: 0 }).scroll).toBe(0)
  })

  test('left and right look into the task before and after', () => {
    expect(pressed(['open', 'down', 'next'])).toMatchObject({ page: 'task', selected: '3', scroll: 0 })
    expect(pressed(['open', 'previous'])).toMatchObject({ page: 'task', selected: '1' })
  })

  test('the log is moved from its end upwards', () => {
    expect(pressed(['log', 'up', 'up'])).toMatchObject({ page: 'log', scroll: 2 })
    expect(pressed(['log', 'up', 'last']).scroll).toBe(0)
    expect(pressed(['log', 'log'])).toMatchObject({ page: 'tree', scroll: 0 })
  })

  test('a text that has become shorter is moved from where it ends now', () => {
    expect(pressed(['up'], { page: 'task', scroll: 90 }, { scrollMax: 5 }).scroll).toBe(4)
  })

  test('q and escape come back to the tree from everywhere', () => {
    for (const key of ['quit', 'back'] as const)
      for (const page of ['task', 'log', 'help'] as const) expect(pressed([key], { page }).page).toBe('tree')
    expect(pressed(['help', 'help']).page).toBe('tree')
  })
})

test('a run that lives elsewhere is not stopped from here, and the view says how', () => {
  expect(pressed(['stop'], {}, { role: 'watches' }).message).toContain('pm-agent stop')
})
