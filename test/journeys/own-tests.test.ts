import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

/** Its first buffer passes the suite and not the test that is called after the task. */
const AGENT = `cat > /dev/null
case "$PM_AGENT_TASK" in
  1) [ "$PM_AGENT_ATTEMPT" = 1 ] && echo small > src/buffer.txt || echo large > src/buffer.txt
     echo 'test -s src/buffer.txt' > tests/buffer.sh ;;
  *) mkdir -p docs; echo '# The buffer' > docs/buffer.md ;;
esac
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`
const PLAN = '# Editor\n\n### [ ] TODO 1: Buffer\n\n### [ ] TODO 2: Document the buffer\n\n### [ ] TODO 3: Undo\n'

test('a test called after a task runs besides the suite, and pages need none', async () => {
  using user = await Project.with({
    ...SHELL_PROJECT,
    Makefile: 'test-buffer:\n\tgrep -q large src/buffer.txt\n',
    'PLAN.md': PLAN,
  })
  writeFileSync(join(user.root, 'agent.sh'), AGENT)
  const check = await user.pm('check')
  expect(check.stdout).toContain('tests: runs `make test-buffer` in addition to the suite')
  expect(check.stdout).toContain('it needs no tests')
  // Only the task that nothing shows is warned about.
  expect(check.stdout.match(/Task \d has no acceptance criteria/g)).toEqual(['Task 3 has no acceptance criteria'])

  const run = await user.pm('run', '--only', '1,2', '--agent', `command:sh ${user.root}/agent.sh`)
  expect(run.stdout).toContain('claimed done and is not: criterion:tests failed: Tests: `make test-buffer`')
  const { tasks } = await user.status()
  expect(tasks.map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual([
    ['1', 'proven', 2],
    ['2', 'proven', 1],
    ['3', null, 0],
  ])
})

const KIRO = `# Implementation Plan

- [ ] 1. Store
- [ ] 1.1 Write src/a.sh
  - _Requirements: 1.1_
- [ ] 2. Checkpoint - Ensure all tests pass
  - Ensure all tests pass, ask the user if questions arise.
- [ ] 3. Write src/b.sh
`
const LISTED = `cat > /dev/null
case "$PM_AGENT_TASK" in
  1.1) echo 'echo a' > src/a.sh; echo 'test "$(sh src/a.sh)" = a' > tests/a.sh ;;
  3) echo 'echo b' > src/b.sh; echo 'test "$(sh src/b.sh)" = b' > tests/b.sh ;;
esac
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

test('a checkpoint in a list is done without a change if all tests pass', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, '.kiro/specs/notes/tasks.md': KIRO })
  writeFileSync(join(user.root, 'agent.sh'), LISTED)
  const run = await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const { tasks } = await user.status()
  expect(tasks.map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual([
    ['1.1', 'proven', 1],
    ['2', 'existed', 1],
    ['3', 'proven', 1],
  ])
  expect(await user.show('pm/notes', '.kiro/specs/notes/tasks.md')).toBe(KIRO.replaceAll('[ ]', '[x]'))
})
