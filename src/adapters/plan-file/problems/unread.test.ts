import { describe, expect, test } from 'vitest'
import { parsePlan } from '../read.ts'

const said = (text: string) =>
  parsePlan(text, { path: 'PLAN.md' })
    .diagnostics.filter(({ code }) => code === 'no-effect' || code === 'unknown-field')
    .map(({ span, message, hint }) => `${span.line} ${message}${hint?.startsWith('Did') ? ` ${hint}` : ''}`)

const CRITERIA = '**Acceptance Criteria**:\n- [ ] `npm test` → exit 0\n'
const TASK = `### [ ] TODO 1: Add the parser\n\n${CRITERIA}`
const inTask = (words: string): string => `### [ ] TODO 1: Add the parser\n\n${words}\n\n${CRITERIA}`

describe('text without effect is reported at its position', () => {
  test.each<[what: string, text: string, expected: readonly string[]]>([
    [
      'a section with a table that nothing reads',
      `${TASK}\n## Rollout\n\n| Stage | Share |\n|---|---|\n| 1 | 5 % |\n`,
      ['6 `Rollout` has no effect yet: its table is not read.'],
    ],
    [
      'boxes that belong to no task',
      `# Plan\n\n## Release checklist\n\n- [ ] tag it\n\n## TODOs\n\n${TASK}`,
      ['3 `Release checklist` has no effect yet: its boxes are not read.'],
    ],
    [
      'a section whose name is nearly one that is read',
      `## Dependancy Graph\n\n| TODO | Requires |\n|---|---|\n| 1 | - |\n\n${TASK}`,
      ['1 `Dependancy Graph` has no effect yet: its table is not read. Did you mean `Dependency Graph`?'],
    ],
    [
      'a list where only a table is read',
      `## Dependency Graph\n\n- 2 after 1\n\n${TASK}`,
      ['3 `Dependency Graph` has no effect yet: its list is not read, only a table is.'],
    ],
    [
      'limits of the runtime contract',
      `## Runtime Contract\n\n| Aspect | Specification |\n|---|---|\n| Working Directory | Repository root |\n| Memory | 2 GB |\n| Network Access | Denied |\n\n${TASK}`,
      [
        '6 `Memory` has no effect yet: pm-agent does not read this limit.',
        '7 `Network Access` is only told to agents: pm-agent does not enforce it yet.',
      ],
    ],
    [
      'a field that nobody knows, once with all its lines',
      `${inTask('**Priority**: P1')}\n${inTask('**Priority**: P2').replace('TODO 1', 'TODO 2')}`,
      [
        '3 `Priority` is not a known field: the agent reads its text, and it has no other effect. Also on line 10. Did you mean `Tier`?',
      ],
    ],
    [
      'a name without bold and a short value',
      inTask('Reviewer: alice'),
      ['3 `Reviewer` is not a known field: the agent reads its text, and it has no other effect.'],
    ],
    [
      'a name that is nearly a field',
      inTask('Depnds on: the parser being there already'),
      [
        '3 `Depnds on` is not a known field: the agent reads its text, and it has no other effect. Did you mean `Needs`?',
      ],
    ],
    [
      'a table where only items are read',
      inTask('**Outputs**:\n\n| name | path |\n|---|---|\n| a | src/a.ts |'),
      ['5 This table has no effect: `Outputs` is read item by item.'],
    ],
    [
      'criteria below a checklist, which belong to no task',
      '# Search\n\n- [ ] Add the index\n- [ ] Add the page\n\n## Acceptance Criteria\n\n- [ ] `npm test` → exit 0\n',
      ['6 `Acceptance Criteria` has no effect yet: its boxes are not read.'],
    ],
  ])('%s', (_what, text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test('and the agent still reads it', () => {
    const { plan } = parsePlan(inTask('**Background**: users ask for it\n\n#### Notes\nKeep it small.'), {
      path: 'PLAN.md',
    })
    expect(plan!.tasks[0]!.steps).toEqual(['Background: users ask for it', 'Notes:\nKeep it small.'])
  })
})

describe('ordinary plans have no such notes', () => {
  test.each<[what: string, text: string]>([
    [
      'an introduction, code, quotes and headings that order the tasks',
      `# Faster start\n\n**Goal:** half a second\n**Owner:** Mia\n\n> Measured on a laptop.\n\n## Phase 1: Measure\n\nWe look first.\n\n\`\`\`sh\ntime node main.js\n\`\`\`\n\n- the cache\n- the parser\n\n${TASK}`,
    ],
    [
      'prose inside of a task',
      inTask(
        'Today it takes long. Note: the cache is cold then.\n\nExample: a file of 2 MB takes 3 s.\n\n- first this\n- **then** that\n\n#### Background\nIt was slow before.',
      ),
    ],
    [
      'a checklist',
      '# Chores\n\nSome words: more words.\n\n- [ ] Rename `a` to `b`\n  - also in docs\n- [ ] Remove c\n',
    ],
    [
      'a spec-kit list',
      '# Tasks\n\n## Phase 1: Setup\n\n- [ ] T001 Create src/a.py\n- [ ] T002 [P] Create src/b.py\n\n## Notes\n\n- [P] tasks = different files\n',
    ],
    ['a numbered list', '# Search\n\n1. Add the index\n2. Add the page\n\nThanks!\n'],
    [
      'a plan of steps',
      '# Parser\n\n**Tech Stack:** Python\n\n### Task 1: Digits\n\n**Files:**\n- Create: `src/p.py`\n\n- [ ] **Step 1: Write it**\n\nRun: `pytest`\nExpected: PASS\n',
    ],
    [
      'a plan in another language',
      '# 계획\n\n## 배경\n\n느립니다.\n\n### [ ] TODO 1: 파서 추가\n\n빠르게 합니다.\n\n**Acceptance Criteria**:\n- [ ] `npm test` → exit 0\n',
    ],
    [
      'a picture of the flow',
      `## Task Flow\n\n\`\`\`\n1 -> 2\n\`\`\`\n\n## Context\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${TASK}`,
    ],
  ])('%s', (_what, text) => {
    expect(said(text)).toEqual([])
    expect(parsePlan(text, { path: 'PLAN.md' }).plan!.tasks.length).toBeGreaterThan(0)
  })
})
