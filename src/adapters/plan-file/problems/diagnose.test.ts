import { describe, expect, test } from 'vitest'
import { parsePlan } from '../read.ts'

const diagnose = (text: string) => parsePlan(text, { path: 'PLAN.md' }).diagnostics
/** Everything but offsets, with the words that the place marks. */
const said = (text: string) =>
  diagnose(text).map(({ severity, code, message, hint, span }) => ({
    severity,
    code,
    at: `${span.line}:${span.column} ${text.slice(span.start, span.end)}`,
    message,
    hint,
  }))
const codes = (text: string): string[] => diagnose(text).map(({ severity, code }) => `${severity} ${code}`)

const checked = '**Acceptance Criteria**:\n- [ ] `npm test` → exit 0\n'
/** A task with nothing wrong but what is put into it. */
const task = (id: string, fields = ''): string =>
  `### [ ] TODO ${id}: T\n${fields}${fields === '' ? '' : '\n\n'}${checked}\n`

test('the error for an empty plan shows what a task looks like', () => {
  expect(said('# Title\n\nWords.\n')).toEqual([
    {
      severity: 'error',
      code: 'no-tasks',
      at: '1:1 ',
      message: 'There is no task in this plan.',
      hint: 'A task begins with a heading such as `### [ ] TODO 1: Add the parser`; a list with boxes or numbers, and two or more numbered headings, are read as well. From any other document `pm-agent plan --from FILE` writes a plan.',
    },
  ])
  expect(parsePlan('', { path: 'PLAN.md' }).plan).toBe(null)
})

test('all problems are reported at once, in the order of the document', () => {
  const text = `${task('1', '**Needs**: 9\n**Tier**: critcal\n**Files**: `/etc/passwd`')}${task('1')}${task('2', '**Needs**: 2')}`
  expect(codes(text)).toEqual([
    'error unknown-dependency',
    'error unknown-tier',
    'error path-outside',
    'error duplicate-id',
    'error self-dependency',
  ])
})

describe('ids and titles', () => {
  test('an id that is used twice points at the second and names the line of the first', () => {
    expect(said(`${task('A1')}${task('a1')}`)).toEqual([
      {
        severity: 'error',
        code: 'duplicate-id',
        at: '5:1 ### [ ] TODO a1: T',
        message: 'There are two tasks with the id a1.',
        hint: 'Task a1 is already on line 1. Give this one a different id.',
      },
    ])
  })

  test('a title that is missing is an error', () => {
    expect(said(`### [ ] TODO 1:\n${checked}`)).toMatchObject([{ severity: 'error', code: 'empty-title' }])
  })

  test('a box that is not a task, and one without a space, are reported', () => {
    expect(said(`### [ ] Do something\n\n### [] TODO 1: T\n${checked}`)).toMatchObject([
      { severity: 'warning', code: 'unreadable-task', hint: 'Give it an id, as in `### [ ] TODO 1: Do something`.' },
      { severity: 'warning', code: 'broken-box', at: '3:5 []' },
    ])
  })
})

