import { describe, expect, test } from 'vitest'
import { gatesOf, judging, PLAN, planOnBranch, SPOKEN, verdict, veto, WORKER } from '../rig/core/judging.ts'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

describe('a plan that lacks a task', () => {
  const wish = (title: string) =>
    verdict({
      ...veto,
      suggested_adaptation: {
        blockage_type: 'dependency_missing',
        suggested_todo: { title, reason: 'nobody made the tone', steps: ['Make src/1.a.txt'], scope_justification: '' },
        scope_signals: { dod_related: ['c2'], within_todo_scope: false },
      },
    })

  test('gets it, and the task that waited for it is done afterwards', async () => {
    const { project, run } = await judging({
      attempts: [{ report: wish('Make the tone') }, { report: verdict() }],
    })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(run.stdout).toContain('task 1.a is added for it (dependency_missing): (ADDED) Make the tone')
    const { tasks } = await project.status()
    expect(tasks.map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual([
      ['1', 'proven', 2],
      ['1.a', 'proven', 1],
    ])
    const plan = await planOnBranch(project)
    expect(plan).toContain('### [x] TODO 1.a: (ADDED) Make the tone')
    expect(plan).toContain('### [x] TODO 1: Make the greeting')
    const audit = await project.show('pm/greetings', '.dev/specs/greetings/context/audit.md')
    expect(audit).toContain('- **Dynamic TODO**: 1.a — (ADDED) Make the tone')
    expect(audit).toContain('- **Scope**: safe (needed_for_DoD=YES)')
    expect(audit).toContain('- **Status**: COMPLETED')
    expect((await project.pm('why', '1')).stdout).toContain('task 1.a is added for it (dependency_missing)')
    // A run that is called once more finds nothing to do, whatever was added.
    expect((await project.pm('run')).stdout).toContain('Nothing to do')
  })

  test('does not get an irreversible task without a human', async () => {
    const { project, run } = await judging({ attempts: [{ report: wish('Drop the table of greetings') }] })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(3)
    const { tasks, escalations } = await project.status()
    expect(tasks.map(({ id, state }) => [id, state])).toEqual([['1', 'escalated']])
    expect(escalations[0]!.problem).toContain('a change to the database schema')
  })

  test('gets a repair when its verification fails, and is verified again', async () => {
    const { project, run } = await judging({
      attempts: [],
      worker: WORKER.replace('mkdir', `[ "$PM_AGENT_TASK" = final ] && exit 0; mkdir`),
      plan: `# Greetings

## TODOs

### [ ] TODO Final: Verification

**Type**: verification

**Acceptance Criteria**:
- [ ] \`grep -c made src/final.a.txt\` → 1
`,
    })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(0)
    const { tasks } = await project.status()
    expect(tasks.map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual([
      ['final', 'proven', 2],
      ['final.a', 'proven', 1],
    ])
    expect(await planOnBranch(project)).toContain('### [x] TODO final.a: (ADDED) Fix: ')
  })
})

describe('an existing test that expects something else', () => {
  const CHANGES = `#!/bin/sh
cat > /dev/null
sed -i 's/"well"/"better"/' src/words.js tests/words.test.js
echo '{"status":"success"}' > "$PM_AGENT_RESULT_FILE"
`
  const plan = `# Greetings

## TODOs

### [ ] TODO 1: Say the comparative

**Steps**:
- [ ] Politeness grows. The greeting says how much.

**Acceptance Criteria**:
- [ ] \`node -e "import('./src/words.js').then(({ words }) => console.log(words().length))"\` → 6
`
  const naming = (sentence: string) =>
    verdict({
      acceptance_criteria: { results: [] },
      changed_expectations: [{ file: 'tests/words.test.js', sentence, reason: 'the comparative of well' }],
    })
  const files = {
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/words.js': 'export const words = () => "well"\nexport const twice = () => `${words()} ${words()}`\n',
    'tests/words.test.js': `import assert from 'node:assert'
import { test } from 'node:test'
import { words } from '../src/words.js'
test('words', () => assert.equal(words(), "well"))
`,
  }
  const changing = (sentence: string, settings = '') =>
    judging({ attempts: [{ report: naming(sentence) }], worker: CHANGES, plan, settings, files })

  test('lands when the judge cites the sentence of the task that asks for it', async () => {
    const { project, run } = await changing('s2')
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(await gatesOf(project)).toMatchObject({ 'tests-changed': 'judged', judge: 'passed' })
    const evidence = (await project.status()).tasks[0]!.gates.find(({ gate }) => gate === 'tests-changed')!.evidence
    expect(evidence).toContain('approved tests/words.test.js')
    expect(evidence).toContain('The greeting says how much.')
    expect(await project.git('log', '-2', '--format=%(trailers:key=Approved-by)', 'pm/greetings')).toContain('(judge)')
  })

  test.each([
    ['cites a sentence that is not there', 's9', ''],
    ['is not to be asked about tests', 'title', 'tests: ask\n'],
  ])('is a question for a human when the judge %s', async (_name, sentence, settings) => {
    const { project, run } = await changing(sentence, settings)
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(3)
    expect((await project.status()).tasks[0]).toMatchObject({ outcome: null })
  })
})

test('a rehearsal plays the judge as the script says', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': PLAN.replace('**Type**: work', '**Type**: work\n\n**Files**:\n- Create: `src/1.txt`'),
    'script.json': JSON.stringify({
      judge: { tasks: { 1: [{ report: veto }, { report: verdict() }] } },
    }),
  })
  const run = await project.pm('run', '--rehearse', 'script.json')
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('criterion:c2 failed: judge (played): it is rude (src/1.txt:1)')
})

describe('an agent that is not sure of its work', () => {
  const MECHANICAL = PLAN.replace(`- [ ] ${SPOKEN}\n`, '')
  const worker = (assessment: string) =>
    WORKER.replace('"summary"', `"self_assessment":"${assessment}","risks":["the accent may be lost"],"summary"`)
  const agrees = { report: verdict({ acceptance_criteria: { results: [] } }) }

  test('is reviewed by a judge even in auto mode, and the report says so', async () => {
    const { project, run } = await judging({ attempts: [agrees], plan: MECHANICAL, worker: worker('uncertain') })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(await gatesOf(project)).toMatchObject({ judge: 'passed', 'self-assessment': 'noted' })
    expect((await project.pm('report')).stdout.replace(/\s+/g, ' ')).toContain(
      'task 1: Its agent was uncertain (the accent may be lost); a judge looked at it.',
    )
  })

  test('needs no judge when it is sure', async () => {
    const { project, run } = await judging({ attempts: [agrees], plan: MECHANICAL, worker: worker('confident') })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(Object.keys(await gatesOf(project))).not.toContain('judge')
  })
})
