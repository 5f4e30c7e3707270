import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Finished, Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const AGENT = 'command:true'
let project: Project

beforeAll(async () => {
  project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
})
afterAll(() => project[Symbol.dispose]())

/** Exit 2, one clear message, no stack, and nothing begun. */
function expectRefused(finished: Finished, ...words: readonly string[]): void {
  expect(finished.code, finished.stdout + finished.stderr).toBe(2)
  for (const word of words) expect(finished.stderr).toContain(word)
  expect(finished.stderr.match(/^pm-agent: /gm)).toHaveLength(1)
  expect(finished.stderr).not.toMatch(/^\s+at /m)
}

const runPlan = (name: string, text: string, ...flags: readonly string[]) => {
  project.write({ [name]: text })
  return project.pm('run', name, '--agent', AGENT, ...flags)
}

describe('the machine', () => {
  /** A PATH that holds only what is put there. */
  function pathWith(programs: Readonly<Record<string, string>>): string {
    const bin = join(project.root, `bin-${Object.keys(programs).join('-') || 'empty'}`)
    mkdirSync(bin, { recursive: true })
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), text)
      chmodSync(join(bin, name), 0o755)
    }
    return bin
  }

  test('a missing git is reported', async () => {
    const finished = await project.start(['run', '--agent', AGENT], { env: { PATH: pathWith({}) } }).done
    expectRefused(finished, 'git is not installed', 'install git 2.38 or newer')
  })

  test('a git that is too old is named with its version', async () => {
    const old = pathWith({ git: '#!/bin/sh\necho git version 2.30.2\n' })
    const finished = await project.start(['run', '--agent', AGENT], {
      env: { PATH: [old, dirname('/bin/sh')].join(delimiter) },
    }).done
    expectRefused(finished, 'git 2.30.2 is too old')
  })

  test('outside a repository it says what to do', async () => {
    expectRefused(
      await project.start(['run', '--agent', AGENT], { cwd: project.root }).done,
      'is not in a git repository',
      'git init',
    )
    expectRefused(await project.start(['status'], { cwd: project.root }).done, 'is not in a git repository')
  })

  test('a tool that the plan requires and the machine lacks is named before anything starts', async () => {
    const plan = shellPlan([{ id: '1', extra: '**Required Tools**: `no-such-tool-anywhere`\n' }])
    expectRefused(await runPlan('tools.md', plan), 'no-such-tool-anywhere (task 1)')
  })
})

describe('the plan', () => {
  test('no plan', async () => {
    expectRefused(await project.pm('run', 'nowhere.md', '--agent', AGENT), 'there is no plan nowhere.md')
  })

  test('an empty plan', async () => {
    expectRefused(await runPlan('empty.md', '# Nothing yet\n'), 'no-tasks', '### [ ] TODO 1:')
  })

  test('a cycle is named completely, with its location', async () => {
    const plan = shellPlan([
      { id: '1', needs: ['3'] },
      { id: '2', needs: ['1'] },
      { id: '3', needs: ['2'] },
    ])
    const finished = await runPlan('cycle.md', plan)
    expectRefused(finished, 'dependency-cycle')
    expect(finished.stderr).toMatch(/1 → 3 → 2 → 1|1 → 2 → 3 → 1/)
    expect(finished.stderr).toMatch(/cycle\.md:\d+:\d+: error/)
  })

  test('an unknown dependency', async () => {
    expectRefused(await runPlan('unknown.md', shellPlan([{ id: '1', needs: ['9'] }])), 'unknown')
  })

  test('several plans and none named', async () => {
    using other = await Project.with({
      'docs/plans/a.md': shellPlan([{ id: '1' }]),
      'docs/plans/b.md': shellPlan([{ id: '1' }]),
    })
    expectRefused(await other.pm('run', '--agent', AGENT), 'there are several plans', 'pm-agent run docs/plans/b.md')
  })
})

describe('the settings', () => {
  test('no agent', async () => {
    expectRefused(await project.pm('run', 'PLAN.md'), 'no agent is set', '--agent')
  })

  test('an unknown agent', async () => {
    expectRefused(await project.pm('run', 'PLAN.md', '--agent', 'cluade'), 'there is no agent "cluade"', 'did you mean')
  })

  test('a task that requests an unknown agent', async () => {
    expectRefused(
      await runPlan('agent.md', shellPlan([{ id: '1', extra: '**Agent**: zoe\n' }])),
      'task 1 asks for the agent "zoe"',
    )
  })

  test('an unknown setting, with its location and a suggestion', async () => {
    using other = await Project.with({
      'pm-agent.yaml': 'commands:\n  tset: npm test\n',
      'PLAN.md': shellPlan([{ id: '1' }]),
    })
    expectRefused(await other.pm('run', '--agent', AGENT), 'pm-agent.yaml:2:3', 'tset', 'test')
  })

  test('an unknown command and an unknown flag', async () => {
    expect((await project.pm('rnu')).code).toBe(2)
    expect((await project.pm('rnu')).stderr).toContain('run')
    expect((await project.pm('run', '--fast')).code).toBe(2)
  })

  test('an unknown task', async () => {
    using other = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
    expectRefused(await other.pm('show', '1'), 'nothing has been run in this repository yet')
    await other.pm('run', '--agent', AGENT)
    expectRefused(await other.pm('show', '7'), 'there is no task 7', 'its tasks: 1')
  })
})

test('a base whose commands do not work stops the run before any agent is paid, unless the user accepts it', async () => {
  using other = await Project.with({
    'pm-agent.yaml': 'commands: { test: no-such-runner --all }\n',
    Makefile: '',
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  const finished = await other.pm('run', '--agent', AGENT)
  expectRefused(finished, 'needs a tool that is not installed', '--accept-baseline')
  expect((await other.status()).tasks[0]!.attempts).toBe(0)
  const accepted = await other.pm('run', '--agent', AGENT, '--accept-baseline')
  expect(accepted.code).toBe(3)
  expect(accepted.stdout).toContain('accepted the base as it is')
})
