import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const todo = (id: string, words = '') =>
  `### [ ] TODO ${id}: Make ${id}\n${words}\n**Acceptance Criteria**:\n- [ ] \`grep -c made src/${id}.txt\` → 1\n\n`
const needs = (...ids: readonly string[]) => `\n**Needs**: ${ids.join(', ')}\n`
const PARENT = `### [ ] TODO 5: The rest\n\n**Sub-plan**: later.md\n**Needs**: 1\n`
const PLAN = `# Files\n\n${todo('1')}${todo('2', needs('1'))}${todo('3', needs('1'))}${PARENT}`
/** Task 1 waits until the test has edited the plan. */
const agent = (root: string) => `cat > /dev/null
if [ "$PM_AGENT_TASK" = 1 ]; then
  touch '${root}/at-work'
  until [ -e '${root}/proceed' ]; do sleep 0.02; done
fi
name=$(echo "$PM_AGENT_TASK" | tr / -)
echo made > "src/$name.txt"; echo "grep -q made src/$name.txt" > "tests/$name.sh"
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

for (const [kept, files] of [
  ['on the branch', {}],
  ['in place', { '.gitignore': 'PLAN.md\nlater.md\n' }],
] as const)
  test(`edits during a run are taken in for tasks that have not begun, with the plan kept ${kept}`, async () => {
    using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN, ...files })
    writeFileSync(join(user.root, 'agent.sh'), agent(user.root))
    const run = user.start(['run', 'PLAN.md', '--agent', `command:sh ${user.root}/agent.sh`])
    await expect.poll(() => existsSync(join(user.root, 'at-work')), { timeout: 60_000 }).toBe(true)
    const edited = `# Files\n\nA remark.\n\n${todo('1').replace('Make 1', 'Make 1 well')}${todo('4', needs('1'))}${todo('2', needs('4'))}${PARENT}`
    user.write({ 'PLAN.md': edited, 'later.md': `# Later\n\n${todo('1').replaceAll('src/1', 'src/5-1')}` })
    writeFileSync(join(user.root, 'proceed'), '')
    const ended = await run.done
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect(ended.stdout).toContain('the plan was edited: ')
    expect(ended.stdout).toMatch(
      /EDITED PLAN: task 1 has landed with a different text than \S*PLAN.md has now \(title\)/,
    )
    expect((await user.status()).tasks.map(({ id, state }) => [id, state])).toEqual([
      ['1', 'completed'],
      ['4', 'completed'],
      ['2', 'completed'],
      ['5', 'completed'],
      ['5/1', 'completed'],
    ])
    const final = kept === 'in place' ? user.read('PLAN.md') : await user.show('pm/files', 'PLAN.md')
    expect(final).toBe(edited.replaceAll('[ ]', '[x]'))
    const later = kept === 'in place' ? user.read('later.md') : await user.show('pm/files', 'later.md')
    expect(later).toContain('### [x] TODO 1')
    if (kept === 'on the branch') expect(user.read('PLAN.md')).toBe(edited)
  })
