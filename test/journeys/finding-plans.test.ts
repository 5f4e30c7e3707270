import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { PseudoTerminal } from '../rig/pseudo-terminal.ts'

const PLAN = shellPlan([{ id: '1' }])
const titled = (title: string): string => PLAN.replace('# Many files', `# ${title}`)

function agentFor(project: Project): string {
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  return `command:sh ${project.root}/agent.sh`
}

test('the plan of the current branch takes precedence, by the branch’s full name or the part after the last slash', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    '.dev/specs/login/PLAN.md': titled('Login'),
    '.dev/specs/logout/PLAN.md': titled('Logout'),
    'specs/001-users/tasks.md': '# Users\n\n- [ ] T001 Add src/users.txt\n',
  })
  await project.git('switch', '--quiet', '--create', 'feat/logout')
  expect((await project.pm('check')).stdout).toContain('Logout: 1 task')
  await project.git('switch', '--quiet', '--create', '001-users')
  expect((await project.pm('check')).stdout).toContain('Users: 1 task')
  await project.git('switch', '--quiet', 'main')
  const several = await project.pm('check')
  expect(several.code).toBe(2)
  expect(several.stderr).toContain('there are several plans')
  expect(several.stderr).toContain('pm-agent check .dev/specs/login/PLAN.md')
  expect(several.stderr).toContain('pm-agent check specs/001-users/tasks.md')
})

test('the only unfinished plan is taken; designs, also numbered ones, and finished plans are ignored', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'docs/plans/2026-01-01-design.md': '# A design\n\nOnly words.\n',
    'docs/plans/2026-01-01-numbered.md': '# A design\n\n## 1. Reasons\n\n## 2. Parts\n',
    'docs/plans/2026-01-02-done.md': titled('Done').replaceAll('[ ]', '[x]'),
    'docs/plans/2026-01-03-open.md': titled('Open'),
  })
  expect((await project.pm('check')).stdout).toContain('Open: 1 task')
  const agent = agentFor(project)
  expect((await project.pm('run', '--agent', agent)).stdout).toContain('branch pm/open')
  // Its own boxes are not ticked, because it is tracked; the journal knows that it is finished.
  project.write({ 'docs/plans/2026-01-04-next.md': titled('Next') })
  expect((await project.pm('check')).stdout).toContain('Next: 1 task')
})

test('a name finds a plan in all usual folders, and a typo gets a suggestion', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    '.dev/specs/login/PLAN.md': titled('Login'),
    'docs/plans/2026-01-03-search.md': titled('Search'),
    '.kiro/specs/cart/tasks.md': '- [ ] 1. Cart\n',
    'specs/users/tasks.md': '- [ ] T001 Users\n',
  })
  for (const [name, words] of [
    ['login', 'Login: 1 task'],
    ['search', 'Search: 1 task'],
    ['cart', 'cart: 1 task'],
    ['users', 'users: 1 task'],
    ['specs/users', 'users: 1 task'],
    ['docs/plans/2026-01-03-search.md', 'Search: 1 task'],
    ['search.md', 'Search: 1 task'],
  ])
    expect((await project.pm('check', name!)).stdout, name).toContain(words)
  const slip = await project.pm('run', 'serach', '--agent', 'command:true')
  expect(slip.code).toBe(2)
  expect(slip.stderr).toContain('did you mean search?')
  const file = await project.pm('run', 'nosuch.md', '--agent', 'command:true')
  expect(file.stderr).toContain('looked for nosuch.md and docs/plans/nosuch.md\n')
})

test('at a terminal it asks which of several plans is meant', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    '.dev/specs/a/PLAN.md': titled('First'),
    '.dev/specs/b/PLAN.md': titled('Second'),
  })
  const terminal = PseudoTerminal.pm(project, ['check'])
  await terminal.says('Which one?')
  terminal.press('7\r')
  await terminal.says('is none of them')
  terminal.press('2\r')
  const { sent, code } = await terminal.done
  expect(sent).toContain('Second: 1 task')
  expect(code).toBe(0)
  const refused = PseudoTerminal.pm(project, ['check'])
  await refused.says('Which one?')
  refused.press('\u0003')
  expect((await refused.done).code).toBe(2)
})

