import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { PseudoTerminal } from '../rig/pseudo-terminal.ts'

const CONTRADICTION = '\n**Acceptance Criteria**:\n- [ ] `wc -l < src/1.txt` → 1\n- [ ] `wc -l < src/1.txt` → 2\n'

// 1 (cannot be done as it is written) --> 2      3 (held)
const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3', extra: '**Hold**: yes\n' }]).replace(
  /\n\*\*Acceptance Criteria\*\*:[^#]*?(?=\n---)/,
  CONTRADICTION,
)

test('a question reaches whoever is elsewhere once, before any agent is paid for a contract that cannot be kept', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, '.gitignore': 'plans/\n' })
  const told = join(project.root, 'told')
  project.write({
    'plans/many/PLAN.md': PLAN,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}notify: 'cat >> ${told}; echo >> ${told}; echo no mail here >&2; exit 7'\n`,
  })
  await project.commit('notify')
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const args = ['run', 'plans/many/PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`]
  const words = 'c1 and c2 expect different results of the same command'
  expect((await project.pm('check', 'plans/many/PLAN.md')).stdout).toContain(
    `WILL WAIT FOR YOU BEFORE IT BEGINS: ${words}`,
  )

  const run = await project.pm(...args)
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(run.stdout).toContain(`note: task 1 will wait for you before it begins: ${words}`)
  expect(run.stdout).toContain('note: notify did not work (exit 7: no mail here)')
  expect(run.stdout).toContain(`ALL BLOCKED: nothing can continue without you
  1  Make file 1: waits for you: pm-agent review 1 (blocks 2)
  2  Make file 2: waits for task 1
  3  Make file 3: waits for you: pm-agent review 3
`)
  const notices = () =>
    readFileSync(told, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  expect(notices()).toMatchObject([
    { kind: 'escalation', task: '1', reason: 'ambiguous', options: [{ number: 1 }, { number: 2 }, { number: 3 }] },
    { kind: 'escalation', task: '3', reason: 'held', blocking: false },
  ])
  const status = JSON.parse((await project.pm('status', '--json')).stdout)
  expect(status.tasks.map(({ attempts }: { attempts: number }) => attempts)).toEqual([0, 0, 1])
  expect(status.blockers).toMatchObject([
    { task: '1', waits_for: 'you' },
    { task: '2', waits_for: ['1'] },
    { task: '3' },
  ])

  const questions = () => project.read('plans/many/context/escalations.md')
  expect(questions()).toContain('- **Answer**: open (pm-agent review 1)')

  // Nothing new is asked: nobody is told again.
  expect((await project.pm(...args)).code).toBe(3)
  expect(notices()).toHaveLength(2)
  project.write({
    'plans/many/PLAN.md': PLAN.replace(CONTRADICTION, '\n**Acceptance Criteria**:\n- [ ] `wc -l < src/1.txt` → 1\n'),
  })
  expect((await project.pm('approve', '3', '--option', '1')).code).toBe(0)
  const rest = await project.pm(...args)
  expect(rest.code, rest.stdout + rest.stderr).toBe(0)
  expect(notices()).toHaveLength(2)
  expect(questions()).toMatch(/- \*\*Answer\*\*: \[[\d: -]+\] its text was rewritten, and it starts again\n/)
  expect(questions()).toMatch(/- \*\*Answer\*\*: \[[\d: -]+\] Ada[^\n]* approved it\n/)
})

test('a question rings the terminal and is shown on the desktop, once per cause, and neither happens in CI', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1', extra: '**Hold**: yes\n' }]),
  })
  const shown = join(project.root, 'shown')
  const bin = join(project.root, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$3 $4" >> ${shown}\n`, { mode: 0o755 })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const env = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':0', TERM: 'dumb' }
  const words = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  expect((await project.start([...words, '--ci'], { env }).done).code).toBe(3)
  expect(existsSync(shown)).toBe(false)

  const program = [process.execPath, project.main, ...words, '--anew']
  const { code, sent } = await new PseudoTerminal(project, program, env).done
  expect([code, sent.split('\u0007').length]).toEqual([3, 2])
  expect(readFileSync(shown, 'utf8')).toMatch(
    /^pm-agent: Many files Task 1 \(Make file 1\) is proven, and its plan holds it.*\n$/,
  )
})
