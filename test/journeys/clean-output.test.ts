import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Sets the title of a terminal, clears it, colours what follows, turns the direction of writing; the 8-bit way too. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u001b[31m\u009b2J\u202egnp.exe\u2066'
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Fails its criterion, so that there is an escalation, and leaves a file with a hostile name. */
const AGENT = `#!/bin/sh
cat > /dev/null
mkdir -p src
printf x > "src/$(printf '\\342\\200\\256')gpj.txt"
printf x > "$(printf 'two\\nTask 1 is completed as forged')"
printf '{"status":"success","summary":"made"}' > "$PM_AGENT_RESULT_FILE"
`

test('control characters in titles, file names and user names reach no terminal, on any surface', async () => {
  const plan = shellPlan([{ id: '1' }])
    .replace('# Many files', `# Many files ${HOSTILE}`)
    .replace('Make file 1', `Make file 1 ${HOSTILE}`)
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': plan })
  await project.git('config', 'user.name', `Ada ${HOSTILE}`)
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const agent = ['--agent', `command:sh ${project.root}/agent.sh`]
  const commands = [
    ['check'],
    ['check', '--json'],
    ['run', '--dry-run', ...agent],
    ['run', ...agent],
    ['run', '--json', ...agent],
    ['status'],
    ['status', '--json'],
    ['show', '1'],
    ['show', '1', '--diff'],
    ['show', '1', '--json'],
    ['show', '1', '--prompt'],
    ['why', '1'],
    ['log'],
    ['log', '--json'],
    ['report'],
    ['report', '--json'],
    ['approve', '1'],
    ['waive', '1', '-m', `fine ${HOSTILE}`],
    ['log', '1'],
    ['run', ...agent],
    ['records'],
    ['show', `9${HOSTILE}`],
    [HOSTILE],
  ]
  for (const command of commands) {
    const { stdout, stderr } = await project.pm(...command)
    expect(stdout + stderr, command.join(' ')).not.toBe('')
    expect(OBEYED.exec(stdout + stderr), command.join(' ')).toBe(null)
    expect(stdout + stderr, command.join(' ')).not.toMatch(/^\W*Task 1 is completed/m)
  }
  expect(await project.gitIn(project.dir, 'log', '--all', '--format=%B')).not.toMatch(OBEYED)
})

test('the commands and agents of the repository are printed before any of them runs', async () => {
  using project = await Project.with({
    'pm-agent.yaml': `commands: { test: "touch ran; echo tested" }\nagents: { worker: "command:sh ../agent.sh", other: "command:sh ../other.sh" }\ngates: { budget: { command: "sh budget.sh" } }\n`,
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const { stdout } = await project.pm('run')
  const programs = ['test = touch ran; echo tested', 'gate budget = sh budget.sh', 'agent worker = sh ../agent.sh']
  for (const program of [...programs, 'agent other = sh ../other.sh']) {
    expect(stdout).toContain(`note: runs here: ${program}\n`)
    expect(stdout.indexOf(`runs here: ${program}`)).toBeLessThan(stdout.indexOf('running the commands on the base'))
  }
})
