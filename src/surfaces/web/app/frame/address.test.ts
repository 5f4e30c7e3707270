import { expect, test } from 'vitest'
import { pageLink, readAddress, taskLink } from './address.ts'

test('an address names the run, the page, the task, its part, the attempt and the place', () => {
  const hash = taskLink('run 1', '2/1', 'changes', { attempt: 3, place: 'src/a.ts:12' })
  expect(readAddress(hash)).toEqual({
    run: 'run 1',
    page: 'tasks',
    task: '2/1',
    part: 'changes',
    attempt: 3,
    place: 'src/a.ts:12',
  })
})

test('the address of a page has no task', () => {
  expect(readAddress(pageLink('r', 'log'))).toMatchObject({ run: 'r', page: 'log', task: null, attempt: null })
})

test('an address that names nothing is the inbox of the newest run', () => {
  for (const hash of ['', '#', '#/', '#/r/nowhere', '#/%E0%A4%A'])
    expect(readAddress(hash)).toMatchObject({ page: 'inbox', task: null, part: 'proof' })
  expect(readAddress('#/').run).toBeNull()
})

test('an attempt that is no number is the last one', () => {
  expect(readAddress('#/r/tasks/1?attempt=x').attempt).toBeNull()
  expect(readAddress('#/r/tasks/1?attempt=0').attempt).toBeNull()
})
