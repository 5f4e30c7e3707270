import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/surfaces/cli/run/wiring.ts'
import { runInProcess } from '../rig/projects/in-process.ts'
import { fingerprint, Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, type ShellTask, shellPlan } from '../rig/projects/shell-project.ts'

// 1 --> 2 --> 4 --> 6 --> final      3 --> 5 --> 6
const TASKS: readonly ShellTask[] = [
  { id: '1' },
  { id: '2', needs: ['1'] },
  { id: '3' },
  { id: '4', needs: ['2'] },
  { id: '5', needs: ['3'] },
  { id: '6', needs: ['4', '5'] },
]

/** One after another: only then is the order of the landings the order of the queue. */
const SERIAL = { ...SHELL_PROJECT, 'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { parallel: 1 }\n` }

async function project(): Promise<Project> {
  const made = await Project.with({ ...SERIAL, 'PLAN.md': shellPlan(TASKS, { verification: true }) })
  writeFileSync(join(made.root, 'agent.sh'), HONEST_AGENT)
  return made
}

test('a plan of six tasks and a verification runs to the end, and every record of it agrees', async () => {
  using made = await project()
  const before = fingerprint(made.dir, path => path.startsWith('.git/'))
  const run = await made.pm('run', 'PLAN.md', '--agent', `command:sh ${made.root}/agent.sh`)
  expect(run.stderr).toBe('')
  expect(run.code, run.stdout).toBe(0)

  const status = await made.status()
  expect(status.run.phase).toBe('done')
  expect(status.tasks.map(task => [task.id, task.state, task.outcome])).toEqual(
    [...TASKS.map(task => task.id), 'final'].map(id => [id, 'completed', 'proven']),
  )

  // One commit per task, in dependency order, each naming its task.
  const log = (
    await made.git(
      'log',
      '--reverse',
      '--format=%H %(trailers:key=Refs,valueonly,separator=)',
      `main..${status.run.branch}`,
    )
  ).split('\n')
  // The last commit is the release.
  expect(log).toHaveLength(8)
  const order = log.slice(0, -1).map(line => line.split(' ')[1]!.replace('task-', ''))
  for (const { id, needs = [] } of TASKS)
    for (const need of needs) expect(order.indexOf(need)).toBeLessThan(order.indexOf(id))
  expect(order.at(-1)).toBe('final')
  for (const task of status.tasks) expect(log).toContain(`${task.commit} task-${task.id}`)

  // The plan on the branch is the user's plan with boxes ticked and nothing else.
  const ticked = await made.show(status.run.branch, 'PLAN.md')
  expect(ticked.replaceAll('[x]', '[ ]')).toBe(made.read('PLAN.md'))
  expect(ticked.match(/### \[x\] TODO/g)).toHaveLength(7)
  expect(ticked.match(/- \[x\] /g)).toHaveLength(13)
  expect(ticked).toContain('- [ ] Make src/1.txt')

  // What was handed on reached the agents, and outputs.json says the same.
  const outputs = JSON.parse(await made.show(status.run.branch, '.dev/specs/many-files/context/outputs.json'))
  expect(outputs).toEqual(Object.fromEntries(TASKS.map(({ id }) => [`todo-${id}`, { path: `src/${id}.txt` }])))
  expect(await made.show(status.run.branch, 'src/6.txt')).toBe('made by 6 from 4=src/4.txt 5=src/5.txt \n')
  expect(await made.show(status.run.branch, '.dev/specs/many-files/context/learnings.md')).toContain(
    '## 4\n- file 4 is there\n',
  )
  expect(await made.show(status.run.branch, 'docs/reviews/many-files/4-review.md')).toContain(
    '- PASS File exists: `src/4.txt`',
  )

  expect(fingerprint(made.dir, path => path.startsWith('.git/'))).toEqual(before)
  expect(await made.git('status', '--porcelain')).toBe('')
  expect(await made.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main')
})

test('with a fixed clock the same plan gives the same commits', async () => {
  const clock = { ...systemClock, now: () => Date.UTC(2026, 5, 1) }
  const tips: string[] = []
  for (let round = 0; round < 2; round++) {
    using made = new Project()
    made.write({ ...SERIAL, 'PLAN.md': shellPlan(TASKS.slice(0, 2)) })
    writeFileSync(join(made.root, 'agent.sh'), HONEST_AGENT)
    await made.git('init', '--quiet', '--initial-branch=main')
    await made.git('add', '--all')
    const dated = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' }
    await made.gitWith(
      dated,
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=ada@example.org',
      'commit',
      '--quiet',
      '--message',
      'begin',
    )
    const state = await runInProcess(made, { plan: 'PLAN.md', agent: `command:sh ${made.root}/agent.sh`, clock })
    expect(state.finished).toBe(true)
    // The manifest on top names durations, which no clock fixes.
    tips.push(await made.git('rev-parse', `${state.opened.branch}~1`))
  }
  expect(tips[0]).toBe(tips[1])
})
