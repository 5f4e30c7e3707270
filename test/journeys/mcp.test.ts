import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopHook } from '../../src/surfaces/cli/project/stop-hook.ts'
import { COMPILED, Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Does its task and breaks a test: refused by the proof, and a human may let it pass. */
const BREAKING_AGENT = `${HONEST_AGENT}\necho changed > src/base.txt\n`
const LIMITS = 'limits: { fixes: 0, parallel: 2 }\n'

const ERAS = { modern: 'auto', legacy: 'legacy' } as const
type Era = keyof typeof ERAS
interface Asked {
  readonly message: string
}
/** The structured part of an answer, as far as it is looked at. */
interface Facts {
  readonly run: string
  readonly because: string
  readonly summary: { readonly cursor: number; readonly questions: readonly { readonly task: string }[] }
}
type Answer = { action: 'accept'; content: Record<string, string> } | { action: 'decline' }

/** The official client at a server of this project; it can ask the human if it gets answers. */
async function clientAt(project: Project, era: Era, answer?: (asked: Asked) => Answer) {
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: ERAS[era] },
    },
  )
  if (answer) client.setRequestHandler('elicitation/create', async ({ params }) => answer(params as Asked))
  const env = project.env({ NODE_COMPILE_CACHE: COMPILED }) as Record<string, string>
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [project.main, 'mcp'], cwd: project.dir, env }),
  )
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
    const [first] = content as { readonly text: string }[]
    return { facts: structuredContent as unknown as Facts, text: first!.text, isError: isError === true }
  }
  return { client, call, [Symbol.asyncDispose]: () => client.close() }
}

