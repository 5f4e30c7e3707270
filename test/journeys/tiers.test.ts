import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const PLAN = `# Shop

**Design**: docs/design.md

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
echo "made by $PM_AGENT_TASK, attempt $PM_AGENT_ATTEMPT" > $file
echo "grep -q made $file" > "tests/$PM_AGENT_TASK.sh"
echo '{"status":"success","summary":"made"}' > "$PM_AGENT_RESULT_FILE"
`

/** It objects to the first attempt at the first task, and to nothing else. */
const answers = {
  contract: 'It does.',
  code: 'None.',
  design: 'It does.',
  security: 'No.',
  migrations: 'By deleting it.',
  breaking: 'No.',
}
const finding = {
  place: 'src/auth/login.txt:1',
  problem: 'it forgets who logged in',
  about: 'contract',
  severity: 'objection',
}
const REVIEWER = {
  tasks: {
    1: [
      { report: { status: 'OBJECT', findings: [finding], answers } },
      { report: { status: 'PASS', findings: [{ ...finding, severity: 'remark' }], answers } },
    ],
  },
  default: [{ report: { status: 'PASS', answers } }],
}

test('tiers follow from files and from the real change, a reviewer reads by tier, and infrastructure is held without Hold', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': PLAN,
    'docs/design.md': 'Logins are remembered.\n',
  })
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  writeFileSync(join(project.root, 'reviewer.json'), JSON.stringify(REVIEWER))
  const reviewer = `agents: { reviewer: "scripted:${project.root}/reviewer.json" }\n`
  appendFileSync(join(project.dir, 'pm-agent.yaml'), reviewer)
  const checked = await project.pm('check')
  expect(checked.stdout).toContain('tier: critical (src/auth/login.txt: access and security)')
  expect(checked.stdout).toContain('tier: low (the plan says low)')

  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  const run = await project.pm(...args)
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(run.stdout).toContain('it changes paths that only a human may let land')
  expect(run.stdout).not.toContain('will wait for your approval')
  const { tasks } = await project.status()
  expect(tasks.map(({ id, tier, state }) => [id, tier, state])).toEqual([
    ['1', 'critical', 'completed'],
    ['2', 'critical', 'escalated'],
    ['3', 'low', 'completed'],
  ])
  expect(await project.git('tag', '--list', 'pm/shop/*')).toBe('pm/shop/checkpoint-1')
  expect(await project.show('feat/shop/task-2-ship-it', 'Dockerfile')).toContain('FROM scratch')
  expect(await project.show('pm/shop', 'Dockerfile')).toBe('')
  // Its objection went back as evidence; low work has no reviewer.
  const reviewed = await project.pm('show', '1', '--prompt', '--role', 'reviewer', '--attempt', '1')
  expect(reviewed.stdout).toContain('## DESIGN (docs/design.md)\n> Logins are remembered.')
  expect(reviewed.stdout).not.toContain('summary')
  const fix = await project.pm('show', '1', '--prompt', '--role', 'fixer')
  expect(fix.stdout).toContain('src/auth/login.txt:1: it forgets who logged in (contract)')
  const gates = tasks.map(task => task.gates.filter(({ gate }) => gate === 'review').map(({ verdict }) => verdict))
  expect(gates).toEqual([['passed'], ['passed'], []])
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
