import { expect, test } from 'vitest'
import { readTaskHeading } from './task-heading.ts'
import type { Heading } from './text/blocks.ts'
import { scan } from './text/scan.ts'

const read = (line: string) => readTaskHeading(line, scan(line)[0] as Heading)

test.each([
  ['### [ ] TODO 1: Add the parser', { id: '1', title: 'Add the parser' }],
  ['### [x] TODO 12: Add the parser', { id: '12', title: 'Add the parser' }],
  ['## [X] Todo-3 - Add the parser', { id: '3', title: 'Add the parser' }],
  ['### [ ] TODO 2.a: (ADDED) Repair the index', { id: '2.a', title: '(ADDED) Repair the index' }],
  ['### [ ] TODO 2/1: Part of a sub-plan', { id: '2/1', title: 'Part of a sub-plan' }],
  ['### [ ] TODO Final: Verification', { id: 'final', title: 'Verification' }],
  ['### [ ] TODO #4： 제목', { id: '4', title: '제목' }],
  ['### [ ] Task 5: Title: with a colon ###', { id: '5', title: 'Title: with a colon' }],
  ['### [ ] P0-2b: Title (a → b)', { id: 'P0-2b', title: 'Title (a → b)' }],
  ['### [ ] 6. Title', { id: '6', title: 'Title' }],
  ['### [ ] TODO 7 Title', { id: '7', title: 'Title' }],
  ['### [ ] TODO 8:', { id: '8', title: '' }],
  ['### [ ] TODO 8', { id: '8', title: '' }],
  ['### [] TODO 9: Box without room', { id: '9', title: 'Box without room' }],
  ['### TODO 10: No box', { id: '10', title: 'No box' }],
])('%s is a task', (line, task) => {
  expect(read(line)).toEqual(task)
})

test.each([
  '## TODOs',
  '### TODO Granularity Rules',
  '### Task 3: Without a box it may be anything',
  '### Phase 1: Setup',
  '### [ ] Set everything up',
  '### [ ] Setup: install',
  '#### 1. Header',
  '## ',
])('%s is no task', line => {
  expect(read(line)).toBe(null)
})
