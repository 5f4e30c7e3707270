import { expect, test } from 'vitest'
import { taskId } from '../../core/plan/ids.ts'
import { parsePlan } from './read.ts'
import { tickBoxes, tickedBoxes } from './tick.ts'

const read = (text: string, path = 'specs/001-users/tasks.md') => parsePlan(text, { path })
const needsOf = (text: string) => read(text).plan!.tasks.map(task => [task.id, task.needs])

const SPEC_KIT = `# Tasks: User accounts

## Phase 1: Setup

- [x] T001 Create project structure per implementation plan
- [ ] T002 [P] Configure linting in .eslintrc.json
- [ ] T003 [P] Add package.json with Node.js scripts

## Phase 2: Stories

- [ ] T004 [P] [US1] Contract test POST /users in tests/contract/test_users_post.py
- [ ] T005 [US1] User model in src/models/user.py
- [ ] T006 [US1] Service in src/services/user.py, using src/models/user.py
`

test('spec-kit: ids as written, tags removed, files taken from the sentence', () => {
  const { plan, diagnostics } = read(SPEC_KIT)
  expect(plan).toMatchObject({ id: '001-users', title: 'Tasks: User accounts' })
  expect(plan!.tasks.map(({ id, title, ticked, files }) => [id, title, ticked, files.modify])).toEqual([
    ['T001', 'Create project structure per implementation plan', true, []],
    ['T002', 'Configure linting in .eslintrc.json', false, ['.eslintrc.json']],
    ['T003', 'Add package.json with Node.js scripts', false, ['package.json']],
    [
      'T004',
      'Contract test POST /users in tests/contract/test_users_post.py',
      false,
      ['tests/contract/test_users_post.py'],
    ],
    ['T005', 'User model in src/models/user.py', false, ['src/models/user.py']],
    [
      'T006',
      'Service in src/services/user.py, using src/models/user.py',
      false,
      ['src/services/user.py', 'src/models/user.py'],
    ],
  ])
  expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['note', 'read-as-checklist']])
})

test('spec-kit: tasks marked [P] run in parallel with their neighbours, and a phase waits for the previous one', () => {
  // T001 ─► T002, T003 ─► T004 ─► T005 ─► T006
  expect(needsOf(SPEC_KIT)).toEqual([
    ['T001', []],
    ['T002', ['T001']],
    ['T003', ['T001']],
    ['T004', ['T002', 'T003']],
    ['T005', ['T004']],
    ['T006', ['T005']],
  ])
})

const KIRO = `# Implementation Plan

- [x] 1. Set up the project
  - Create the folders
  - _Requirements: 1.1_

- [ ] 2. Implement the models
  - Keep them small
  - [x] 2.1 Create the interfaces
    - Write TypeScript interfaces for all models
    - _Requirements: 2.1, 3.3_
  - [ ]* 2.2 Write unit tests for the interfaces
    - _Requirements: 2.1_
  - [ ] 2.3 Validate
- [ ] 3. Wire it together
`

test('kiro: the innermost numbered boxes are tasks, with their details as steps and requirements as references', () => {
  const { tasks } = read(KIRO, '.kiro/specs/models/tasks.md').plan!
  expect(tasks.map(({ id, title, ticked, needs }) => [id, title, ticked, needs])).toEqual([
    ['1', 'Set up the project', true, []],
    ['2.1', 'Create the interfaces', true, ['1']],
    ['2.2', 'Write unit tests for the interfaces', false, ['2.1']],
    // Nothing waits for an optional task.
    ['2.3', 'Validate', false, ['2.1']],
    ['3', 'Wire it together', false, ['2.3']],
  ])
  expect(tasks[1]).toMatchObject({
    steps: ['Keep them small', 'Write TypeScript interfaces for all models'],
    references: ['Requirements: 2.1, 3.3'],
  })
})

test('kiro: a box above others is ticked with the last of them, and nothing else changes', () => {
  expect(tickedBoxes(KIRO).map(tick => tick.task)).toEqual(['1', '2.1'])
  const one = tickBoxes(KIRO, [{ task: taskId('2.3'), criteria: [] }])
  expect(one).toBe(KIRO.replace('[ ] 2.3', '[x] 2.3'))
  const both = tickBoxes(one, [{ task: taskId('2.2'), criteria: [] }])
  expect(both).toBe(one.replace('[ ]* 2.2', '[x]* 2.2').replace('[ ] 2. Impl', '[x] 2. Impl'))
})

test('kiro: a task that Kiro has begun or queued is open, and its box is ticked like any other', () => {
  const text = '- [x] 1. Set up\n- [-] 2. Models\n  - [~] 2.1 User\n  - [-]* 2.2 Tests\n- [-] 3. Pages\n'
  const { plan, diagnostics } = read(text, '.kiro/specs/models/tasks.md')
  expect(plan!.tasks.map(({ id, ticked }) => [id, ticked])).toEqual([
    ['1', true],
    ['2.1', false],
    ['2.2', false],
    ['3', false],
  ])
  expect(diagnostics.filter(({ code }) => code === 'other-box')).toMatchObject([
    { severity: 'note', message: 'The box `[~]` of task 2.1 is not ticked, so the task counts as open.' },
    { message: 'The box `[-]` of task 2.2 is not ticked, so the task counts as open.' },
    { message: 'The box `[-]` of task 3 is not ticked, so the task counts as open.' },
  ])
  const ticks = ['2.1', '2.2', '3'].map(id => ({ task: taskId(id), criteria: [] }))
  expect(tickBoxes(text, ticks)).toBe(text.replaceAll(/\[[-~]\]/g, '[x]'))
})

