import { describe, expect, test } from 'vitest'
import { taskLinesIn } from './add.ts'
import { parsePlan } from './read.ts'

const read = (text: string) => parsePlan(text, { path: 'plans/PLAN.md' })
const tasksOf = (text: string) => read(text).plan?.tasks ?? []
const needsOf = (text: string) => tasksOf(text).map(({ id, needs }) => [id, needs])

describe('a numbered list', () => {
  test('is a plan, one task after another, with the text below each number', () => {
    const tasks = tasksOf(
      '# Search\n\nWords.\n\n1. Add the index in src/index.ts\n   Acceptance criteria:\n   - `npm test` → exit 0\n   - works with umlauts\n2. Add the page\n   - Files: src/page.ts\n   - keep it small\n3. 2 workers instead of one\n',
    )
    expect(tasks.map(({ id, title, needs }) => [id, title, needs])).toEqual([
      ['1', 'Add the index in src/index.ts', []],
      ['2', 'Add the page', ['1']],
      ['3', '2 workers instead of one', ['2']],
    ])
    expect(tasks[0]!.criteria.map(({ text }) => text)).toEqual(['`npm test` → exit 0', 'works with umlauts'])
    expect(tasks[0]!.criteria[0]!.check?.command).toBe('npm test')
    expect(tasks[1]).toMatchObject({ files: { modify: ['src/page.ts'] }, steps: ['keep it small'] })
  })

  test('below a heading such as Tasks is the one that counts', () => {
    const text =
      '# Search\n\n## Why\n\n1. Users ask\n2. It is slow\n\n## Implementation steps\n\n1) Add the index\n2) Add the page\n'
    expect(tasksOf(text).map(({ title }) => title)).toEqual(['Add the index', 'Add the page'])
  })

  test('in a document about something else is not a plan', () => {
    expect(read('# A design\n\n## Reasons\n\n1. Users ask\n2. It is slow\n').plan).toBe(null)
    expect(read('# A design\n\n## Reasons\n\n1. Users ask\n').plan).toBe(null)
  })

  test('cannot be ticked, and a box makes it a checklist', () => {
    expect(tasksOf('1. [x] Add a\n2. [ ] Add b\n').map(({ title, ticked }) => [title, ticked])).toEqual([
      ['Add a', true],
      ['Add b', false],
    ])
  })
})

test('a list of one number is a plan of one task, unless it is a sentence that begins with a number', () => {
  expect(tasksOf('# Slugs\n\n1. Add `slug(text)`.\n').map(({ title }) => title)).toEqual(['Add `slug(text)`.'])
  expect(read('# A year\n\n1984. A year to remember.\n').plan).toBe(null)
})

describe('numbered headings', () => {
  const PLAIN =
    '# Search\n\nWords.\n\n## Context\n\nUsers ask.\n\n## 1. Add `index`\n\nIn src/index.ts.\n\n### Notes\n\nKeep it small.\n\n## 2) Add the page\n\nFiles: src/page.ts\n\n## 3. Mention it\n\nNeeds: 1\n'

  test('are tasks, one after another, with the text below each of them', () => {
    const tasks = tasksOf(PLAIN)
    expect(tasks.map(({ id, title, needs }) => [id, title, needs])).toEqual([
      ['1', 'Add `index`', []],
      ['2', 'Add the page', ['1']],
      ['3', 'Mention it', ['1']],
    ])
    expect(tasks[0]!.steps.join('\n')).toContain('In src/index.ts.')
    expect(tasks[0]!.steps.join('\n')).toContain('Keep it small.')
    expect(tasks[1]!.files.modify).toEqual(['src/page.ts'])
    expect(read(PLAIN).plan!.context).toContain('Users ask.')
    expect(read(PLAIN).diagnostics.map(({ severity, code }) => [severity, code])).toEqual([
      ['note', 'read-as-headings'],
    ])
    expect(taskLinesIn(PLAIN, '2')).toBe('## 2) Add the page\n\nFiles: src/page.ts')
  })

  test('below a heading such as Tasks are the ones that count', () => {
    const text =
      '# Search\n\n## Why\n\nUsers ask.\n\n## Tasks\n\n### 1. Add the index\n\n### 2. Add the page\n\n## Later\n'
    expect(tasksOf(text).map(({ title }) => title)).toEqual(['Add the index', 'Add the page'])
  })

  test.each([
    ['one of many sections', '# A design\n\n## 1. Reasons\n\n## 2. Design\n\n## Open questions\n'],
    ['a number that is missing', '# A\n\n## 1. One\n\n## 3. Three\n'],
    ['numbers that begin later', '# A\n\n## 2. Two\n\n## 3. Three\n'],
    ['a single one', '# A\n\n## 1. One\n'],
    ['headings inside of others', '# A\n\n## Part\n\n### 1. One\n\n### 2. Two\n'],
  ])('are no plan with %s', (_what, text) => {
    expect(read(text).plan).toBe(null)
  })

  test('give way to boxes and numbers that are tasks already', () => {
    expect(tasksOf('## 1. Now\n\n- [ ] Add a\n\n## 2. Later\n\n- [ ] Add b\n').map(({ title }) => title)).toEqual([
      'Add a',
      'Add b',
    ])
  })
})

