import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOKEN_VARIABLE } from '../../src/adapters/process/process-table.ts'
import { type Dashboard, serveDashboard } from '../../src/surfaces/web/server.ts'
import type { WebRunList, WebRunShown, WebTask } from '../../src/surfaces/web/wire.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { WebClient } from '../rig/web/web-client.ts'

/** Does its task and breaks a test: refused by the proof, and a human may let it pass. */
const BREAKING_AGENT = `${HONEST_AGENT}\necho changed > src/base.txt\n`

const contextOf = (project: Project) => ({
  cwd: project.dir,
  env: project.env(),
  terminal: { print: () => {}, warn: () => {}, colour: false },
})

describe('the dashboard', () => {
  let project: Project
  let served: Dashboard
  let client: WebClient
  let run: string

  const shown = () => client.json<WebRunShown>(`/api/runs/${run}`)
  const decide = (body: unknown) => client.post(`/api/runs/${run}/decisions`, body)

  beforeAll(async () => {
    project = await Project.with({
      ...SHELL_PROJECT,
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0, parallel: 2 }\n`,
      'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }]),
    })
    writeFileSync(join(project.root, 'agent.sh'), BREAKING_AGENT)
    await project.pm('run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`)
    served = await serveDashboard(contextOf(project), { port: 0 })
    client = await WebClient.enter(served)
    run = (await client.json<WebRunList>('/api/runs')).runs[0]!.id
  })
  afterAll(async () => {
    await served?.close()
    project[Symbol.dispose]()
  })

  test('shows the run, a task, its diff and its plan as the command line does', async () => {
    const { view, driver } = await shown()
    expect(driver).toBe('nobody')
    expect(await project.status()).toMatchObject(JSON.parse(JSON.stringify(view)))
    expect(view.escalations.map(({ task }) => task)).toEqual(['1', '2'])
    expect(await client.json(`/api/runs/${run}/tasks/1`)).toMatchObject({ id: '1', state: 'escalated' })
    const diff = await client.ask(`/api/runs/${run}/tasks/1/attempts/1/diff`)
    expect(diff.text.trim()).toBe((await project.pm('show', '1', '--diff')).stdout.trim())
    const output = await client.ask(`/api/runs/${run}/tasks/1/attempts/1/output?gate=test`)
    expect(output.text.trim()).toBe((await project.pm('show', '1', '--output', 'test')).stdout.trim())
    expect(await client.json(`/api/runs/${run}/plan`)).toMatchObject({ path: 'PLAN.md', lines: { 1: 7 } })
    for (const path of ['/api/runs/none', `/api/runs/${run}/tasks/9`, `/api/runs/${run}/tasks/1/attempts/9/diff`])
      expect(await client.ask(path), path).toMatchObject({ status: 404 })
  })

  test('streams each event in order, and a reader catches up exactly from the version that it knows', async () => {
    const { version } = await shown()
    const isSkipped = ({ tasks }: { readonly tasks: readonly { readonly state: string }[] }) =>
      tasks.some(({ state }) => state === 'skipped')
    const live = client.changes(run, { since: version, until: isSkipped })
    expect(await decide({ decision: 'skip', subject: '1', message: 'not needed', version })).toMatchObject({
      status: 200,
    })
    for (const changes of [await live, await client.changes(run, { since: version, until: isSkipped })]) {
      const versions = changes.map(change => change.version)
      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
      expect(versions.at(-1)).toBe((await shown()).version)
      expect(changes.flatMap(({ tasks }) => tasks.map(({ id, state }) => [id, state]))).toEqual([['1', 'skipped']])
    }
    // A version that this journal does not have is no version to continue from.
    const [all] = await client.changes(run, { since: 9_999, until: () => true })
    expect(all!.tasks.length).toBe(2)
  })

  test('takes a decision once, tells the other, and records that it came through the dashboard', async () => {
    const { version } = await shown()
    const skip = { decision: 'skip', subject: '2', message: 'not needed', version }
    const both = await Promise.all([decide(skip), decide(skip)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(JSON.parse(both.find(({ status }) => status === 409)!.text)).toMatchObject({
      problem: expect.stringContaining('task 2 changed'),
    })
    const skipped = (await project.facts()).filter(({ event }) => event.type === 'task-skipped')
    expect(skipped.at(-1)!.event).toMatchObject({ task: '2', by: 'Ada (through the dashboard)' })
    expect(await decide(skip)).toMatchObject({ status: 409 })
  })

  test('refuses to start at a busy port, at no port, and for an agent', async () => {
    const { port } = new URL(client.origin)
    const busy = await project.pm('dashboard', '--port', port)
    expect(busy).toMatchObject({ code: 2, stderr: expect.stringContaining(`port ${port} is in use`) })
    expect(await project.pm('web', '--port', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no port'),
    })
    const inside = await project.start(['dashboard'], { env: { [TOKEN_VARIABLE]: 'a' } }).done
    expect(inside).toMatchObject({ code: 2, stderr: expect.stringContaining("a human's") })
  })
})

test('a dashboard in a repository without runs shows the first run as soon as it begins', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const served = await serveDashboard(contextOf(project), { port: 0 })
  try {
    const client = await WebClient.enter(served)
    expect(await client.json('/api/runs')).toEqual({ repository: project.dir, runs: [] })
    expect(await client.ask('/api/runs/none')).toMatchObject({ status: 404 })
    const stream = client.ask('/api/events', { enough: text => text.includes('"finished":true') })
    await project.pm('run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`)
    const lists = (await stream).text
      .split('\n')
      .filter(line => line.startsWith('data: '))
      .map(line => JSON.parse(line.slice('data: '.length)) as WebRunList)
    expect(lists[0]!.runs).toEqual([])
    expect(lists.at(-1)!.runs).toMatchObject([{ phase: 'done', finished: true, waiting: 0 }])
  } finally {
    await served.close()
  }
})

test('run --dashboard serves its run, goes on after a decision on the page, and ends with Ctrl-C', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1', extra: '**Hold**: yes\n' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const both = project.start(['run', 'PLAN.md', '--agent', `command:sh ${project.root}/agent.sh`, '--dashboard'])
  await both.printed('The run continues after your decision')
  const url = /dashboard: (\S+)/.exec(await both.lines(1))![1]!
  const client = await WebClient.enter({ url })
  const [waiting] = (await client.json<WebRunList>('/api/runs')).runs
  expect(waiting).toMatchObject({ waiting: 1, finished: false })
  const run = waiting!.id
  const task = await client.json<WebTask>(`/api/runs/${run}/tasks/1`)
  const approval = { decision: 'approve', subject: '1', version: task.version, receipt: task.review.receipt }
  expect(await client.post(`/api/runs/${run}/decisions`, approval)).toMatchObject({ status: 200 })
  const changes = await client.changes(run, { until: change => change.run.run.phase === 'done' })
  expect(changes.flatMap(({ tasks }) => tasks).at(-1)).toMatchObject({ id: '1', outcome: 'proven' })
  await both.printed('\nCtrl-C ends it.')
  both.kill('SIGINT')
  expect((await both.done).code).toBe(0)

  const [word] = (await project.pm('run', 'PLAN.md', '--dashboard', '--detach')).stderr.split('\n')
  expect(word).toContain('--dashboard and --detach cannot be used together')
})
