import { expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../../core/plan/ids.ts'
import { addTasks } from './add.ts'
import { readNative } from './native.ts'
import { tickBoxes } from './tick.ts'

const PLAN = `# Shop

## TODOs

### [ ] TODO 1: First

**Type**: work

---

### [ ] TODO 2: Second

**Type**: work

## Commit Strategy

Words.
`
const added = (id: string, parent: string, fields: Parameters<typeof task>[1] = {}) => ({
  parent: taskId(parent),
  task: task(id, {
    title: `(ADDED) Make ${id}`,
    steps: ['Write it'],
    criteria: [{ ...criterion('c1', 'npm test'), text: '`npm test` → exit 0' }],
    ...fields,
  }),
})
const ids = (text: string) => readNative(text).tasks.map(entry => entry.task.id)

it('an added task follows the one it belongs to, and the rest of the document is unchanged', () => {
  expect(addTasks(PLAN, [added('1.a', '1')])).toBe(
    PLAN.replace(
      '---\n',
      `### [ ] TODO 1.a: (ADDED) Make 1.a

**Type**: work

**Steps**:
- [ ] Write it

**Acceptance Criteria**:
- [ ] \`npm test\` → exit 0

---
`,
    ),
  )
})

it('added tasks are read back as they were added, in the same order', () => {
  const text = addTasks(PLAN, [added('1.a', '1'), added('2.a', '2'), added('1.b', '1')])
  expect(ids(text)).toEqual(['1', '1.a', '1.b', '2', '2.a'])
  const [, read] = readNative(text).tasks
  expect(read!.task).toMatchObject({ title: '(ADDED) Make 1.a', steps: ['Write it'], needs: [] })
  expect(read!.task.criteria).toMatchObject([{ id: 'c1', check: { command: 'npm test' } }])
  expect(text.endsWith('\n\n## Commit Strategy\n\nWords.\n')).toBe(true)
})

it('an existing task is left unchanged, with its ticks', () => {
  const text = tickBoxes(addTasks(PLAN, [added('1.a', '1')]), [{ task: taskId('1.a'), criteria: ['c1'] }])
  expect(text).toContain('### [x] TODO 1.a')
  expect(text).toContain('- [x] `npm test` → exit 0')
  expect(addTasks(text, [added('1.a', '1')])).toBe(text)
})

it.each([
  ['at the end of a document', PLAN.slice(0, PLAN.indexOf('\n## Commit')), '2', ['1', '2', '2.a']],
  ['with the line ends of the document', PLAN.replaceAll('\n', '\r\n'), '1', ['1', '1.a', '2']],
  ['behind a task that is called otherwise', PLAN.replace('TODO 2', 'TODO Final'), 'final', ['1', 'final', 'final.a']],
])('it works %s', (_, text, parent, expected) => {
  const done = addTasks(text, [added(`${parent}.a`, parent)])
  expect(ids(done)).toEqual(expected)
  expect(done.includes('\r\n') && /[^\r]\n/.test(done)).toBe(false)
})

it('a task that belongs to no other comes after all of them', () => {
  const { task: opened } = added('review.a', '')
  expect(ids(addTasks(PLAN, [{ parent: null, task: opened }]))).toEqual(['1', '2', 'review.a'])
})

it('text with line breaks and headings becomes one line', () => {
  const text = addTasks(PLAN, [added('1.a', '1', { title: '(ADDED) a\n### [ ] TODO 9: b', steps: ['c\n## d'] })])
  expect(ids(text)).toEqual(['1', '1.a', '2'])
})

it.each([
  ['a list of boxes', '# Shop\n\n- [ ] 1. First\n- [ ] 2. Second\n'],
  ['a plan without the task', PLAN.replace('TODO 1', 'TODO 7')],
])('%s is left as it is', (_, text) => {
  expect(addTasks(text, [added('1.a', '1')])).toBe(text)
})
