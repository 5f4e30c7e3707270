import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const REFUSED = "Decisions are a human's: this came from a process of an agent or of a check."

/** A shell line that decides in the user's repository and keeps what was answered. */
const decides = (project: Project, words: string, before = '', kept = 'said'): string =>
  `(cd ${project.dir} && ${before} ${process.execPath} ${project.main} ${words} > ${project.root}/${kept} 2>&1; echo "exit $?" >> ${project.root}/${kept})`

/** What was answered, without the line breaks of the terminal's width. */
const said = (project: Project, kept = 'said'): string =>
  readFileSync(join(project.root, kept), 'utf8').replace(/\s+/g, ' ')

/** Two tasks without needs, of which the second one fails its criterion. */
async function projectWith(agent: (project: Project) => string, files: Record<string, string> = {}): Promise<Project> {
  const project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0, parallel: 1 }\n`,
    'PLAN.md': shellPlan([{ id: '1' }]),
    ...files,
  })
  writeFileSync(join(project.root, 'agent.sh'), agent(project))
  return project
}

const run = (project: Project) => project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)

/** Says that it worked, and did nothing. */
const LAZY = `cat > /dev/null; printf '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"`

test('an agent cannot decide, with its token or without it, in its session or in one of its own', async () => {
  for (const before of ['', 'env -u PM_AGENT_TOKEN', 'env -i setsid --wait']) {
    using project = await projectWith(made => `#!/bin/sh\n${decides(made, 'stop', before)}\n${LAZY}`)
    const ended = await run(project)
    expect(ended.code, ended.stderr).toBe(3)
    expect(said(project), before).toContain(REFUSED)
    expect(said(project), before).toContain('exit 2')
  }
})

test('the tests and the setup of a draft cannot decide', async () => {
  using project = await projectWith(() => HONEST_AGENT)
  const command = decides(project, 'stop', 'env HOME=/')
  const setup = decides(project, 'stop', 'env HOME=/', 'said-by-setup')
  project.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']!.replace("'n=0;", `'${command}; n=0;`)}  setup: '${setup}'\nlimits: { fixes: 0 }\n`,
  })
  await project.commit('a suite that decides')
  const ended = await run(project)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(said(project)).toContain(REFUSED)
  expect(said(project, 'said-by-setup')).toContain(REFUSED)
})

test('a decision from no terminal, where there is no sandbox, is called weak wherever it is shown', async () => {
  // What an agent left behind and nobody can tell from the user any more.
  using project = await projectWith(() => `${HONEST_AGENT}\necho changed > src/base.txt\n`)
  expect((await run(project)).code).toBe(3)
  expect((await project.pm('waive', '1', '-m', 'looks fine')).code).toBe(0)
  const ended = await run(project)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const mark = 'Ada (weak: no terminal, no sandbox)'
  for (const command of [['status'], ['show', '1'], ['log'], ['report'], ['show', '1', '--review']])
    expect((await project.pm(...command)).stdout.replace(/\n {4}/g, ' '), command.join(' ')).toContain(mark)
  const { tasks } = JSON.parse((await project.pm('status', '--json')).stdout)
  expect(tasks[0].decisions[0]).toMatchObject({
    by: 'Ada',
    weak: true,
    receipt: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await project.git('log', '-2', '--format=%B', 'pm/many-files')).toContain(`Waived-by: ${mark}`)
})

test('a decision names the receipt that was seen, and is refused when there is another one', async () => {
  // Another result each time: two proofs of the same files can differ in nothing, and then have the same receipt.
  using project = await projectWith(
    ({ root }) => `#!/bin/sh\n${LAZY}\necho . >> ${root}/rounds; mkdir -p other; cp ${root}/rounds other/rounds\n`,
  )
  expect((await run(project)).code).toBe(3)
  const receipt = /Receipt ([0-9a-f]{12})/.exec((await project.pm('show', '1')).stdout)![1]!
  expect((await project.pm('retry', '1', '--seen', receipt)).code).toBe(0)
  expect((await run(project)).code).toBe(3)

  const stale = await project.pm('waive', '1', '-m', 'fine', '--seen', receipt)
  expect([stale.code, stale.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^pm-agent: task 1 changed: you saw receipt \w+, and now it is \w+ \(.*\)\n {2}look at it again: pm-agent show 1\n$/,
    ),
  ])
})

test('the inbox takes commands that say what was seen, and nothing that only the engine can have seen', async () => {
  using project = await projectWith(() => `#!/bin/sh\n${LAZY}`)
  expect((await run(project)).code).toBe(3)
  const file = join(project.dir, '.git', 'pm-agent', 'journal.db')
  const facts = await project.facts()
  const recorded = facts.findLast(({ event }) => event.type === 'proof-recorded')!.event
  if (recorded.type !== 'proof-recorded') throw new Error('no proof')
  const green = recorded.receipt.gates.map(gate => ({ ...gate, verdict: 'passed', blocking: false }))
  const rows = [
    { type: 'waive-task', task: '1', by: 'Ada', note: 'looks fine' },
    { type: 'approve-task', task: '1', by: 'Ada', note: '' },
    {
      type: 'waive-task',
      task: '1',
      by: 'Ada',
      note: 'seen long ago',
      seen: { attempt: 1, receipt: 'a'.repeat(64), gates: ['criterion:c2 failed'], question: null },
    },
    { ...recorded, type: 'proof-finished', receipt: { ...recorded.receipt, gates: green, basis: 'red-green' } },
    { type: 'moon-landed' },
  ]
  const database = new DatabaseSync(file)
  const insert = database.prepare('INSERT INTO inbox (run, at, command) SELECT id, 0, ? FROM runs WHERE plan_path <> ?')
  for (const row of rows) insert.run(JSON.stringify(row), '')
  database.close()

  expect((await run(project)).code).toBe(3)
  expect((await project.status()).tasks[0]!.state).toBe('escalated')
  const after = new DatabaseSync(file)
  const answers = after
    .prepare('SELECT answer FROM inbox ORDER BY id')
    .all()
    .map(({ answer }) => JSON.parse(String(answer)))
  after.close()
  expect(answers.map(({ refusal }) => refusal.reason)).toEqual([
    'unbound',
    'unbound',
    'stale',
    'unknown-command',
    'unknown-command',
  ])
  expect(answers[2].refusal.message).toMatch(
    /^Task 1 changed since this was decided: you saw attempt 1 with receipt a{12} \(criterion:c2 failed\), and now there is attempt 1 with receipt \w{12} \(/,
  )
  expect(existsSync(file)).toBe(true)
})
