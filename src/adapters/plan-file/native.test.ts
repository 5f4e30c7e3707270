import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Task } from '../../core/plan/plan.ts'
import { parsePlan } from './read.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/plans/${name}`, import.meta.url), 'utf8')
const read = (text: string) => parsePlan(text, { path: 'PLAN.md' })
const tasksOf = (text: string): readonly Task[] => read(text).plan!.tasks
/** The task that the fields are read from. */
const task = (fields: string): Task => tasksOf(`### [ ] TODO 1: T\n\n${fields}\n`)[0]!

describe('a plan with every section', () => {
  const { plan, diagnostics } = read(fixture('webhook-retries.md'))

  test('is read without problems, and parts without effect are reported', () => {
    expect(
      diagnostics.map(({ span, severity, code, message }) => `${span.line} ${severity} ${code} ${message}`),
    ).toEqual([
      '26 note no-effect `Definition of Done` has no effect yet: agents read it, but nothing checks it.',
      '80 note no-effect `Package Install` is only told to agents: pm-agent does not enforce it yet.',
      '81 note no-effect `File Access` is only told to agents: pm-agent does not enforce it yet.',
      '82 note no-effect `Max Execution Time` has no effect yet: pm-agent does not read this limit.',
      '83 note no-effect `Git Operations` is only told to agents: pm-agent does not enforce it yet.',
      '185 note no-effect `Reference` has no effect yet: no result is compared with it.',
      '189 note unknown-field `Rollback` is not a known field: the agent reads its text, and it has no other effect.',
    ])
  })

  test('has its name, its text and its rules', () => {
    const { tasks: _tasks, context, ...rest } = plan!
    expect(rest).toEqual({
      integrations: [
        {
          id: 'storage',
          description: '',
          tasks: ['2', '3'],
          layer: 'storage',
          command: 'npm run test:integration',
          references: [],
        },
      ],
      id: 'webhook-retries',
      title: 'Retry failed webhooks',
      summary: 'Deliveries that fail are tried again, with growing pauses.\nNothing is delivered twice.',
      guardrails: [
        'Do not change the shape of stored events',
        'Do not add a message broker:\n- no Redis\n- no RabbitMQ',
        'Do not install packages (use existing dependencies only).',
        'File Access: Repository only (no system files)',
        'Do not run git commands.',
      ],
      commitRows: [
        {
          tasks: ['1'],
          message: 'feat(retry): add the schedule',
          files: ['src/schedule.ts', 'src/schedule.test.ts'],
          condition: 'always',
        },
        {
          tasks: ['2', '3', '4'],
          message: 'feat(retry): queue | worker',
          files: ['src/queue/*', 'src/worker/*'],
          condition: 'always',
        },
      ],
    })
    expect(context.split('\n').filter(line => line.startsWith('#'))).toEqual([
      '## Context',
      '### Original Request',
      '### Interview Summary',
      '## Work Objectives',
      '### Core Objective',
      '### Definition of Done',
      '### Must NOT Do (Guardrails)',
    ])
  })

  test('has its tasks in order, each after its dependencies', () => {
    expect(plan!.tasks.map(({ id, title, type, ticked, needs }) => ({ id, title, type, ticked, needs }))).toEqual([
      { id: '1', title: 'Compute the pauses', type: 'work', ticked: true, needs: [] },
      { id: '2', title: 'Keep a queue of attempts', type: 'work', ticked: false, needs: ['1'] },
      { id: '3', title: 'Work the queue off', type: 'work', ticked: false, needs: ['1', '2'] },
      { id: '4', title: 'Tell the operators', type: 'work', ticked: false, needs: ['1', '2'] },
      { id: '2.a', title: '(ADDED) Repair the index', type: 'work', ticked: false, needs: ['2'] },
      { id: 'final', title: 'Verification', type: 'verification', ticked: false, needs: ['1', '2', '3', '4', '2.a'] },
    ])
  })

  test('has all fields of a task', () => {
    const { criteria, ...second } = plan!.tasks[1]!
    expect(second).toEqual({
      id: '2',
      title: 'Keep a queue of attempts',
      ticked: false,
      type: 'work',
      kind: 'feature',
      kindStated: true,
      tier: 'critical',
      tierStated: true,
      needs: ['1'],
      tools: [],
      inputs: [
        {
          name: 'schedule_path',
          type: 'file',
          value: '${todo-1.outputs.schedule_path}',
          note: 'when the next attempt is due',
        },
      ],
      outputs: [
        { name: 'queue_path', type: 'file', value: 'src/queue/queue.ts', note: 'the queue' },
        { name: 'limits', type: 'json', value: '{ "attempts": 3 }', note: '' },
      ],
      steps: ['Write the queue', 'Use it', 'Rollback: revert the commit'],
      mustNot: ['Do not poll'],
      nonGoals: ['Priorities'],
      references: [],
      files: {
        create: ['src/queue/queue.ts', 'src/queue/entry.ts'],
        modify: ['src/delivery.ts'],
        delete: ['src/old-queue.ts'],
        test: ['src/queue/queue.test.ts'],
      },
      tests: { is: 'command', command: 'npm test -- queue' },
      commands: { setup: 'npm ci', test: 'npm test' },
      allow: ['package.json', 'dependencies'],
      interfaces: ['```ts\nexport function enqueue(event: Event): void\n```'],
      owner: 'delivery',
      agent: 'codex',
      role: 'backend',
      layer: 'storage',
      minutes: 30,
      estimate: 'half a day',
      hold: true,
      breaking: false,
      subPlan: 'queue/PLAN.md',
      other: {
        Gates: 'lint, tests',
        Reference: '`out.json#/energy = -1.23 ± 1e-6`',
        Rollback: 'revert the commit',
      },
      span: { line: 131, column: 1, start: 2690, end: 2730 },
    })
    expect(criteria.map(({ id, category, text, check }) => ({ id, category, text, check }))).toEqual([
      {
        id: 'c1',
        category: 'functional',
        text: '`wc -l < fixtures/events.csv` → 11 (header + 10 rows)',
        check: { command: 'wc -l < fixtures/events.csv', expect: { is: 'number', value: 11 } },
      },
      {
        id: 'c2',
        category: 'functional',
        text: 'Queue is empty at first: `node queue.js --count` -> 0',
        check: { command: 'node queue.js --count', expect: { is: 'number', value: 0 } },
      },
      { id: 'c3', category: 'functional', text: 'A crash loses no event\n(shown by killing it)', check: null },
      {
        id: 'c4',
        category: 'static',
        text: '`! grep -q setInterval src/queue/queue.ts` => no polling',
        check: { command: '! grep -q setInterval src/queue/queue.ts', expect: { is: 'words', words: 'no polling' } },
      },
    ])
  })

  test('keeps steps complete and reads text below a heading as one', () => {
    const [first, , third] = plan!.tasks
    expect(first!.steps).toEqual([
      'Write `pause(attempt)`:\n- 1 s, 10 s, 60 s\n- nothing after the third\n\n```ts\n// ### [ ] TODO 7: not a task\npause(1) === 1000\n```',
      'Test the limits',
    ])
    expect(third!.steps).toEqual(['Take the oldest entry first.'])
  })
})