describe('fields without bold', () => {
  test('are read at the start of a line in a task', () => {
    const [, second] = tasksOf(
      '### TODO 1: A\n\n### TODO 2: B\n\nDepends on: task 1\nFiles: src/a.ts, src/b.ts\nKind: fix\n\nAcceptance criteria:\n- `npm test` → exit 0\n\nMust not do:\n- touch the API\n',
    )
    expect(second).toMatchObject({
      needs: ['1'],
      kind: 'fix',
      files: { modify: ['src/a.ts', 'src/b.ts'] },
      mustNot: ['touch the API'],
      steps: [],
    })
    expect(second!.criteria.map(({ check }) => check?.command)).toEqual(['npm test'])
  })

  test('are headings inside of a task as well', () => {
    const [task] = tasksOf('## TODO 1: A\n\n### Acceptance Criteria\n\n1. `npm test` → exit 0\n2. it is fast\n')
    expect(task!.criteria.map(({ text }) => text)).toEqual(['`npm test` → exit 0', 'it is fast'])
  })

  test.each([
    'Tests: the suite must stay green',
    'Agent: the worker process restarts',
    'Outputs: a report for the team',
    'Kind: whatever fits',
    'Needs: careful thought',
    'Hold: the lock while it writes',
  ])('are prose where their value is a sentence: %s', line => {
    const { plan, diagnostics } = read(`### TODO 1: A\n\n${line}\n\n**Acceptance Criteria**:\n- [ ] \`npm test\`\n`)
    expect(plan!.tasks[0]).toMatchObject({
      steps: [line],
      tests: null,
      agent: null,
      outputs: [],
      hold: false,
      needs: [],
    })
    expect(diagnostics).toEqual([])
  })
})

describe('an order stated in words', () => {
  test.each([
    ['a field', '**Depends on**: 1 and 2'],
    ['a field with words', '**Needs**: tasks 1 & 2'],
    ['a line', 'Depends on: task 1, task 2'],
    ['a sentence', 'This one depends on 1 and 2.'],
    ['a sentence with "after"', 'Begin after task 1 and task 2.'],
    ['brackets', 'Short (needs 1, 2)'],
    ['brackets with "after"', 'Short (after 1 and 2)'],
    ['dependencies that are tasks', '**Dependencies**: Task 1, Task 2'],
    ['an item', '- **Dependencies**: 1 and #2'],
  ])('counts as %s', (_what, words) => {
    const text = `### TODO 1: A\n\n### TODO 2: B\n\n### TODO 3: C\n\n${words}\n`
    expect(needsOf(text).at(-1)).toEqual(['3', ['1', '2']])
  })

  test.each([
    'It depends on 2 factors.',
    'Retry after 2 seconds.',
    'Retry (after 2 seconds).',
    'Retry (after 2, or never).',
    'It begins after 1.',
    'It needs 1 of them at least.',
    'depends on 7 and 8',
    'It depends on 1.2 being there.',
    '**Dependencies**: express 4, lodash',
    '**Dependencies**: `todo-1`-like names',
  ])('is not read into other sentences: %s', words => {
    expect(needsOf(`### TODO 1: A\n\n### TODO 2: B\n\n### TODO 3: C\n\n${words}\n`).at(-1)).toEqual(['3', []])
  })

  test('takes precedence over the order of a list, and no task waits for one that was placed later', () => {
    expect(needsOf('1. A (after task 3)\n2. B\n3. C\n4. D (depends on 2)\n5. E\n')).toEqual([
      ['1', ['3']],
      ['2', []],
      ['3', ['2']],
      ['4', ['2']],
      ['5', ['4']],
    ])
  })

  test.each(['1. A (after task 2)\n2. B (after task 4)\n3. C\n4. D\n', '- [ ] A (depends on 3)\n- [ ] B\n- [ ] C\n'])(
    'makes no circle: %j',
    text => {
      expect(read(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )
})
