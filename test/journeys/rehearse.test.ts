import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findProgram } from '../../src/adapters/process/shell.ts'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { fingerprint, Project } from '../rig/projects/project.ts'
import { factsIn, PLAN, Stage } from '../rig/projects/rehearsing.ts'
import { HONEST_AGENT, SHELL_PROJECT, type ShellTask, shellPlan } from '../rig/projects/shell-project.ts'

describe('a rehearsal without a script', () => {
  test('shows order, briefs, commits and parallelism of the real plan, and changes nothing', async () => {
    using stage = await Stage.with()
    const { code, stdout, stderr } = await stage.start('--rehearse').done
    expect(code, stdout + stderr).toBe(0)
    const happened = stdout.split('\n').filter(line => /\d\d:\d\d:\d\d/.test(line))
    expect(happened.length).toBeGreaterThan(10)
    expect(happened.filter(line => !line.startsWith('REHEARSAL  '))).toEqual([])
    expect(stdout).toContain('note: REHEARSAL: agents, checks, merges and decisions are played')
    expect(stdout).toContain('REHEARSAL REPORT: Many files (PLAN.md)\nResult:  4/4 tasks completed')
    expect(stdout).toMatch(/On pm\/many-files, in this order:\n( {2}(1|2|3) {2}feat\(many-files\): Make file .*\n){3}/)
    expect(stdout).toMatch(
      / {2}final {2}test\(many-files\): Verification {2}\(0 files; agent \(played\), brief of \d+ lines\)/,
    )
    expect(stdout).toContain('At the same time: at most 2 agents, of 3 allowed')
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('REHEARSAL over. For real: pm-agent run PLAN.md --agent AGENT')
    stage.expectNothingHappened()
    expect((await stage.user.pm('status')).stderr).toContain('nothing has been run in this repository yet')
  })

  test('of twelve tasks of half an hour each takes seconds, and says so in every event', async () => {
    const tasks: readonly ShellTask[] = Array.from({ length: 12 }, (_, at) => ({
      id: String(at + 1),
      needs: at >= 4 ? [String(at - 3)] : [],
    }))
    using stage = await Stage.with({ 'PLAN.md': shellPlan(tasks) })
    const { code, stdout } = await stage.script('default: { takes: 30 min }\n', '--parallel', '4', '--json').done
    expect(code).toBe(0)
    const facts = factsIn(stdout)
    expect(facts.filter(({ rehearsal }) => rehearsal !== true)).toEqual([])
    expect(facts.at(-1)!.event.type).toBe('run-finished')
    expect(facts.filter(({ event }) => event.type === 'branch-published')).toEqual([])
    // Three rounds of half an hour, if they were waited for.
    expect(facts.at(-1)!.at - facts[0]!.at).toBeLessThan(10 * 60_000)
    const receipts = facts.flatMap(({ event }) => (event.type === 'proof-recorded' ? [event.receipt] : []))
    expect(receipts.length).toBeGreaterThanOrEqual(12)
    expect(receipts.every(({ rehearsed, sandbox }) => rehearsed === true && sandbox.startsWith('REHEARSAL'))).toBe(true)
    stage.expectNothingHappened()
  })

  test('takes --only, --until, --parallel and --quick, and a plan after --rehearse is the plan', async () => {
    using stage = await Stage.with({ 'PLAN.md': shellPlan([{ id: '1' }, { id: '3' }]) })
    const only = await stage.start('--rehearse', 'PLAN.md', '--only', '3').done
    expect(only.code, only.stderr).toBe(0)
    expect(only.stdout).toContain('Result:  1/2 tasks completed')
    const until = await stage.start('PLAN.md', '--rehearse', '--until', 'execute').done
    expect(until.code).toBe(0)
    expect(until.stdout).toContain('Result:  0/2 tasks completed')
    const alone = await stage.start('--parallel', '1', '--rehearse').done
    expect(alone.stdout).toContain('At the same time: at most 1 agent, of 1 allowed')
    const quick = await stage.start('--quick', '--rehearse').done
    expect(quick.code).toBe(0)
    expect(quick.stdout).toContain('  1  unverified  Make file 1')
    stage.expectNothingHappened()
  })

  test('names what will wait for a human, and goes on as if the answer were yes', async () => {
    using stage = await Stage.with({
      'pm-agent.yaml': 'agents: { worker: claude }\n',
      'PLAN.md': '# Words\n\n### [ ] TODO 1: Think\n\n**Acceptance Criteria**:\n- [ ] It is well thought out\n',
    })
    // On a machine that has git, and no agent.
    const programs = join(stage.user.root, 'programs')
    mkdirSync(programs)
    for (const name of ['git', 'sh']) symlinkSync(findProgram(name, process.env.PATH!)!, join(programs, name))
    const env = { TMPDIR: stage.temp, PATH: programs }
    const { code, stdout } = await stage.user.start(['run', '--rehearse'], { env }).done
    expect(code).toBe(0)
    expect(stdout).toContain('note: the agent claude is not on this machine: a real run needs it')
    expect(stdout).toContain('given to claude (played) (attempt 1): Think')
    expect(stdout).toMatch(/A real run would wait for you here; .*\n {2}Task 1 \(Think\) is not proven to be done/)
    expect(stdout).toContain('For real: pm-agent run PLAN.md\n')
    stage.expectNothingHappened()
  })

  test('ticks no plan that is kept in place, and says what would be in the way of publishing', async () => {
    using stage = await Stage.with()
    const { user } = stage
    await user.git('branch', 'pm/outside')
    await user.git('worktree', 'add', '--quiet', join(user.root, 'other'), 'pm/outside')
    const outside = join(user.root, 'notes', 'outside', 'PLAN.md')
    mkdirSync(join(user.root, 'notes', 'outside', 'context'), { recursive: true })
    writeFileSync(outside, PLAN)
    const before = [stateOfFiles(user.dir), fingerprint(join(user.root, 'notes'))]
    const { code, stdout, stderr } = await stage.start(outside, '--rehearse').done
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('Publish: would be refused: pm/outside is checked out in')
    expect([stateOfFiles(user.dir), fingerprint(join(user.root, 'notes'))]).toEqual(before)
    expect(readdirSync(stage.temp)).toEqual([])
  })

  test('leaves an unfinished run of the same plan as it is, and plays what is left of it', async () => {
    const user = await Project.with({
      ...SHELL_PROJECT,
      'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }]),
    })
    writeFileSync(join(user.root, 'agent.sh'), HONEST_AGENT)
    const args = ['run', '--agent', `command:sh ${user.root}/agent.sh`]
    expect((await user.pm(...args, '--only', '1')).code).toBe(0)
    using stage = Stage.on(user)
    const { code, stdout } = await stage.start('--rehearse').done
    expect(code).toBe(0)
    expect(stdout).toContain('  1  existed  Make file 1  (0 attempts)')
    expect(stdout).not.toContain('(attempt 1): Make file 1')
    stage.expectNothingHappened()
    const rest = await user.pm(...args)
    expect(rest.code).toBe(0)
    expect(rest.stdout).toContain('continuing run many-files-')
  })
})