describe('dependencies', () => {
  test('that form a cycle are named completely, each cycle once', () => {
    // 1 --> 2 --> 3 --> 1, 4 <--> 5
    const text = [
      task('1', '**Needs**: 2'),
      task('2', '**Needs**: 3'),
      task('3', '**Needs**: 1'),
      task('4', '**Needs**: 5'),
      task('5', '**Needs**: 4'),
    ].join('')
    expect(said(text)).toEqual([
      {
        severity: 'error',
        code: 'dependency-cycle',
        at: '2:12 2',
        message: 'Tasks wait for each other: 1 → 2 → 3 → 1.',
        hint: 'Each waits for the next one, so none can begin. Remove one of these dependencies.',
      },
      expect.objectContaining({ code: 'dependency-cycle', message: 'Tasks wait for each other: 4 → 5 → 4.' }),
    ])
  })

  test('on a task that does not exist list the existing tasks, or suggest one', () => {
    expect(said(`${task('1')}${task('2', '**Needs**: 7')}`)).toEqual([
      {
        severity: 'error',
        code: 'unknown-dependency',
        at: '6:12 7',
        message: 'Task 2 needs task 7, which does not exist.',
        hint: 'Tasks of this plan: `1`, `2`.',
      },
    ])
    expect(said(`${task('setup1')}${task('2', '**Needs**: stup1')}`)[0]!.hint).toBe('Did you mean `setup1`?')
  })

  test('on a sentence are not followed', () => {
    const graph = '## Dependency Graph\n| TODO | Requires |\n|---|---|\n| 1 | restored files |\n| Pre-flight | - |\n\n'
    expect(said(`${graph}${task('1')}`)).toMatchObject([
      { severity: 'warning', code: 'unreadable-dependency', at: '4:7 restored files' },
      { severity: 'warning', code: 'unknown-task', at: '5:3 Pre-flight' },
    ])
  })

  test('on itself or on the final verification are errors, and not cycles as well', () => {
    expect(codes(`${task('1', '**Needs**: 1, final')}### [ ] TODO Final: Verification\n${checked}`)).toEqual([
      'error self-dependency',
      'error depends-on-final',
    ])
  })

  test('on an undeclared output name the declared ones', () => {
    const inputs =
      '**Inputs**:\n- `a`: `${todo-1.outputs.a}`\n- `x`: `${todo-1.outputs.x}`\n- `y`: `${todo-9.outputs.y}`'
    expect(
      said(`${task('1', '**Outputs**:\n- `a` (file): `a.ts`\n- `b` (file): `b.ts`')}${task('2', inputs)}`),
    ).toEqual([
      {
        severity: 'error',
        code: 'unknown-output',
        at: '12:9 ${todo-1.outputs.x}',
        message: 'Task 2 reads `x` from task 1, which does not declare it.',
        hint: 'Task 1 declares `a`, `b`.',
      },
      {
        severity: 'error',
        code: 'unknown-dependency',
        at: '13:9 ${todo-9.outputs.y}',
        message: 'Task 2 needs task 9, which does not exist.',
        hint: 'Tasks of this plan: `1`, `2`.',
      },
    ])
    expect(said(`${task('1')}${task('2', '**Inputs**: `${todo-1.outputs.x}`')}`)[0]!.hint).toBe(
      'Task 1 declares no outputs. Add `x` to its **Outputs**.',
    )
  })

  test('that differ between graph and inputs all count, with a note for each', () => {
    const graph =
      '## Dependency Graph\n| TODO | Requires |\n|---|---|\n| 1 | - |\n| 2 | - |\n| 3 | `todo-1.a`, 2 |\n| 4 | - |\n\n'
    const outputs = '**Outputs**:\n- `a` (file): `a.ts`'
    const text = `${graph}${task('1', outputs)}${task('2', outputs)}${task('3')}${task('4', '**Inputs**:\n- `a`: `${todo-2.outputs.a}`')}`
    expect(said(text)).toEqual([
      {
        severity: 'note',
        code: 'dependency-disagreement',
        at: '6:7 `todo-1.a`',
        message: 'In the dependency graph task 3 depends on task 1, but none of its inputs comes from there.',
        hint: 'Both count; make them agree to be sure.',
      },
      {
        severity: 'note',
        code: 'dependency-disagreement',
        at: '29:9 ${todo-2.outputs.a}',
        message: 'Task 4 reads an output of task 2, but the dependency graph has no such dependency.',
        hint: 'Both count; make them agree to be sure.',
      },
    ])
  })
})

describe('the evidence that a task is done', () => {
  test('is missing without criteria and tests', () => {
    expect(said('### [ ] TODO 1: T\n')).toEqual([
      {
        severity: 'warning',
        code: 'no-criteria',
        at: '1:1 ### [ ] TODO 1: T',
        message:
          'Task 1 has no acceptance criteria and names no tests: only its words, and tests that its agent adds, say when it is done.',
        hint: 'Add `**Acceptance Criteria**:` with an item such as ``- [ ] `npm test` → exit 0``.',
      },
    ])
    expect(said('### [ ] TODO Final: Verification\n')).toMatchObject([
      {
        severity: 'warning',
        code: 'no-criteria',
        message: 'Task final has no acceptance criteria, so there is nothing to verify.',
      },
    ])
  })

  test('can be tests, and is not required of a ticked task or of pages', () => {
    expect(codes('### [ ] TODO 1: Document the parser\n')).toEqual([])
    expect(codes('### [ ] TODO 1: T\n**Tests**: `npm test`\n')).toEqual([])
    expect(codes('### [x] TODO 1: T\n')).toEqual([])
  })

  test('may be a command that is not run, or one that cannot be met', () => {
    const criteria =
      '**Acceptance Criteria**:\n- [ ] `npm test` passes everywhere\n- [ ] `npm test` → fails\n- [x] `npm test` passed\n'
    expect(said(`### [ ] TODO 1: T\n${criteria}`)).toEqual([
      {
        severity: 'note',
        code: 'criterion-not-run',
        at: '3:7 `npm test` passes everywhere',
        message: 'This looks like a command, but it is only text for the judge.',
        hint: 'To have it run, write `→ exit 0` or the expected output right after the command.',
      },
      {
        severity: 'warning',
        code: 'exit-not-zero',
        at: '4:7 `npm test` → fails',
        message: 'Text after the arrow means exit 0, but this text asks for a failure.',
        hint: 'Write `!` and a space before the command and `→ exit 0` after it, or the exact code: `→ exit 1`.',
      },
    ])
  })
})