test('Korean, emoji, a byte order mark and CRLF change only the positions', () => {
  const text = fixture('korean.md')
  const plain = read(text)
  const other = read(`\ufeff${text.replaceAll('\n', '\r\n')}`)
  const withoutOffsets = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, inner) => (key === 'start' || key === 'end' ? undefined : inner)))
  expect(withoutOffsets(other)).toEqual(withoutOffsets(plain))
  expect(plain.diagnostics).toEqual([])
  expect(plain.plan!.tasks[0]).toMatchObject({
    title: '대기 시간 계산 🕐',
    outputs: [{ name: '일정', type: 'file', value: 'src/일정.ts', note: '다음 시도 시각' }],
  })
  expect(plain.plan!.tasks[0]!.criteria.map(criterion => criterion.check)).toEqual([
    { command: "test -e 'src/일정.ts'", expect: { is: 'exit', code: 0 } },
    { command: 'head -1 표.csv', expect: { is: 'stdout', text: '이름,나이' } },
    { command: 'make test', expect: { is: 'words', words: '25개 이상 통과' } },
  ])
})

test('a document with only task headings is a plan', () => {
  expect(tasksOf('### [ ] TODO 1: A\n### [x] TODO 2: B\n')).toMatchObject([
    { id: '1', title: 'A', ticked: false, kind: 'feature', tier: 'normal', needs: [], criteria: [] },
    { id: '2', title: 'B', ticked: true },
  ])
})