test('kiro: a box numbered above its neighbours in the same column is their group, not a task', () => {
  const text =
    '- [ ] 1. Set up\n- [ ] 2. Models\n  - shared words\n- [ ] 2.1 User\n- [x] 2.2 Order\n- [ ] 10. Pages, needs 2\n- [ ] 10.1. Cart (depends on 2)\n'
  expect(needsOf(text)).toEqual([
    ['1', []],
    ['2.1', ['1']],
    ['2.2', ['2.1']],
    ['10.1', ['2.1', '2.2']],
  ])
  const { plan } = read(text)
  expect(plan!.tasks.map(({ phase }) => phase)).toEqual([undefined, 'Models', 'Models', 'Pages, needs 2'])
  expect(plan!.tasks[1]!.steps).toEqual(['shared words'])
  expect(tickBoxes(text, [{ task: taskId('2.1'), criteria: [] }])).toBe(
    text.replace('[ ] 2. ', '[x] 2. ').replace('[ ] 2.1', '[x] 2.1'),
  )
})

test('a section of a list is the phase of its tasks, unless there is only one', () => {
  expect(read(SPEC_KIT).plan!.tasks.map(({ phase }) => phase)).toEqual([
    ...Array(3).fill('Phase 1: Setup'),
    ...Array(3).fill('Phase 2: Stories'),
  ])
  const nested = SPEC_KIT.replace('- [ ] T005', '### Implementation\n\n- [ ] T005')
  expect(read(nested).plan!.tasks.at(-1)!.phase).toBe('Phase 2: Stories')
  expect(read('# A\n\n## Tasks\n\n- [ ] One\n- [ ] Two\n').plan!.tasks[0]!.phase).toBe(undefined)
})

test('a plain checklist: the outer boxes are tasks in their order, those inside are steps', () => {
  const text = '# Chores\n\n- [ ] Tidy the shed\n  - [ ] sweep\n- [x] Paint it\n- not a task\n'
  const { plan } = read(text, 'docs/plans/2026-01-02-chores.md')
  expect(plan).toMatchObject({
    id: 'chores',
    tasks: [
      { id: '1', title: 'Tidy the shed', ticked: false, needs: [], steps: ['sweep'] },
      { id: '2', title: 'Paint it', ticked: true, needs: ['1'] },
    ],
  })
})

test('spec-kit: remarks that begin with the name of a field say nothing about the boxes', () => {
  const head = `# Tasks: User accounts

**Input**: Design documents from \`specs/001-users/\`
**Prerequisites**: plan.md, spec.md
**Tests**: not asked for in the specification
`
  const goal = '## Phase 2: Stories\n\n**Goal**: people can log in\n\n**Independent Test**: log in by hand\n'
  const text = SPEC_KIT.replace('# Tasks: User accounts\n', head).replace('## Phase 2: Stories\n', goal)
  expect(needsOf(text)).toEqual(needsOf(SPEC_KIT))
  const checked = `${text}\n**Acceptance Criteria**:\n- [ ] all stories work\n`
  expect(needsOf(checked)).toEqual(needsOf(SPEC_KIT))
})

test('ids may be in bold, and titles have no bold marks', () => {
  const { plan } = read(
    '- [ ] **1.1 Add `a**b`** with care\n- [ ] **1.2** Use it\n- [ ] **T9** Test it (depends on 1.1)\n',
  )
  expect(plan!.tasks.map(({ id, title, needs }) => [id, title, needs])).toEqual([
    ['1.1', 'Add `a**b` with care', []],
    ['1.2', 'Use it', ['1.1']],
    ['T9', 'Test it (depends on 1.1)', ['1.1']],
  ])
})

test('a number at the start of one box is no id, and no other box is lost', () => {
  const { plan } = read('- [ ] Add a queue\n- [ ] 2 workers instead of one\n- [ ] Measure it (depends on 1.2)\n')
  expect(plan!.tasks.map(({ id, title, needs }) => [id, title, needs])).toEqual([
    ['1', 'Add a queue', []],
    ['2', '2 workers instead of one', ['1']],
    ['3', 'Measure it (depends on 1.2)', ['2']],
  ])
})

test('boxes outside of a section called Tasks are no tasks, and that is said', () => {
  const story =
    '# Story\n\n## Tasks / Subtasks\n\n- [ ] Add the form (AC: 1)\n  - [ ] the label\n- [ ] Test it\n\n## Dev Notes\n\n### Done if\n\n- [ ] it is readable\n'
  const { plan, diagnostics } = read(story, 'docs/stories/1.1.story.md')
  expect(plan!.tasks.map(({ title }) => title)).toEqual(['Add the form (AC: 1)', 'Test it'])
  expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
    'no-effect',
    '`Done if` has no effect yet: its boxes are not read.',
  ])
  expect(tickBoxes(story, [{ task: taskId('2'), criteria: [] }])).toBe(story.replace('[ ] Test it', '[x] Test it'))
})