describe('values', () => {
  test('that are unknown are reported with a suggestion', () => {
    expect(said(task('1', '**Type**: verfication\n**Kind**: feat\n**Tier**: hgih'))).toEqual([
      {
        severity: 'warning',
        code: 'unknown-type',
        at: '2:11 verfication',
        message: '`verfication` is not a known type; task 1 is treated as work.',
        hint: 'Did you mean `verification`?',
      },
      {
        severity: 'error',
        code: 'unknown-kind',
        at: '3:11 feat',
        message: '`feat` is not a known kind; task 1 is treated as feature.',
        hint: 'Did you mean `feature`?',
      },
      {
        severity: 'error',
        code: 'unknown-tier',
        at: '4:11 hgih',
        message: '`hgih` is not a known tier; task 1 is treated as normal.',
        hint: 'One of: critical, normal, low.',
      },
    ])
  })

  test('in brackets, code or capitals are known', () => {
    expect(codes(task('1', '**Type**: `Verification` (read-only)\n**Kind**: *fix*\n**Tier**: LOW'))).toEqual([])
  })

  test('of minutes, commands and tests that cannot be used are warnings', () => {
    expect(
      said(task('1', '**Minutes**: soon\n**Tests**: `a.test.ts`, `b.test.ts`\n**Commands**: tset: `x`')),
    ).toMatchObject([
      { severity: 'warning', code: 'unreadable-minutes', at: '2:14 soon' },
      { severity: 'warning', code: 'several-tests', at: '3:3 Tests' },
      { severity: 'warning', code: 'unknown-command', hint: 'Did you mean `test`?' },
    ])
    expect(codes(task('1', '**Tests**: none'))).toEqual(['warning tests-without-reason'])
  })

  test('of files and permissions that name nothing are warnings', () => {
    expect(codes(task('1', '**Files**: Modify: `./`\n**Allow**: `.`'))).toEqual([
      'warning empty-pattern',
      'warning empty-pattern',
    ])
    expect(codes(task('1', '**Files**: Modify: `src/**`\n**Allow**: `**`'))).toEqual([])
  })

  test.each(['Depends on', 'Blocked by', 'depends_on'])('of %s are needs', name => {
    expect(codes(task('1', `**${name}**: 2`))).toEqual(['error unknown-dependency'])
  })

  test('of unknown fields get a note with a suggested name', () => {
    expect(said(task('1', '**Ownr**: a\n**Dependencies**: express 2\n**Rollback**: b\n**Risk**: LOW'))).toEqual([
      {
        severity: 'note',
        code: 'unknown-field',
        at: '2:3 Ownr',
        message: '`Ownr` is not a known field: the agent reads its text, and it has no other effect.',
        hint: 'Did you mean `Owner`?',
      },
      expect.objectContaining({ severity: 'note', code: 'unknown-field', hint: 'Did you mean `Needs`?' }),
      expect.objectContaining({ code: 'unknown-field', at: '4:3 Rollback', hint: null }),
      expect.objectContaining({ code: 'unknown-field', at: '5:3 Risk', hint: null }),
    ])
  })
})

test.each(['/etc/passwd', '../other/a.ts', 'a/../../b.ts', '~/a', 'C:\\a', 'C:/a', '\\\\host\\a'])(
  'a file must be inside the repository: %s is not',
  path => {
    expect(said(task('1', `**Files**:\n- Create: \`${path}\``))).toEqual([
      {
        severity: 'error',
        code: 'path-outside',
        at: `3:3 Create: \`${path}\``,
        message: `Task 1 lists \`${path}\`, which is not inside the repository.`,
        hint: 'Write paths relative to the root of the repository.',
      },
    ])
  },
)

test('a file may look odd and still be inside', () => {
  expect(codes(task('1', '**Files**:\n- Create: `a/../b.ts`, `./c`, `src/**/*.ts`, `..d`, `e~`'))).toEqual([])
})

test('commit rows that cannot be read are warnings', () => {
  const table =
    '## Commit Strategy\n| After TODO | Message | Files | Condition |\n|---|---|---|---|\n| 7 | `m` | - | always |\n| 1 | `n` | - | always |\n\n'
  expect(said(`${table}${task('1')}`)).toEqual([
    {
      severity: 'warning',
      code: 'unreadable-commit-row',
      at: '4:3 7',
      message: '`7` does not name a task, so this row is not used.',
      hint: 'Write the id of a task, as in `4` or `4 (after group A)`.',
    },
  ])
})

test('an unclosed fence or comment is reported', () => {
  expect(said(`${task('1')}~~~\n${task('2')}`)).toMatchObject([
    { severity: 'warning', code: 'unclosed-fence', at: '5:1 ~~~' },
  ])
  expect(said(`${task('1')}<!-- later\n${task('2')}`)).toMatchObject([
    { severity: 'warning', code: 'unclosed-comment' },
  ])
})

test('a field after the line that ends its task is reported', () => {
  expect(
    said(`### [ ] TODO 1: T\n**Tests**: \`npm test\`\n\n---\n\n${checked}\n## Notes\n\n**Steps**: not a field here\n`),
  ).toMatchObject([{ severity: 'warning', code: 'field-outside-task', at: '6:3 Acceptance Criteria' }])
})

test('a document that is not UTF-8 is reported with the position', () => {
  expect(said(`${task('1')}caf\ufffd\n`)).toMatchObject([{ severity: 'warning', code: 'not-utf8', at: '5:4 \ufffd' }])
})
