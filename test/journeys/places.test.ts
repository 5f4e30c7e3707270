import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])

function agentFor(project: Project): string {
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  return `command:sh ${project.root}/agent.sh`
}

test('an untracked plan is ticked in a separate record, and the file itself is left alone', async () => {
  using project = await Project.with(SHELL_PROJECT)
  project.write({ 'PLAN.md': PLAN })
  const before = stateOfFiles(project.dir)
  const run = await project.pm('run', 'PLAN.md', '--agent', agentFor(project))
  expect(run.code).toBe(0)
  expect(stateOfFiles(project.dir)).toEqual(before)
  const subjects = await project.git('log', '--reverse', '--format=%s', 'main..pm/many-files')
  expect(subjects.split('\n')).toEqual(['feat(many-files): Make file 1', 'feat(many-files): Make file 2'])
  expect(await project.show('refs/pm-agent/many-files/bookkeeping', 'PLAN.md')).toContain('### [x] TODO 2')
})

test('a plan outside the repository is ticked in place', async () => {
  using project = await Project.with(SHELL_PROJECT)
  const folder = join(project.root, 'plans')
  mkdirSync(folder)
  const path = join(folder, '2026-01-02-files.md')
  writeFileSync(path, PLAN)
  const run = await project.pm('run', path, '--agent', agentFor(project))
  expect(run.code).toBe(0)
  expect(readFileSync(path, 'utf8').replaceAll('[x]', '[ ]')).toBe(PLAN)
  expect(readFileSync(path, 'utf8')).toContain('### [x] TODO 2')
  const files = await project.git('ls-tree', '-r', '--name-only', 'refs/pm-agent/files/bookkeeping')
  expect(files.split('\n').filter(name => name.endsWith('.md'))).toEqual([
    '.dev/specs/files/context/audit.md',
    '.dev/specs/files/context/learnings.md',
    'docs/reviews/files/1-review.md',
    'docs/reviews/files/2-review.md',
  ])
})

test('an ignored plan is ticked in place, with its context files beside it', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, '.gitignore': '.dev/\n' })
  project.write({ '.dev/specs/files/PLAN.md': PLAN })
  const run = await project.pm('run', 'files', '--agent', agentFor(project))
  expect(run.code).toBe(0)
  expect(project.read('.dev/specs/files/PLAN.md')).toContain('### [x] TODO 2')
  expect(JSON.parse(project.read('.dev/specs/files/context/outputs.json'))).toEqual({
    'todo-1': { path: 'src/1.txt' },
    'todo-2': { path: 'src/2.txt' },
  })
  expect(await project.git('status', '--porcelain')).toBe('')
})

test('in an empty repository the first task adds the runner without a question', async () => {
  using project = await Project.with({})
  const plan = `# First steps

### [ ] TODO 1: Set up the project

**Acceptance Criteria**:
- [ ] \`npm test\` → exit 0

### [ ] TODO 2: Double numbers

**Needs**: 1

**Acceptance Criteria**:
- [ ] \`node -e "import('./double.js').then(m => console.log(m.double(4)))"\` → \`8\`
`
  project.write({ 'PLAN.md': plan })
  const script = join(project.root, 'script.json')
  const manifest = `${JSON.stringify({ type: 'module', scripts: { test: 'node --test' } })}\n`
  const test1 = "import { test } from 'node:test'\ntest('the house stands', () => {})\n"
  const test2 =
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { double } from './double.js'\ntest('doubles', () => assert.equal(double(2), 4))\n"
  writeFileSync(
    script,
    JSON.stringify({
      tasks: {
        1: [
          {
            steps: [
              { write: { path: 'package.json', text: manifest } },
              { write: { path: 'house.test.js', text: test1 } },
            ],
            report: { status: 'success' },
          },
        ],
        2: [
          {
            steps: [
              { write: { path: 'double.js', text: 'export const double = n => 2 * n\n' } },
              { write: { path: 'double.test.js', text: test2 } },
            ],
            report: { status: 'success' },
          },
        ],
      },
    }),
  )
  const run = await project.pm('run', '--agent', `scripted:${script}`)
  expect(run.stdout).toContain('the base holds no project yet')
  expect(run.code).toBe(0)
  const subjects = await project.git('log', '--reverse', '--format=%s', 'pm/first-steps')
  expect(subjects.split('\n')).toEqual([
    'chore(first-steps): begin the plan',
    'feat(first-steps): Set up the project',
    'feat(first-steps): Double numbers',
  ])
  await project.git('stash', 'list')
  expect(project.read('PLAN.md')).toBe(plan)
})

test('uncommitted changes are named, left alone, and not part of the run', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  project.write({ 'src/base.txt': 'half done\n', 'notes.txt': 'mine\n' })
  await project.git('add', 'notes.txt')
  const before = stateOfFiles(project.dir)
  const run = await project.pm('run', '--agent', agentFor(project))
  expect(run.code).toBe(0)
  expect(run.stdout).toContain('2 uncommitted changes are not part of this run')
  expect(stateOfFiles(project.dir)).toEqual(before)
  expect(await project.show('pm/many-files', 'src/base.txt')).toBe('base\n')
  expect(await project.git('ls-tree', '-r', '--name-only', 'pm/many-files')).not.toContain('notes.txt')
})
