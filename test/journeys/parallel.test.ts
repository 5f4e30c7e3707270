import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, processesOf } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT } from '../rig/projects/shell-project.ts'
import { soakProject, wideTasks } from '../rig/projects/soak.ts'

/** Twelve tasks, six of which can always run. */
const WIDE = wideTasks(12, 6)

async function run(project: Project, agent = HONEST_AGENT) {
  writeFileSync(join(project.root, 'agent.sh'), agent)
  return project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
}

/** Every commit of the branch passes the suite, by itself, in a plain clone. */
async function everyCommitPasses(project: Project, branch: string): Promise<void> {
  const commits = (await project.git('rev-list', `main..${branch}`)).split('\n')
  const suite = /test: '(.*)'/.exec(SHELL_PROJECT['pm-agent.yaml']!)![1]!
  await project.git('clone', '--quiet', '.', join(project.root, 'clone'))
  for (const commit of commits) {
    await project.gitIn(join(project.root, 'clone'), 'checkout', '--quiet', commit)
    const checked = await project.shell(join(project.root, 'clone'), suite)
    expect(checked.code, `${commit}: ${checked.stdout}${checked.stderr}`).toBe(0)
  }
}

// `soak.test.ts` compares the code of such a run with that of tasks one after another.
test('twelve tasks, six at a time, are merged with each other, and every commit holds', async () => {
  using wide = await soakProject(WIDE, 6)
  const finished = await run(wide)
  expect(finished.code, finished.stdout + finished.stderr).toBe(0)
  expect(finished.stdout).toContain('merged with what landed since')
  const status = await wide.status()
  expect(status.tasks.every(task => task.outcome === 'proven' && task.attempts === 1)).toBe(true)
  await everyCommitPasses(wide, 'pm/many-files')
  expect(processesOf(wide.root)).toEqual([])
})

/** Both tasks begin before either ends: each waits until the other's prompt has been read. */
const together = (root: string, work: string) => `#!/bin/sh
prompt=$(cat)
touch "${root}/began-$PM_AGENT_TASK"
if [ "$PM_AGENT_ATTEMPT" = 1 ]; then while [ ! -e "${root}/began-1" ] || [ ! -e "${root}/began-2" ]; do sleep 0.02; done; fi
${work}
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

const PLAN = `# Two at once

### [ ] TODO 1: First
**Acceptance Criteria**:
- [ ] \`grep -c first list.txt\` → 1

### [ ] TODO 2: Second
**Acceptance Criteria**:
- [ ] \`grep -c second list.txt\` → 1
`

test('two tasks that change the same line both get done: the later one resolves the conflict', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'list.txt': 'nothing yet\n', 'PLAN.md': PLAN })
  const work = `word=first; [ "$PM_AGENT_TASK" = 2 ] && word=second
if grep -q '<<<<<<<' list.txt; then
  echo "$prompt" | grep -q 'these files conflict: list.txt' || exit 1
  sed -i '/^<<<<<<<\\|^=======\\|^>>>>>>>/d' list.txt
else echo "the $word one" > list.txt; fi`
  const finished = await run(project, together(project.root, work))
  expect(finished.code, finished.stdout + finished.stderr).toBe(0)
  expect(finished.stdout).toContain('conflicts with what landed since: list.txt')
  const list = await project.show('pm/two-at-once', 'list.txt')
  expect(list.split('\n').sort().filter(Boolean)).toEqual(['the first one', 'the second one'])
  await everyCommitPasses(project, 'pm/two-at-once')
  expect((await project.status()).tasks.map(task => task.attempts).sort()).toEqual([1, 2])
})

test('two tasks that both append to a file both land, and no agent is paid for the conflict', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'list.txt': 'here already\n', 'PLAN.md': PLAN })
  const work = `word=first; [ "$PM_AGENT_TASK" = 2 ] && word=second
printf '\\nthe %s one\\n' $word >> list.txt`
  const finished = await run(project, together(project.root, work))
  expect(finished.code, finished.stdout + finished.stderr).toBe(0)
  expect(finished.stdout).toContain('both added lines to list.txt, and both additions are kept')
  const list = await project.show('pm/two-at-once', 'list.txt')
  expect(list.split('\n').filter(Boolean).toSorted()).toEqual(['here already', 'the first one', 'the second one'])
  await everyCommitPasses(project, 'pm/two-at-once')
  expect((await project.status()).tasks.map(task => task.attempts)).toEqual([1, 1])
})

test('two tasks that merge cleanly but break each other both get done, and no commit between is broken', async () => {
  const limit = 'test "$(cat parts/* | wc -l)" -le 5\n'
  using project = await Project.with({
    ...SHELL_PROJECT,
    'tests/limit.sh': limit,
    'parts/base': 'base\n',
    'list.txt': '',
    'PLAN.md': PLAN.replaceAll(/grep -c (\w+) list.txt/g, 'cat parts/* | grep -c $1'),
  })
  // Each alone fits into the limit; together they do not. Whoever is sent back makes itself smaller.
  const work = `word=first; [ "$PM_AGENT_TASK" = 2 ] && word=second
echo "the $word one" > parts/list-$word
if [ "$PM_AGENT_ATTEMPT" = 1 ]; then printf 'and\\nmore\\n' > parts/more-$word; else rm -f parts/more-$word; fi`
  const finished = await run(project, together(project.root, work))
  expect(finished.code, finished.stdout + finished.stderr).toBe(0)
  expect(finished.stdout).toContain('merged with what landed since')
  expect(finished.stdout).toContain('fails together with what landed since: test failed')
  await everyCommitPasses(project, 'pm/two-at-once')
  expect((await project.status()).tasks.map(task => [task.outcome, task.attempts]).sort()).toEqual([
    ['proven', 1],
    ['proven', 2],
  ])
})