describe('a rehearsal with a script', () => {
  test('sends a false claim back with the evidence, and takes the second attempt', async () => {
    using stage = await Stage.with()
    const lie = `
tasks:
  1:
    - gates: { test: { verdict: failed, evidence: "expected 3, got 2", takes: 30s } }
      takes: 12 min
    - {}
`
    const { code, stdout } = await stage.script(lie, '--json').done
    expect(code).toBe(0)
    const facts = factsIn(stdout).flatMap(({ event }) => ('task' in event && event.task === '1' ? [event] : []))
    const attempts = facts.filter(event => event.type === 'attempt-started')
    expect(attempts.map(({ kind }) => kind)).toEqual(['implement', 'fix'])
    expect(attempts[1]!.prompt).toContain('expected 3, got 2')
    expect(facts.find(event => event.type === 'attempt-ended')!.durationMs).toBe(12 * 60_000)
    expect(facts.find(event => event.type === 'proof-recorded')!.receipt.gates).toContainEqual(
      expect.objectContaining({ gate: 'test', verdict: 'failed', durationMs: 30_000, exitCode: 1 }),
    )
    stage.expectNothingHappened()
  })

  test.each([
    ['conflicts', 'conflict', 'conflicts with what landed since: src/3.txt; it goes back to an agent'],
    ['breaks', 'broken', 'fails together with what landed since: test failed'],
  ])('brings work onto a branch that has moved, where it %s and is sent back', async (_, result, words) => {
    using stage = await Stage.with()
    const { code, stdout, stderr } = await stage.script(`tasks: { 3: [{ merge: ${result} }, {}] }`).done
    expect(code, stderr).toBe(0)
    expect(stdout).toContain(words)
    expect(stdout).toContain('sent back to agent (played) (attempt 2): Make file 3')
    expect(stdout).toContain('Result:  4/4 tasks completed')
    expect(stdout).not.toContain('not played')
    stage.expectNothingHappened()
  })

  test('halts for a machine that is not ready, like a real run, unless the script accepts it', async () => {
    using stage = await Stage.with({ 'package.json': '{ "private": true }\n' })
    const sick = 'baseline: { test: { verdict: environment, evidence: the database is down } }\n'
    const { code, stdout, stderr } = await stage.script(sick).done
    expect(code).toBe(2)
    expect(stderr).toContain('it could not be started: the database is down')
    expect(stdout).toContain('REHEARSAL over.')
    const accepted = await stage.script(`${sick}decisions: { run: accept-baseline }\n`).done
    expect(accepted.code, accepted.stdout).toBe(0)
    expect(accepted.stdout).toContain('the script accepted the base as it is')
    expect(accepted.stdout).toContain('test could not run on the base: it does not count as a check')
    stage.expectNothingHappened()
  })

  test('plays a check that cannot be run, one that ran nothing, and one that shows nothing', async () => {
    using stage = await Stage.with()
    const { code, stdout } = await stage.script(`
tasks:
  1: [{ gates: { test: { verdict: environment, evidence: no such tool } } }, {}]
  2: [{ gates: { test: no-tests } }, {}]
  3: [{ gates: { red-green: unproven } }, {}]
`).done
    expect(code).toBe(0)
    expect(stdout).toContain(
      'claimed done and is not: test failed: the tests fail: it could not be started: no such tool',
    )
    expect(stdout).toContain('not shown yet: test no-tests: the test command ran no tests')
    expect(stdout).toContain('not shown yet: red-green unproven')
    stage.expectNothingHappened()
  })

  test('lets a human decide when the run would wait: approve, retry with a hint, skip, stop', async () => {
    using stage = await Stage.with({
      'PLAN.md': shellPlan([{ id: '1', extra: '**Hold**: yes\n' }, { id: '2' }, { id: '3' }]),
    })
    const waiting = `
tasks:
  2: [{ report: { status: blocked, summary: which colour? } }, {}]
  3: { report: { status: contradiction, summary: it cannot be both } }
`
    const open = await stage.script(waiting).done
    expect(open.code).toBe(3)
    for (const task of ['1', '2', '3']) expect(open.stdout).toContain(`ESCALATION (task ${task})`)
    const decisions = 'decisions: { 1: approve, 2: [{ retry: "blue" }], 3: { type: SKIP, feedback: not now } }\n'
    const decided = await stage.script(`${waiting}${decisions}`, '--json').done
    expect(decided.code).toBe(0)
    const facts = factsIn(decided.stdout).map(({ event }) => event)
    expect(facts).toContainEqual({ type: 'task-approved', task: '1', by: 'the script', note: '' })
    expect(facts).toContainEqual({ type: 'task-skipped', task: '3', by: 'the script', note: 'not now' })
    const second = facts.find(event => event.type === 'attempt-started' && event.task === '2' && event.attempt === 2)
    expect(second).toMatchObject({ prompt: expect.stringContaining('blue') })
    const paused = await stage.script(`${waiting}decisions: { 2: PAUSE, 3: approve }\n`).done
    expect(paused.code).toBe(3)
    expect(paused.stdout).toContain('the script paused the run at it')
    stage.expectNothingHappened()
  })

  test('lists its unused and refused parts', async () => {
    using stage = await Stage.with()
    const { code, stdout } = await stage.script(`
tasks:
  1: [{ gates: { lint: failed } }, {}]
  final: { merge: conflict }
  2: { report: { status: blocked } }
decisions: { 2: approve, 3: [skip, skip] }
`).done
    expect(code).toBe(3)
    const [, unplayed] = stdout.split('These entries of the script were not played:\n')
    expect(unplayed!.split('\n').filter(line => line.startsWith('  '))).toEqual([
      '  task 1, attempt 1: lint was never asked',
      '  task 1, attempt 2: there was no such attempt',
      '  task final, attempt 1: there was no such attempt',
      '  decisions.3: 2 of 2 had nothing to answer',
      '  decisions.2: approve was refused: Task 2 does not wait for an approval.',
    ])
    stage.expectNothingHappened()
  })

  test('is the example shipped with pm-agent: every possible course in one plan', async () => {
    const demo = fileURLToPath(new URL('../../demo/vi', import.meta.url))
    const { gitignore: _, ...files } = Object.fromEntries(
      readdirSync(join(demo, 'base'), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .map(path => [path.slice(join(demo, 'base').length + 1), readFileSync(path, 'utf8')]),
    )
    using stage = Stage.on(await Project.with(files))
    const { code, stdout, stderr } = await stage.script(readFileSync(join(demo, 'rehearsal.yaml'), 'utf8')).done
    expect(code, stdout + stderr).toBe(0)
    for (const words of [
      'claimed done and is not: test failed',
      'it ended with an error of its own: the login has expired',
      'waiting for the usage limit of agent (played) until',
      'waiting for agent (played), whose model has no room, until',
      'conflicts with what landed since: src/history.js',
      'says that it is blocked: is a tab one column or eight?',
      'the script said to begin again: a tab is one column',
      'it said nothing for 10 minutes and was stopped',
      'fails together with what landed since: test failed',
      'tests-kept failed: Existing tests were deleted: test/keys.test.js',
      'Result:  13/13 tasks completed',
    ])
      expect(stdout).toContain(words)
    stage.expectNothingHappened()
  })
})

test('a rehearsal shortens the wait for a usage limit, and its clock advances by the full wait', async () => {
  using stage = await Stage.with()
  const limited = { steps: [{ 'usage-limit': { minutes: 300 } }] }
  const script = JSON.stringify({ speed: 36_000, tasks: { 1: [limited, { steps: ['overloaded'] }, {}] } })
  const begun = performance.now()
  // One at a time: whoever works beside it and ends well shows that the limit is over.
  const { code, stdout, stderr } = await stage.script(script, '--parallel', '1', '--json').done
  const tookMs = performance.now() - begun
  expect(code, stdout + stderr).toBe(0)
  const facts = factsIn(stdout)
  const ofAgent = facts.filter(({ event }) => event.type === 'agent-paused' || event.type === 'agent-resumed')
  expect(ofAgent.map(({ event }) => ('reason' in event ? event.reason : event.type))).toEqual([
    ...['usage-limit', 'agent-resumed'],
    ...['overloaded', 'agent-resumed'],
  ])
  const [limitAt, overAt, fullAt, roomAt] = ofAgent.map(({ at }) => at)
  expect(Math.round((overAt! - limitAt!) / 60_000)).toBe(300)
  expect(Math.round((roomAt! - fullAt!) / 1000)).toBe(30)
  // Five hours, of which nobody sees more than half a second.
  expect(facts.at(-1)!.at - facts[0]!.at).toBeGreaterThan(300 * 60_000)
  expect(tookMs).toBeLessThan(60_000)
  expect(
    facts
      .filter(({ event }) => event.type === 'task-triaged')
      .map(({ event }) => 'disposition' in event && event.disposition),
  ).toEqual(['wait', 'wait'])
  stage.expectNothingHappened()
})