describe('an MCP client', () => {
  let project: Project
  let started: Facts

  beforeAll(async () => {
    project = await Project.with({
      ...SHELL_PROJECT,
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}${LIMITS}`,
      'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }]),
    })
    writeFileSync(join(project.root, 'agent.sh'), BREAKING_AGENT)
    await using session = await clientAt(project, 'modern')
    started = (await session.call('pm_run', { agent: `command:sh ${project.root}/agent.sh` })).facts
  })
  afterAll(() => project[Symbol.dispose]())

  test('gets a handle of a run that outlives its session, and waits for it in another one', async () => {
    expect(started).toMatchObject({ under_way: true, pid: expect.any(Number), exit_code: null })
    await using session = await clientAt(project, 'legacy')
    let after: number | undefined
    let waited: Facts
    do {
      waited = (await session.call('pm_wait', { seconds: 50, ...(after === undefined ? {} : { after }) })).facts
      after = waited.summary.cursor
    } while (waited.because !== 'ended')
    expect(waited.summary).toMatchObject({ run: started.run, under_way: false, finished: false, proven: 0 })
    expect(waited.summary.questions.map(({ task }) => task)).toEqual(['1', '2'])
  })

  test('is kept from ending once by the Stop hook while tasks are unproven', async () => {
    const hook = async (input: object, { cwd = project.dir, ...env }: Record<string, string> = {}) => {
      const lines: string[] = []
      const terminal = { print: (text: string) => lines.push(text), warn: () => {}, colour: false }
      const said = [JSON.stringify(input)].values()
      expect(await stopHook({ cwd, env: project.env(env), terminal }, said)).toBe(0)
      return lines.join('')
    }
    expect(JSON.parse(await hook({ stop_hook_active: false }))).toEqual({
      decision: 'block',
      reason: expect.stringContaining('2 of 2 tasks of PLAN.md are not proven: 1 (escalated), 2 (escalated)'),
    })
    expect(await hook({ stop_hook_active: true })).toBe('')
    expect(await hook({}, { PM_AGENT_TOKEN: 'an agent of ours' })).toBe('')
    expect(await hook({}, { cwd: project.root })).toBe('')
  })

  test.each(['modern', 'legacy'] as const)('reads plan, run and tasks in the %s protocol', async era => {
    await using session = await clientAt(project, era)
    const { tools } = await session.client.listTools()
    const names = 'pm_check pm_run pm_status pm_show pm_report pm_wait pm_tell pm_decide'.split(' ')
    expect(tools.map(({ name }) => name)).toEqual(names)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual(
      'pm_check pm_status pm_show pm_report pm_wait'.split(' '),
    )
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)

    expect((await session.call('pm_check')).facts).toMatchObject({ ok: true, tasks: [{ id: '1' }, { id: '2' }] })
    expect((await session.call('pm_show', { task: '1' })).facts).toMatchObject({ id: '1', state: 'escalated' })
    expect((await session.call('pm_show', { task: '1', about: 'diff' })).text).toContain('+changed')
    expect((await session.call('pm_report')).facts).toMatchObject({ finished: false })
    expect(await session.call('pm_show', { task: '9' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('there is no task 9'),
    })
    // This client cannot ask the human.
    expect(
      (await session.call('pm_decide', { decision: 'waive', task: '1', message: 'as I say' })).facts,
    ).toMatchObject({
      decided: false,
      command: expect.stringMatching(/^pm-agent waive 1 --seen [0-9a-f]{12} -m 'as I say'$/),
    })
    const { resources } = await session.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      'pm-agent://run pm-agent://plan pm-agent://task/1 pm-agent://task/2'.split(' '),
    )
    for (const [uri, words] of [
      ['pm-agent://run', 'ESCALATION (task 1)'],
      ['pm-agent://plan', '# Many files'],
      ['pm-agent://task/2', 'Task 2: Make file 2'],
    ] as const)
      expect(JSON.stringify((await session.client.readResource({ uri })).contents)).toContain(words)
  })

  test.each([
    ['modern', '1'],
    ['legacy', '2'],
  ] as const)('asks the human in the %s protocol, and never decides for it', async (era, task) => {
    const waive = { decision: 'waive', task, message: 'the model says so' }
    const questions: string[] = []
    const answers: Answer[] = [
      { action: 'decline' },
      { action: 'accept', content: { decide: 'no' } },
      { action: 'accept', content: { decide: 'yes', reason: 'base may change' } },
    ]
    await using session = await clientAt(project, era, ({ message }) => {
      questions.push(message)
      return answers.shift()!
    })
    for (const _ of ['decline', 'no'])
      expect((await session.call('pm_decide', waive)).facts).toMatchObject({ decided: false, command: null })
    expect((await project.facts()).filter(({ event }) => event.type === 'gates-waived' && event.task === task)).toEqual(
      [],
    )
    expect((await session.call('pm_decide', waive)).facts).toMatchObject({ decided: true })
    expect(questions).toHaveLength(3)
    expect(questions[0]).toContain(`waive task ${task}: Make file ${task}`)
    expect(questions[0]).toContain('The model proposes: the model says so')
    const facts = await project.facts()
    expect(facts.findLast(({ event }) => event.type === 'gates-waived')?.event).toMatchObject({
      task,
      by: 'Ada (through test-client)',
      note: 'base may change',
    })
  })
})

/** Speaks to a server as an agent would, without any library: what it may call, and what a decision answers. */
const speaker = (main: string) => `
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
const [before, ...rest] = [...process.argv.slice(2), process.execPath, ${JSON.stringify(main)}, 'mcp']
const server = spawn(before, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
const send = message => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: { elicitation: {} }, clientInfo: { name: 'agent', version: '1' } } })
for await (const line of createInterface(server.stdout)) {
  const { id, result, error } = JSON.parse(line)
  if (id === 1) {
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/list' })
    send({ id: 3, method: 'tools/call', params: { name: 'pm_decide', arguments: { decision: 'stop' } } })
    continue
  }
  console.log(JSON.stringify(id === 2 ? { tools: (result.tools ?? []).length } : { refused: Boolean(error ?? result.isError) }))
  if (id === 3) server.stdin.end()
}
`

test('a model cannot take back the rejection or the skip of a human', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}${LIMITS}`,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), BREAKING_AGENT)
  await project.start(['run', '--agent', `command:sh ${project.root}/agent.sh`]).done
  for (const decision of [
    ['reject', '1'],
    ['skip', '2'],
  ])
    expect(await project.start([...decision, '-m', 'not like this']).done).toMatchObject({ code: 0 })
  await using session = await clientAt(project, 'modern')
  for (const [task, words] of [
    ['1', 'task 1 was rejected by a human'],
    ['2', 'task 2 was skipped by a human'],
  ])
    expect(await session.call('pm_decide', { decision: 'retry', task, message: 'once more' })).toMatchObject({
      isError: true,
      text: expect.stringContaining(words!),
    })
  const retried = (await project.facts()).filter(({ event }) => event.type === 'task-retried')
  expect(retried).toEqual([])
  expect(await project.start(['retry', '1', '-m', 'as it is']).done).toMatchObject({ code: 0 })
})

test('an agent of pm-agent finds no tools at a server that it starts, whatever it hides', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}${LIMITS}`,
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  const said = join(project.root, 'said')
  writeFileSync(join(project.root, 'speaker.mjs'), speaker(project.main))
  const speaks = (place: string, before: string) =>
    `(cd ${place} && NODE_COMPILE_CACHE=${COMPILED} ${process.execPath} ${project.root}/speaker.mjs ${before}) >> ${said} 2>&1`
  const tries = [
    speaks('.', ''),
    speaks(project.dir, 'env -u PM_AGENT_TOKEN'),
    speaks(project.dir, `env -i NODE_COMPILE_CACHE=${COMPILED} setsid --wait`),
  ]
  writeFileSync(
    join(project.root, 'agent.sh'),
    HONEST_AGENT.replace('cat > /dev/null\n', `cat > /dev/null\n${tries.join('\n')}\n`),
  )
  const ended = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const lines = readFileSync(said, 'utf8').trim().split('\n')
  expect(lines).toEqual(tries.flatMap(() => ['{"tools":0}', '{"refused":true}']))
})
