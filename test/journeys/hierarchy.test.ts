import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

/** Makes one file named after its task, and nothing for a parent, which only verifies. */
const AGENT = `cat > /dev/null
name=$(echo "$PM_AGENT_TASK" | tr / -)
case "$PM_AGENT_TASK" in
  2) ;;
  *) echo made > "src/$name.txt"; echo "grep -q made src/$name.txt" > "tests/$name.sh" ;;
esac
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`
const todo = (id: string, file: string, words = '') =>
  `### [ ] TODO ${id}: Make ${file}\n${words}\n**Acceptance Criteria**:\n- [ ] \`grep -c made src/${file}.txt\` → 1\n\n`
const PLANS = {
  'PLAN.md': `# Editor\n\n${todo('1', '1')}### [ ] TODO 2: Buffer management\n\n**Sub-plan**: buffer/PLAN.md\n**Needs**: 1\n\n**Acceptance Criteria**:\n- [ ] \`ls src/2-*.txt | wc -l\` → 2\n\n### [ ] TODO 3: Navigation\n\n**Sub-plan**: [navigation](navigation.md)\n`,
  'buffer/PLAN.md': `# Buffer\n\n${todo('1', '2-1')}${todo('2', '2-2', '\n**Needs**: 1\n')}`,
  'navigation.md': `# Navigation\n\n${todo('1', '3-1')}`,
}

async function withPlans(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const user = await Project.with({ ...SHELL_PROJECT, ...PLANS, ...files })
  writeFileSync(join(user.root, 'agent.sh'), AGENT)
  return user
}
const run = (user: Project, ...args: readonly string[]) =>
  user.pm('run', 'PLAN.md', '--agent', `command:sh ${user.root}/agent.sh`, ...args)

const ticked = (text: string) => text.replaceAll('- [ ]', '- [x]').replaceAll('### [ ]', '### [x]')

test('a plan with sub-plans runs to its end as one run, and each document is ticked on the branch', async () => {
  using user = await withPlans()
  const check = await user.pm('check')
  expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('Editor: 5 tasks in 2 sub-plans')])
  const done = await run(user)
  expect(done.code, done.stdout + done.stderr).toBe(0)
  expect(done.stdout).toContain('5 of 5 tasks completed')
  for (const [path, text] of Object.entries(PLANS)) expect(await user.show('pm/editor', path)).toBe(ticked(text))
  expect(user.read('buffer/PLAN.md')).toBe(PLANS['buffer/PLAN.md'])

  expect((await user.pm('status', '--depth', '1')).stdout).toMatch(/ {2}2 .* Buffer management, 2 of 2 .*… 2 inside\n/)
  expect((await user.pm('status', '2')).stdout).toMatch(/ {4}2\/1 .*\n {4}2\/2 /)
  const list = JSON.parse((await user.pm('status', '2', '--json')).stdout).tasks
  expect(list.map((task: { id: string; parent: string | null }) => [task.id, task.parent])).toEqual([
    ['2', null],
    ['2/1', '2'],
    ['2/2', '2'],
  ])
  expect((await user.pm('show', '2/1', '--review')).stdout).toContain('# Review of task 2/1')
  expect((await run(user)).stdout).toContain('Nothing to do')
})

test('sub-plans of a plan that git ignores are ticked in place, and a failure stays in its sub-plan', async () => {
  using user = await withPlans({ '.gitignore': 'PLAN.md\nbuffer/\nnavigation.md\n' })
  writeFileSync(join(user.root, 'agent.sh'), `[ "$PM_AGENT_TASK" = 2/1 ] && exit 1\n${AGENT}`)
  const stuck = await run(user, '--parallel', '1')
  expect(stuck.code, stuck.stdout + stuck.stderr).toBe(3)
  expect((await user.status()).tasks.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'completed'],
    ['2', 'blocked'],
    ['2/1', 'escalated'],
    ['2/2', 'blocked'],
    ['3', 'completed'],
    ['3/1', 'completed'],
  ])
  expect(user.read('navigation.md')).toBe(ticked(PLANS['navigation.md']))
  expect(user.read('PLAN.md')).toContain('### [x] TODO 3')
  expect(user.read('PLAN.md')).toContain('### [ ] TODO 2')
  expect(user.read('buffer/PLAN.md')).toBe(PLANS['buffer/PLAN.md'])
})