describe('the text of a task', () => {
  test('end at the next task, at a line, or at a heading of its level or above', () => {
    const [first, second] = tasksOf(
      '### [ ] TODO 1: A\n**Steps**:\n- a\n### [ ] TODO 2: B\n**Steps**:\n- b\n---\n- c\n## D\n- d\n',
    )
    expect([first!.steps, second!.steps]).toEqual([['a'], ['b']])
  })

  test('may have their fields as items or as headings', () => {
    expect(
      task('- **Kind**: fix\n- **Steps**:\n  - a\n  - b\n- **Acceptance Criteria**:\n  - [ ] `npm test` → exit 0'),
    ).toMatchObject({
      kind: 'fix',
      kindStated: true,
      steps: ['a', 'b'],
      criteria: [{ text: '`npm test` → exit 0' }],
    })
    expect(task('#### Steps\n- a\n\n#### Acceptance Criteria:\n- [ ] b')).toMatchObject({
      steps: ['a'],
      criteria: [{ text: 'b' }],
    })
  })

  test('keep bold titles above boxes inside their field', () => {
    const { steps, criteria, other } = task(
      '**Steps**:\n**First**:\n- [ ] a\n\n**Acceptance Criteria**:\n**Edge cases**:\n- [ ] b\n\n**Verify**:\n```yaml\nrun: c\n```',
    )
    expect(steps).toEqual(['**First**:', 'a', 'Verify:\n```yaml\nrun: c\n```'])
    expect(criteria.map(({ text, category }) => [text, category])).toEqual([['b', 'other']])
    expect(other).toEqual({ Verify: '```yaml\nrun: c\n```' })
  })

  test('may name a field like a property of every object', () => {
    const { other } = task('**__proto__**: a\n**constructor**: b')
    expect(Object.entries(other)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })
})

describe('inputs and outputs', () => {
  test('have each part but the name optional', () => {
    const fields = [
      '**Outputs**:',
      '- `a` (file): `src/a.ts` - the file',
      '- `b` (string): done — a word',
      '- `c`: `{ "x": 1 }`',
      '- **d** (list)',
      '- e - only a note',
      '  and more of it',
      '  - below',
      '- (none)',
    ]
    expect(task(fields.join('\n')).outputs).toEqual([
      { name: 'a', type: 'file', value: 'src/a.ts', note: 'the file' },
      { name: 'b', type: 'string', value: 'done', note: 'a word' },
      { name: 'c', type: '', value: '{ "x": 1 }', note: '' },
      { name: 'd', type: 'list', value: '', note: '' },
      { name: 'e', type: '', value: '', note: 'only a note and more of it\n- below' },
    ])
  })

  test('that say none are none', () => {
    for (const none of ['(none)', '(none - first task)', 'None', '-', '\n- (none)', '\n_None_']) {
      expect(task(`**Inputs**: ${none}`).inputs).toEqual([])
    }
  })
})

describe('files', () => {
  test.each([
    ['as items', '\n- Create: `a`, `b`\n- **Modify**: `c:10-30`\n- Delete: d\n- Test: `e`'],
    ['below titles', '\n*Create:*\n- `a`\n- `b`\n\n**Modify**:\n- `c`\n\n**Delete:**\n- d\n\n**Test**:\n- e'],
    ['below items', '\n- Create:\n  - `a`\n  - `b`\n- Modify:\n  - `c`\n- Delete:\n  - d\n- Test:\n  - e'],
    ['on one line', 'Create: `a`, `b`; Modify: `c`; Delete: `d`; Test: `e`'],
  ])('are listed %s', (_how, written) => {
    expect(task(`**Files**: ${written}`).files).toEqual({
      create: ['a', 'b'],
      modify: ['c'],
      delete: ['d'],
      test: ['e'],
    })
  })

  test('without a title are modified', () => {
    expect(task('**Files**: `a`, `b`').files).toEqual({ create: [], modify: ['a', 'b'], delete: [], test: [] })
  })
})

test.each([
  ['`npm test -- login`', { is: 'command', command: 'npm test -- login' }],
  ['pytest', { is: 'command', command: 'pytest' }],
  ['test/login.test.ts', { is: 'file', path: 'test/login.test.ts' }],
  ['`login.test.ts`', { is: 'file', path: 'login.test.ts' }],
  ['command: ./check.sh', { is: 'command', command: './check.sh' }],
  ['none - only a text changes', { is: 'none', reason: 'only a text changes' }],
  ['(none: only a text changes)', { is: 'none', reason: 'only a text changes' }],
  ['none', { is: 'none', reason: '' }],
  ['', null],
])('tests written as %s', (written, tests) => {
  expect(task(`**Tests**: ${written}`).tests).toEqual(tests)
})

test('held-out checks are paths or commands, and no part of the steps', () => {
  const read = task('**Hidden**: `held/a.test.js`, `./held/more/`, `node check.js --all`')
  expect(read.hidden).toEqual([
    { is: 'file', path: 'held/a.test.js' },
    { is: 'file', path: 'held/more/' },
    { is: 'command', command: 'node check.js --all' },
  ])
  expect(read.steps).toEqual([])
  expect(task('**Hidden**: none').hidden).toBeUndefined()
})

test('commands are on one line or items', () => {
  const commands = { setup: 'npm ci', test: 'npm test, really' }
  expect(task('**Commands**: setup: `npm ci`, test: `npm test, really`').commands).toEqual(commands)
  expect(task('**Commands**:\n- **setup**: npm ci\n- test = `npm test, really`\n').commands).toEqual(commands)
})

describe('criteria', () => {
  const criteria = (written: string) => task(`**Acceptance Criteria**:\n${written}`).criteria
  const brief = (written: string) =>
    criteria(written).map(({ id, category, text, ticked }) => [id, category, text, ticked])

  test('may be below titles in italics, bold or plain, or below items that are titles', () => {
    const expected = [
      ['c1', 'other', 'a', false],
      ['c2', 'functional', 'b', true],
      ['c3', 'static', 'c', false],
      ['c4', 'runtime', 'd', false],
    ]
    expect(brief('- [ ] a\n\n*Functional:*\n- [x] b\n\n**Static:**\n- [ ] c\n\nRuntime:\n- [ ] d')).toEqual(expected)
    expect(brief('- a\n- *Functional*:\n  - [x] b\n- **Static**:\n  - c\n- *Runtime*:\n  - d')).toEqual(expected)
  })

  test('are numbered without the remarks between them', () => {
    expect(brief('- [ ] (no tests - data files only)\n- [ ] a\n- [ ] (none)\n- [X] b')).toEqual([
      ['c1', 'other', 'a', false],
      ['c2', 'other', 'b', true],
    ])
  })

  test('contain nested text, but not nested criteria', () => {
    expect(brief('- [ ] a\n  - detail\n  - [ ] b\n    more of b\n')).toEqual([
      ['c1', 'other', 'a\n- detail', false],
      ['c2', 'other', 'b\nmore of b', false],
    ])
  })

  test('may be rows of a table, a value, or a separate line', () => {
    expect(brief('\n| Category | Criteria |\n|---|---|\n| Static | compiles |\n| Other | `a` → exit 0 |')).toEqual([
      ['c1', 'static', 'compiles', false],
      ['c2', 'other', '`a` → exit 0', false],
    ])
    expect(task('**Acceptance Criteria**: `a` → exit 0').criteria).toHaveLength(1)
    expect(brief('`a` → exit 0\n`b` → two\nwords\n')).toEqual([
      ['c1', 'other', '`a` → exit 0', false],
      ['c2', 'other', '`b` → two words', false],
    ])
    expect(brief('\n`a` → exit 0\n\nonly words around it')).toEqual([['c1', 'other', '`a` → exit 0', false]])
  })

  test('may name their category in a tag', () => {
    expect(brief('*Checks:*\n- [ ] `tsc` → exit 0 `[static]`')).toEqual([
      ['c1', 'static', '`tsc` → exit 0 `[static]`', false],
    ])
  })

  test('in a fence are ignored', () => {
    expect(brief('```\n- [ ] a\n```\n<!-- - [ ] b -->\n')).toEqual([])
  })
})

test('commit rows name one task, several, or a group', () => {
  const tables = [
    '## Parallelization',
    '| Group | TODOs | Reason |',
    '|---|---|---|',
    '| A (both) | TODO-2, TODO-3 | - |',
    '| - | - | - |',
    '',
    '## Commit Strategy',
    '| After TODO | Message | Files | Condition |',
    '|---|---|---|---|',
    '| TODO 1 | plain message | a.ts, b.ts | always |',
    '| 1+2 | `two` | - | if changed |',
    '| 2 (after group A) | `group` | `x` | always |',
    '| Final | - | - | - |',
    '',
  ].join('\n')
  const tasks = '### [ ] TODO 1: A\n### [ ] TODO 2: B\n### [ ] TODO 3: C\n'
  expect(read(`${tables}\n${tasks}`).plan!.commitRows).toEqual([
    { tasks: ['1'], message: 'plain message', files: ['a.ts', 'b.ts'], condition: 'always' },
    { tasks: ['1', '2'], message: 'two', files: [], condition: 'if changed' },
    { tasks: ['3', '2'], message: 'group', files: ['x'], condition: 'always' },
  ])
})

test('the runtime contract forbids what it denies and limits what it describes', () => {
  const rows = [
    ['**Git Operations**', 'Denied (Orchestrator handles)'],
    ['Package Install', 'Not allowed'],
    ['Network Access', 'Not needed'],
    ['File Access', '`src/` only'],
    ['Network Access', 'Allowed (downloads)'],
    ['File Access', 'Unrestricted'],
    ['Max Execution Time', '5 minutes'],
  ]
  const table = `## Runtime Contract\n| Aspect | Specification |\n|---|---|\n${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}\n`
  expect(read(`${table}\n### [ ] TODO 1: A\n`).plan!.guardrails).toEqual([
    'Do not run git commands (Orchestrator handles).',
    'Do not install packages.',
    'Do not use the network.',
    'File Access: `src/` only',
    'Network Access: Allowed (downloads)',
  ])
})
