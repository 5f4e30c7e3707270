import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlan } from '../../src/adapters/plan-file/read.ts'
import { Project } from '../rig/projects/project.ts'

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const FIRST_PLAN = /```markdown\n([\s\S]*?)```/.exec(README)![1]!

/** A project that has what the plans speak of, and one that has nothing. */
const JAVASCRIPT = {
  'package.json': '{ "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/cli.js': 'console.log(1)\n',
  'src/old.js': 'export const old = 1\n',
  'test/cli.test.js': "import { test } from 'node:test'\ntest('a', () => {})\n",
}

async function rehearsed(
  plan: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly [number | null, string]> {
  using user = await Project.with({ ...files, 'PLAN.md': plan })
  const check = await user.pm('check')
  expect(check.code, check.stdout + check.stderr).toBe(0)
  const { code, stdout, stderr } = await user.pm('run', '--rehearse')
  return [code, stdout + stderr]
}

test.each<[project: string, files: Readonly<Record<string, string>>]>([
  ['a project with tests', JAVASCRIPT],
  ['a repository with nothing in it', {}],
])('the first plan of the README is rehearsed to its end in %s', async (_project, files) => {
  const [code, output] = await rehearsed(FIRST_PLAN, files)
  expect([code, output]).toEqual([0, expect.stringContaining('3/3 tasks completed')])
  expect(output).not.toContain('waits for you')
})

test('a plan that uses every field is rehearsed to its end', async () => {
  const [code, output] = await rehearsed(EVERYTHING, JAVASCRIPT)
  expect([code, output]).toEqual([0, expect.stringContaining('7/7 tasks completed')])
})

const EVERYTHING = `# Everything

### [ ] TODO 1: Add a module

**Kind**: feature
**Files**:
- Create: \`src/new.js\`, \`docs/\`
- Modify: \`src/cli.js\`, \`package.json\`
- Delete: \`src/old.js\`
- Test: \`test/new.test.js\`
**Outputs**:
- \`module\` (file): \`src/new.js\`
- \`data\` (file): \`data/out.json\`
**Gates**: test, build
**Allow**: \`package.json\`

**Acceptance Criteria**:
- [ ] File exists: \`src/new.js\`
- [ ] \`node src/new.js\` → 3
- [ ] \`cat data/out.json\` → valid JSON
- [ ] It reads well

### [ ] TODO 2: Refactor the command line

**Kind**: refactor
**Needs**: 1
**Hold**: yes

**Acceptance Criteria**:
- [ ] \`! grep -q old src/cli.js\` → exit 0

### [ ] TODO 3: Explain it

**Kind**: docs

Only words.

### [ ] TODO 4: Test it more

**Tests**: \`node --test\`
**Role**: tester
**Layer**: integration

### [ ] TODO 5: A change that only a person can look at

**Must NOT do**:
- Do not touch src/cli.js

**Acceptance Criteria**:
- [ ] It looks good

### [ ] TODO 6: Look

**Type**: verification

### [ ] TODO Final: Verification

**Type**: verification

**Acceptance Criteria**:
- [ ] \`npm test\` → exit 0
- [ ] Nothing is broken
`

const CRITERIA = [
  '`node src/cli.js` → `1`',
  '`npm test` → exit 0',
  '`false` → exit 1',
  'It is fast',
  'File exists: `src/x.js`',
]
const FIELDS = [
  '**Kind**: fix',
  '**Kind**: perf',
  '**Kind**: chore',
  '**Hold**: yes',
  '**Tier**: critical',
  '**Type**: verification',
  '**Files**: Create: `src/x.js`',
  '**Files**: Delete: `src/old.js`',
  '**Files**: Modify: `src/gone.js`, `package.json`, `src/**`',
  '**Outputs**:\n- `it` (file): `out/it.json`',
  '**Outputs**:\n- `it` (string): `a word`',
  '**Gates**: lint, numeric, contract',
  '**Tests**: `test/x.test.js`',
  '**Tests**: none - only words',
  '**Commands**: lint: `npx eslint .`',
  '**Allow**: dependencies',
  '**Breaking**: yes',
  '**Must NOT do**:\n- Do not touch src/cli.js',
]
const TITLES = [
  'Add a page',
  'Remove src/old.js',
  'Rename `old` to `young`',
  'Update the README',
  'Make it faster',
  'Add tests for src/cli.js',
]

const aTask = fc.record({
  title: fc.constantFrom(...TITLES),
  fields: fc.uniqueArray(fc.constantFrom(...FIELDS), { maxLength: 4, selector: field => field.split(':')[0] }),
  criteria: fc.uniqueArray(fc.constantFrom(...CRITERIA), { maxLength: 3 }),
  needs: fc.boolean(),
})
const aPlan = fc
  .array(aTask, { minLength: 1, maxLength: 4 })
  .map(tasks =>
    tasks
      .map(({ title, fields, criteria, needs }, at) =>
        [
          `### [ ] TODO ${at + 1}: ${title}`,
          ...(needs && at > 0 ? [`**Needs**: ${at}`] : []),
          ...fields,
          ...(criteria.length > 0
            ? [`**Acceptance Criteria**:\n${criteria.map(text => `- [ ] ${text}`).join('\n')}`]
            : []),
        ].join('\n\n'),
      )
      .join('\n\n'),
  )

const RUNS = Number(process.env.PM_AGENT_PLANS ?? 4)

test('whatever plan check accepts is rehearsed to its end', async () => {
  await fc.assert(
    fc.asyncProperty(aPlan, fc.boolean(), async (plan, isEmpty) => {
      const { plan: read, diagnostics } = parsePlan(plan, { path: 'PLAN.md' })
      fc.pre(read !== null && diagnostics.every(({ severity }) => severity !== 'error'))
      const [code, output] = await rehearsed(plan, isEmpty ? {} : JAVASCRIPT)
      expect([code, output]).toEqual([
        0,
        expect.stringContaining(`${read!.tasks.length}/${read!.tasks.length} tasks completed`),
      ])
    }),
    { numRuns: RUNS, seed: 14 },
  )
}, 240_000)
