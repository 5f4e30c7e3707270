import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }])
const LONGER = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])
const REF = 'refs/pm-agent/many-files/bookkeeping'

const withSetting = (mode: string) => ({
  ...SHELL_PROJECT,
  'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}bookkeeping: ${mode}\n`,
})

function run(project: Project, ...more: readonly string[]) {
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  return project.pm('run', ...more, '--agent', `command:sh ${project.root}/agent.sh`)
}

const changed = async (project: Project, branch = 'pm/many-files') =>
  (await project.git('diff', '--name-only', `main...${branch}`)).split('\n')
const recorded = async (project: Project) => (await project.git('ls-tree', '-r', '--name-only', REF)).split('\n')

/** The command that the last lines of a run give for merging, up to the explanation behind it. */
const mergeCommand = (stdout: string): string => /^Merge: {3}(.+?)(?: {4}.*)?$/m.exec(stdout)![1]!

test('with an untracked plan the branch contains only the work, and the printed merge command works', async () => {
  using project = await Project.with(SHELL_PROJECT)
  project.write({ 'PLAN.md': PLAN })
  const done = await run(project)
  expect(done.code, done.stdout + done.stderr).toBe(0)
  expect(await changed(project)).toEqual(['src/1.txt', 'tests/1.sh'])
  expect(await recorded(project)).toEqual([
    '.dev/specs/many-files/context/audit.md',
    '.dev/specs/many-files/context/learnings.md',
    '.dev/specs/many-files/context/outputs.json',
    'PLAN.md',
    'docs/releases/many-files-release.yaml',
    'docs/reviews/many-files/1-review.md',
    'landed.json',
  ])
  expect(await project.show(REF, 'PLAN.md')).toContain('### [x] TODO 1')
  const merged = await project.shell(project.dir, mergeCommand(done.stdout))
  expect(merged.code, merged.stderr).toBe(0)
  expect(await project.git('status', '--porcelain')).toBe('?? PLAN.md')
  expect(project.read('PLAN.md')).toBe(PLAN)

  // Everything that is kept can be read with a command, and the commit says where its review is.
  const { stdout: list } = await project.pm('records')
  for (const name of ['PLAN.md', 'learnings.md', '1-review.md']) expect(list).toContain(name)
  expect((await project.pm('records', 'learnings.md')).stdout).toBe('## 1\n- file 1 is there\n\n')
  expect((await project.pm('show', '1', '--review')).stdout).toContain('# Review of task 1: Make file 1')
  expect(await project.git('log', '-1', '--format=%B', 'pm/many-files')).toContain(
    `Review: ${REF}:docs/reviews/many-files/1-review.md`,
  )
})

test('records kept apart are continued: context, boxes and reviews, even without a journal', async () => {
  using project = await Project.with(SHELL_PROJECT)
  project.write({ 'PLAN.md': PLAN })
  expect((await run(project)).code).toBe(0)
  await project.git('merge', '--quiet', 'pm/many-files')
  rmSync(join(project.dir, '.git', 'pm-agent'), { recursive: true })
  project.write({ 'PLAN.md': LONGER })
  const again = await run(project)
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect((await project.status()).tasks.map(task => task.outcome)).toEqual(['existed', 'proven'])
  expect(await project.show('pm/many-files', 'src/2.txt')).toBe('made by 2 from 1=src/1.txt \n')
  expect(await project.show(REF, '.dev/specs/many-files/context/learnings.md')).toBe(
    '## 1\n- file 1 is there\n\n## 2\n- file 2 is there\n',
  )
  expect(await recorded(project)).toContain('docs/reviews/many-files/1-review.md')
})

test('records of work that is no longer part of the code do not count', async () => {
  using project = await Project.with(SHELL_PROJECT)
  project.write({ 'PLAN.md': PLAN })
  expect((await run(project)).code).toBe(0)
  await project.git('branch', '--quiet', '-D', 'pm/many-files')
  project.write({ 'PLAN.md': LONGER })
  expect((await run(project)).code).toBe(0)
  expect((await project.status()).tasks.map(task => task.outcome)).toEqual(['proven', 'proven'])
})

