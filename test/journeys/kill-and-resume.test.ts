import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Moment } from '../rig/core/moment.ts'
import { Project, processesOf } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { codeOf } from '../rig/projects/soak.ts'
import { Random } from '../simulation/random.ts'

const TASKS = [
  { id: '1' },
  { id: '2', needs: ['1'] },
  { id: '3' },
  { id: '4', needs: ['2', '3'] },
  { id: '5' },
  { id: '6', needs: ['5'] },
]
const KILLS = 10

async function project(): Promise<{ made: Project; agent: string }> {
  const made = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan(TASKS, { verification: true }) })
  writeFileSync(join(made.root, 'agent.sh'), HONEST_AGENT)
  return { made, agent: `command:sh ${made.root}/agent.sh` }
}

test('killed at ten random moments, the run ends with every task landed once and the same code', async () => {
  const undisturbed = await project()
  using calm = undisturbed.made
  expect((await calm.pm('run', '--agent', undisturbed.agent)).code).toBe(0)

  const { made, agent } = await project()
  using disturbed = made
  const random = new Random(20261)
  const args = ['run', '--agent', agent, '--json']
  for (let kills = 0; kills < KILLS; kills++) {
    const life = disturbed.start(args)
    // A moment is a number of recorded facts, so that slow and fast machines die at the same places.
    await recorded(life, 1 + random.below(8))
    life.kill('SIGKILL')
    expect((await life.done).signal).toBe('SIGKILL')
  }
  const last = await disturbed.pm(...args)
  expect(last.stderr).not.toContain('bug')
  expect(last.code).toBe(0)

  const status = await disturbed.status()
  expect(status.tasks.map(task => [task.id, task.state, task.outcome])).toEqual(
    ['1', '2', '3', '4', '5', '6', 'final'].map(id => [id, 'completed', 'proven']),
  )
  const refs = (
    await disturbed.git('log', '--format=%(trailers:key=Refs,valueonly,separator=)', `main..${status.run.branch}`)
  ).split('\n')
  expect(refs.toSorted()).toEqual(['task-1', 'task-2', 'task-3', 'task-4', 'task-5', 'task-6', 'task-final'])
  expect(await codeOf(disturbed, status.run.branch)).toBe(await codeOf(calm, status.run.branch))
  expect(processesOf(disturbed.root)).toEqual([])
  expect(await disturbed.git('status', '--porcelain')).toBe('')
})

test('after a kill in the middle of an attempt the author resumes its session, with its files', async () => {
  using moment = await Moment.prepare({
    first:
      root => `echo "$PM_AGENT_TASK $PM_AGENT_ATTEMPT \${PM_AGENT_SESSION:-none} $(cat src/half.txt 2>&1)" >> "${root}/seen"
printf 'hello\n{"type":"init","session_id":"author-of-%s"}\n' "$PM_AGENT_TASK"`,
  })
  const life = await moment.start()
  await moment.hasPrinted('author-of-1')
  life.kill('SIGKILL')
  await life.done
  await moment.expectGoesOn()
  const seen = readFileSync(join(moment.user.root, 'seen'), 'utf8').split('\n')
  expect(seen[0]).toMatch(/^1 1 none cat: /)
  expect(seen[1]).toBe('1 2 author-of-1 half of 1')
  expect(seen[2]).toMatch(/^2 1 none cat: /)
  const [lost] = JSON.parse((await moment.user.pm('show', '1', '--json')).stdout).history
  expect([lost.ending, readFileSync(lost.output, 'utf8')]).toEqual([{ is: 'lost' }, expect.stringContaining('hello')])
})

/** Resolves when the process has printed so many facts, or has ended by itself. */
async function recorded(life: ReturnType<Project['start']>, facts: number): Promise<void> {
  await Promise.race([life.lines(facts), life.done])
}
