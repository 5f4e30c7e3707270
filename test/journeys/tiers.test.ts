import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const PLAN = `# Shop

### [ ] TODO 1: Remember who logged in

**Files**:
- Create: \`src/auth/login.txt\`

**Acceptance Criteria**:
- [ ] \`grep -c made src/auth/login.txt\` → 1

### [ ] TODO 2: Ship it

**Acceptance Criteria**:
- [ ] \`grep -c made src/ship.txt\` → 1

### [ ] TODO 3: Make a note

**Tier**: low

**Acceptance Criteria**:
- [ ] \`grep -c made src/note.txt\` → 1
`

/** It does what the plan says, and for the second task brings a Dockerfile that nobody asked for. */
const AGENT = `cat > /dev/null
mkdir -p src/auth tests
case "$PM_AGENT_TASK" in
  1) file=src/auth/login.txt ;;
  2) file=src/ship.txt; echo 'FROM scratch' > Dockerfile ;;
  3) file=src/note.txt ;;
esac
echo "made by $PM_AGENT_TASK" > $file
echo "grep -q made $file" > "tests/$PM_AGENT_TASK.sh"
echo '{"status":"success","summary":"made"}' > "$PM_AGENT_RESULT_FILE"
`

test('tiers follow from files and from the real change, and infrastructure is held even without Hold', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const checked = await project.pm('check')
  expect(checked.stdout).toContain('tier: critical (src/auth/login.txt: access and security)')
  expect(checked.stdout).toContain('tier: low (the plan says low)')

  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  const run = await project.pm(...args)
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(run.stdout).toContain('it reaches so far that a human looks at it before it lands')
  const { tasks } = await project.status()
  expect(tasks.map(({ id, tier, state }) => [id, tier, state])).toEqual([
    ['1', 'critical', 'completed'],
    ['2', 'critical', 'escalated'],
    ['3', 'low', 'completed'],
  ])
  expect(await project.git('tag', '--list', 'pm/shop/*')).toBe('pm/shop/checkpoint-1')
  expect(await project.show('feat/shop/task-2-ship-it', 'Dockerfile')).toContain('FROM scratch')
  expect(await project.show('pm/shop', 'Dockerfile')).toBe('')
  const reason = 'Tier critical (Dockerfile: infrastructure and deployment (changed)).'
  expect((await project.pm('why', '2')).stdout).toContain(reason)
  expect((await project.pm('show', '2')).stdout).toContain(reason)
  expect((await project.pm('show', '1', '--prompt')).stdout).toContain(
    'This work is critical and is reviewed as such:\n- src/auth/login.txt: access and security',
  )

  await project.pm('approve', '2', '-m', 'looks good')
  expect((await project.pm(...args)).code).toBe(0)
  expect(await project.show('pm/shop', 'Dockerfile')).toContain('FROM scratch')
})