test('a tracked plan is ticked on the branch, with its context and without empty files', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  const done = await run(project)
  expect(done.code).toBe(0)
  expect(await changed(project)).toEqual([
    '.dev/specs/many-files/context/audit.md',
    '.dev/specs/many-files/context/learnings.md',
    '.dev/specs/many-files/context/outputs.json',
    'PLAN.md',
    'docs/releases/many-files-release.yaml',
    'docs/reviews/many-files/1-review.md',
    'src/1.txt',
    'tests/1.sh',
  ])
  expect(await project.git('for-each-ref', 'refs/pm-agent')).toBe('')
  expect((await project.pm('records', '1-review.md')).stdout).toContain('# Review of task 1')
  expect((await project.shell(project.dir, mergeCommand(done.stdout))).code).toBe(0)
})

test('bookkeeping: apart keeps the branch free of a tracked plan too, and commit puts an untracked one on it', async () => {
  using apart = await Project.with({ ...withSetting('apart'), 'PLAN.md': PLAN })
  expect((await run(apart)).code).toBe(0)
  expect(await changed(apart)).toEqual(['src/1.txt', 'tests/1.sh'])
  expect(await apart.show(REF, 'PLAN.md')).toContain('### [x] TODO 1')

  using committed = await Project.with(withSetting('commit'))
  committed.write({ 'PLAN.md': PLAN })
  const done = await run(committed)
  expect(done.code).toBe(0)
  expect(await changed(committed)).toContain('PLAN.md')
  const merged = await committed.shell(committed.dir, mergeCommand(done.stdout))
  expect(merged.code, merged.stderr).toBe(0)
  expect(committed.read('PLAN.md')).toContain('### [x] TODO 1')
})

test('the printed merge command works even if the tracked plan has uncommitted edits', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  project.write({ 'PLAN.md': PLAN.replace('> A plan for tests.', '> A plan, edited.') })
  const done = await run(project)
  expect(done.code).toBe(0)
  const merged = await project.shell(project.dir, mergeCommand(done.stdout))
  expect(merged.code, merged.stderr).toBe(0)
  expect(project.read('PLAN.md')).toMatch(/A plan, edited\.[\s\S]*### \[x\] TODO 1/)
})

test('the printed merge command works if documents of the plan were written or edited while it ran', async () => {
  const making = (name: string) => `**Acceptance Criteria**:\n- [ ] \`grep -c made src/${name}.txt\` → 1\n`
  const plan = `# Files\n\n### [ ] TODO 1: Make file 1\n\n${making('1')}\n### [ ] TODO 2: Later\n\n**Needs**: 1\n**Sub-plan**: later/PLAN.md\n`
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': plan })
  const agent = HONEST_AGENT.replaceAll('$PM_AGENT_TASK', '$(basename $PM_AGENT_TASK)')
  writeFileSync(join(project.root, 'agent.sh'), agent)
  const go = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  expect((await project.pm(...go)).code).toBe(3)
  const later = `# Later\n\n### [ ] TODO 3: Make file 3\n\n${making('3')}`
  project.write({ 'PLAN.md': plan.replace('# Files', '# Files\n\nA remark.'), 'later/PLAN.md': later })
  const done = await project.pm(...go)
  expect(done.code, done.stdout + done.stderr).toBe(0)
  const merged = await project.shell(project.dir, mergeCommand(done.stdout))
  expect(merged.code, merged.stderr).toBe(0)
  expect(project.read('PLAN.md')).toMatch(/A remark\.[\s\S]*### \[x\] TODO 1/)
  expect(project.read('later/PLAN.md')).toBe(later.replace('[ ] TODO', '[x] TODO').replace('[ ] `', '[x] `'))
  expect(project.read('later/PLAN.md.mine')).toBe(later)
})

test('a plan outside of the repository is ticked in place, and other records stay off the branch', async () => {
  using project = await Project.with(SHELL_PROJECT)
  const plan = join(project.root, 'many-files.md')
  writeFileSync(plan, PLAN)
  expect((await run(project, plan)).code).toBe(0)
  expect(await changed(project)).toEqual(['src/1.txt', 'tests/1.sh'])
  expect((await project.shell(project.root, 'cat many-files.md')).stdout).toContain('### [x] TODO 1')
  expect(await recorded(project)).toContain('docs/reviews/many-files/1-review.md')
})