test('boxes below a heading or fields that we know are not tasks', () => {
  expect(read('# P\n\n**Acceptance Criteria**:\n- [ ] `npm test` → exit 0\n').plan).toBe(null)
  expect(read('# P\n\n### [ ] Not readable\n\n- [ ] a\n').plan).toBe(null)
  expect(read('# P\n\n- a list\n- without boxes\n').plan).toBe(null)
})

test('a plan of steps: the fields below its title are context for every task', () => {
  const text = '# P\n\n> For agents\n\n**Goal:** a parser\n\n**Tech Stack:** Python\n\n---\n\n### Task 1: A\n\nwords\n'
  expect(read(text).plan!.context).toBe('**Goal:** a parser\n\n**Tech Stack:** Python')
})

test.each([
  [
    'boxes',
    '- [ ] **Step 1: Write the test** in `tests/test_a.py`\n\n```python\nassert f(1)\n```\n\n- [ ] **Step 2:** Run it\n',
  ],
  [
    'lines in bold',
    '**Step 1: Write the test**\n\n```python\nassert f(1)\n```\n\n**Step 2: Run it**\n\nUse `/tmp/out`.\n',
  ],
  ['sentences', 'Write `/tests/x` first.\n\n```python\nassert f(1)\n```\n'],
])('a plan of steps: the files of a task end where its steps begin, as %s', (_what, steps) => {
  const files =
    '**Files:**\n- Create: `src/a.py`\n- Modify: `src/b.py:1-9` (adds `run`), `src/c.py`\n- Test: `tests/test_a.py` - beside `old()`\n\n'
  const { plan, diagnostics } = read(`# P\n\n### Task 1: A\n\n${files}${steps}`)
  expect(plan!.tasks[0]!.files).toEqual({
    ...{ create: ['src/a.py'], modify: ['src/b.py', 'src/c.py'], delete: [], test: ['tests/test_a.py'] },
  })
  expect(plan!.tasks[0]!.steps.join('\n')).toContain('assert f(1)')
  expect(diagnostics.map(({ code }) => code)).toEqual(['read-as-steps'])
})

test('a plan of steps: numbered steps are its tasks where there are no others', () => {
  const text =
    '# Export\n\n## Approach\n\n### Step 1: Write it\n\nin `src/csv.ts`\n\n### Step 2 - Offer it\n\n## Verification\n\nlook\n'
  expect(read(text).plan!.tasks.map(({ id, title, needs }) => [id, title, needs])).toEqual([
    ['1', 'Write it', []],
    ['2', 'Offer it', ['1']],
  ])
  const tasks = '# P\n\n## Task 1: A\n\n### Step 1: Write it\n\n### Step 2: Test it\n'
  expect(read(tasks).plan!.tasks.map(({ title }) => title)).toEqual(['A'])
  expect(read('# A manual\n\n## Step 1: Install it\n').plan).toBe(null)
})

test('a plan of steps: a task without files has its steps as well', () => {
  const { plan } = read('# P\n\n### Task 1: A\n\n**Files:** none\n\n- [ ] **Step 1: Look at it**\n')
  expect(plan!.tasks[0]).toMatchObject({ files: { modify: [] }, steps: ['**Step 1: Look at it**'] })
})

test('a plan of steps: tasks in their order, commands expected to pass are criteria', () => {
  const text = `# Parser plan

**Goal:** read numbers

---

### Task 1: Read digits

**Files:**
- Create: \`src/parse.py\`
- Test: \`tests/test_parse.py\`

- [ ] **Step 1: Write the failing test**

- [ ] **Step 2: Run it**

Run: \`pytest tests/test_parse.py -v\`
Expected: FAIL with "not defined"

- [ ] **Step 4: Run it again**

Run: \`pytest tests/test_parse.py -v\`
Expected: PASS

### Task 2: Read signs

Run:
\`\`\`bash
pytest -q
\`\`\`
Expected: all tests pass
`
  const { plan, diagnostics } = read(text, 'docs/plans/2026-02-01-parser.md')
  expect(plan!.tasks.map(({ id, title, needs, files }) => [id, title, needs, files.create])).toEqual([
    ['1', 'Read digits', [], ['src/parse.py']],
    ['2', 'Read signs', ['1'], []],
  ])
  expect(plan!.tasks.map(task => task.criteria.map(criterion => criterion.check))).toEqual([
    [{ command: 'pytest tests/test_parse.py -v', expect: { is: 'exit', code: 0 } }],
    [{ command: 'pytest -q', expect: { is: 'exit', code: 0 } }],
  ])
  expect(diagnostics.map(({ code }) => code)).toEqual(['read-as-steps'])
  expect(tickBoxes(text, [{ task: taskId('1'), criteria: ['c1'] }])).toBe(text)
})
