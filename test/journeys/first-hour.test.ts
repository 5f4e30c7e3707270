import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'

const PLAN = `# Greeting

### [ ] TODO 1: Greet

**Acceptance Criteria**:
- [ ] \`cat greeting.txt\` → Hello
`
const WORKS = 'command:echo Hello > greeting.txt'
const DIES = 'command:echo looking around; echo "no such folder: src" >&2; exit 1'

test('without a plan an example is shown', async () => {
  using project = await Project.with({})
  const { code, stderr } = await project.pm('check')
  expect(code).toBe(2)
  expect(stderr).toContain('there is no plan here')
  expect(stderr).toContain('pm-agent check path/to/PLAN.md')
  project.write({ 'PLAN.md': stderr.slice(stderr.indexOf('###')).replaceAll(/^ +/gm, '') })
  expect((await project.pm('check')).stdout).toContain('Greet politely')
})

test('uncommitted files are reported', async () => {
  using project = await Project.with({})
  project.write({ 'PLAN.md': PLAN, 'pm-agent.yaml': '', 'package.json': '{}', 'src/a.js': '', 'src/b.js': '' })
  const refused = await project.pm('run', '--agent', WORKS)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('in an empty folder, without package.json, src/')
  await project.commit('begin')
  expect((await project.pm('run', '--agent', WORKS)).code).toBe(0)
})

test('a run may begin in a repository with nothing but a plan', async () => {
  using project = await Project.with({})
  project.write({ 'PLAN.md': PLAN })
  expect((await project.pm('run', '--agent', WORKS)).code).toBe(0)
})

test('a run that went wrong can be begun again, and what is merged is called merged', async () => {
  using project = await Project.with({ 'PLAN.md': PLAN })
  const wrong = await project.pm('run', '--agent', DIES)
  expect(wrong.code).toBe(3)
  expect(wrong.stdout).toContain('pm-agent run --anew then starts over')
  expect(wrong.stdout).not.toContain('now proving it')
  expect(wrong.stdout).toContain('the last it printed: looking around / no such folder: src')
  expect((await project.pm('run', '--agent', WORKS)).code).toBe(3)

  await project.git('branch', '-D', 'pm/greeting')
  const again = await project.pm('run', '--anew', '--agent', WORKS)
  expect(again.code, again.stdout).toBe(0)
  expect(again.stdout).toContain('1 attempt, 0 false claims')
  expect((await project.pm()).stdout).toContain('then git merge pm/greeting')

  await project.git('merge', '--quiet', 'pm/greeting')
  for (const command of [[], ['report']])
    expect((await project.pm(...command)).stdout).toContain('your branch has all of it')
  const { stdout } = await project.pm('run')
  expect(stdout).toContain('Merged:')
  expect(stdout).not.toContain('Discard:')
})

test('a run keeps the settings that it began with, and says so where the file has others', async () => {
  using project = await Project.with({ 'PLAN.md': PLAN, 'pm-agent.yaml': 'limits: { fixes: 0 }\n' })
  expect((await project.pm('run', '--agent', DIES)).code).toBe(3)
  const same = await project.pm('run', '--parallel', '2')
  expect(same.stdout).toContain('continuing run')
  expect(same.stdout).not.toContain('keeps the settings that it started with')

  project.write({ 'pm-agent.yaml': 'limits: { fixes: 0 }\njudge: never\n' })
  const { stdout } = await project.pm('run')
  expect(stdout).toContain('pm-agent.yaml has changed: this run keeps the settings that it started with')
  expect(stdout).not.toContain('the judge is off')
  expect((await project.pm('run', '--anew', '--agent', WORKS)).stdout).toContain('the judge is off')
})

test('without a name the open run’s plan is resumed, wherever it is', async () => {
  using project = await Project.with({ 'PLAN.md': PLAN, 'notes/words.md': PLAN.replace('Greeting', 'Words') })
  expect((await project.pm('run', '--agent', WORKS)).code).toBe(0)
  expect((await project.pm('run', 'notes/words.md', '--agent', DIES)).code).toBe(3)
  expect((await project.pm('retry', '1')).code).toBe(0)
  const { code, stdout } = await project.pm('run', '--agent', WORKS)
  expect(code, stdout).toBe(0)
  expect(stdout).toContain('pm/words')
})

test('init leaves out a linter or type checker that is configured and not installed, and says so', async () => {
  using project = await Project.with({
    'pyproject.toml': '[tool.mypy]\nstrict = true\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    'tests/test_a.py': 'def test_a():\n    assert True\n',
  })
  const init = await project.start(['init'], { env: { PATH: gitAlone(project) } }).done
  expect(init.stdout).toMatch(/typecheck +mypy .*\(not installed here, so it is left out\)/)
  expect(project.read('pm-agent.yaml')).toMatch(/^# {2}typecheck: mypy .* {2}# not installed here$/m)
})

test('doctor calls a type checker that nobody named and that is not installed no problem', async () => {
  using project = await Project.with({
    'pyproject.toml': '[tool.mypy]\nstrict = true\n',
    'pm-agent.yaml': 'commands: { test: "true" }\n',
  })
  const bin = gitAlone(project)
  symlinkSync('/bin/sh', join(bin, 'sh'))
  const env = { PATH: bin, COLUMNS: '200' }
  const { stdout } = await project.start(['doctor', '--run'], { env }).done
  expect(stdout).toMatch(/^-- +typecheck +mypy .*\n +mypy is not on the PATH; pm-agent\.yaml does not name it/m)
  expect(stdout).toMatch(/^-- +run typecheck +not run .*does not count as a check$/m)
})

test('init names the plan that is there, the missing agents, and no tool of another language', async () => {
  using project = await Project.with({
    'go.mod': 'module example.org/a\n\ngo 1.21\n',
    'a.go': 'package a\n',
    'PLAN.md': '1. Add `Sum`\n2. Add `Product`\n',
  })
  const init = await project.start(['init'], { env: { PATH: gitAlone(project), COLUMNS: '80' } }).done
  expect(init.stdout).toContain('Agents: none of claude, codex, opencode, gemini is on the PATH;')
  expect(init.stdout.split(/\s+/).join(' ')).toContain(
    'Next: pm-agent doctor --run tries these commands; pm-agent check PLAN.md, then pm-agent run PLAN.md --agent command:"…"',
  )
  for (const line of init.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect(project.read('pm-agent.yaml')).not.toContain('npm')
})

test('mistakes in a plan are shown in the width of the terminal', async () => {
  using project = await Project.with({ 'PLAN.md': `1. ${'Say much about this task. '.repeat(9)}\n2. Add b\n` })
  const { stdout } = await project.start(['check'], { env: { COLUMNS: '80' } }).done
  expect(stdout).toContain('note[read-as-numbered]')
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

/** A folder with git and nothing else, for a PATH. */
function gitAlone(project: Project): string {
  const bin = join(project.root, 'bin')
  mkdirSync(bin)
  symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(bin, 'git'))
  return bin
}