test('a spec-kit list is carried out in its order, ticked on the branch, with context files beside it', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'specs/files/tasks.md':
      '# Files\n\n- [ ] T001 Make src/T001.txt\n- [ ] T002 [P] Make src/T002.txt\n- [ ] T003 [P] Make src/T003.txt\n',
  })
  const run = await project.pm('run', '--agent', agentFor(project))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('3 of 3 tasks completed (3 proven)')
  expect(await project.show('pm/files', 'specs/files/tasks.md')).toBe(
    project.read('specs/files/tasks.md').replaceAll('[ ]', '[x]'),
  )
  expect(await project.show('pm/files', 'specs/files/context/learnings.md')).toContain('## T002')
})

test('check in a linked worktree reads the plan and the settings of that worktree', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': titled('Here') })
  await project.git('worktree', 'add', '--quiet', '-b', 'side', '../linked')
  const linked = join(project.root, 'linked')
  writeFileSync(join(linked, 'PLAN.md'), titled('There'))
  writeFileSync(join(linked, 'pm-agent.yaml'), 'commands: { tset: x }\n')
  mkdirSync(join(linked, 'deep'))
  const check = await project.start(['check'], { cwd: join(linked, 'deep') }).done
  expect(check.stderr).toContain('there is no setting "commands.tset"')
  writeFileSync(join(linked, 'pm-agent.yaml'), '')
  expect((await project.start(['check'], { cwd: join(linked, 'deep') }).done).stdout).toContain('There: 1 task')
  expect((await project.pm('check')).stdout).toContain('Here: 1 task')
})

test('the final message gives a command to fetch an unpublished branch', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  await project.git('switch', '--quiet', '--create', 'pm/many-files')
  const run = await project.pm('run', '--agent', agentFor(project))
  const command = /^Get it: {2}(git fetch .*)$/m.exec(run.stdout)?.[1]
  expect(command, run.stdout).toBeDefined()
  expect((await project.shell(project.dir, command!)).code).toBe(0)
  expect(await project.git('rev-parse', 'pm/many-files-unpublished')).toBe((await project.status()).run.head)
})

test('a plan is found case-insensitively, and a typo in a file name gets a suggestion', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'plan.md': titled('Lower') })
  expect((await project.pm('check')).stdout).toContain('Lower: 1 task')
  const slip = await project.pm('check', 'plna.md')
  expect([slip.code, slip.stderr]).toEqual([2, expect.stringContaining('did you mean plan.md?')])
  await project.git('mv', 'plan.md', 'PLNA.md')
  const none = await project.pm('check')
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('did you mean PLNA.md? pm-agent check PLNA.md')])
})

test('check and run name everything without effect, and hints use the project’s own commands', async () => {
  using project = await Project.with({
    'go.mod': 'module example.org/a\n\ngo 1.21\n',
    'a.go': 'package a\n',
    'a_test.go': 'package a\n',
    'PLAN.md': '# A\n\n### [ ] TODO 1: Add b\n\n**Sub-plan**: b/PLAN.md\n**Ownr**: me\n',
  })
  const check = await project.pm('check')
  expect(check.stdout).toContain('warning[sub-plan-missing]: There is no `b/PLAN.md` yet')
  const run = await project.pm('run', '--dry-run', '--agent', 'command:true')
  expect(run.stdout).toContain('note: PLAN.md:3: There is no `b/PLAN.md` yet: the task is planned when its turn comes.')
  expect(run.stdout).toMatch(/note: PLAN.md:6: `Ownr` is not a known field.* Did you mean `Owner`\?/)
})

test('a file of Task Master is found, run, and marked as done on the branch', async () => {
  const tasks = JSON.stringify({ master: { tasks: [{ id: 1, title: 'Add src/1.txt', status: 'pending' }] } }, null, 2)
  using project = await Project.with({ ...SHELL_PROJECT, '.taskmaster/tasks/tasks.json': `${tasks}\n` })
  expect((await project.pm('check')).stdout).toContain('taskmaster: 1 task')
  const run = await project.pm('run', '--agent', agentFor(project), '--json')
  expect(run.code, run.stderr).toBe(0)
  expect(await project.git('show', 'pm/taskmaster:.taskmaster/tasks/tasks.json')).toBe(
    tasks.replace('"pending"', '"done"'),
  )
})
