import { expect, test } from 'vitest'
import { editingAgent } from '../rig/agents/editing-agent.ts'
import { Project, processesOf } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const todo = (id: string) => `### [ ] TODO ${id}: Make file ${id}

**Files**: Create: \`src/${id}.txt\`; Test: \`tests/${id}.*\`

**Acceptance Criteria**:
- [ ] \`grep -c made src/${id}.txt\` → 1
`

interface Told {
  readonly verdict: string
  readonly evidence: string
}

/** What the gates say about one task each, whose test does this. */
async function told(
  files: Readonly<Record<string, string>>,
  tests: Readonly<Record<string, Readonly<Record<string, string>>>>,
) {
  const ids = Object.keys(tests)
  using project = await Project.with({ ...files, 'PLAN.md': `# Hostile\n\n${ids.map(todo).join('\n')}` })
  const edits = Object.fromEntries(ids.map(id => [id, [{ [`src/${id}.txt`]: 'made\n', ...tests[id] }]]))
  const run = await project.pm('run', '--agent', editingAgent(project, edits))
  const { tasks } = await project.status()
  const gates = Object.fromEntries(
    tasks.map(task => [task.id, Object.fromEntries(task.gates.map(({ gate, ...rest }) => [gate, rest as Told]))]),
  )
  return { gates, said: `${run.stdout}${run.stderr}`, code: run.code, left: processesOf(project.root) }
}

const SHELL = {
  ...SHELL_PROJECT,
  'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0, memory_mb: 400, parallel: 1 }
gates: { whole: { command: "test -e src/base.txt" } }
`,
}

test('a suite that exhausts memory, kills its processes or deletes the room is reported, and affects nothing else', async () => {
  const eater = `'${process.execPath}' -e 'globalThis.all = Buffer.alloc(6e8, 1); setInterval(() => {}, 1e6)'\n`
  const { gates, code, left, said } = await told(SHELL, {
    eat: { 'tests/eat.sh': eater },
    group: { 'tests/group.sh': 'kill -9 0\n' },
    parent: { 'tests/parent.sh': 'kill -9 $PPID\nsleep 1000\n' },
    wipe: { 'tests/a-wipe.sh': 'rm -rf ./* ./.[a-z]*\n' },
  })
  expect(code, said).toBe(3)
  expect(gates.eat!.test).toMatchObject({ verdict: 'failed' })
  expect(gates.eat!.test!.evidence).toContain('it used more than 400 MB of memory and was stopped')
  for (const id of ['group', 'parent']) {
    expect(gates[id]!.test, said).toMatchObject({ verdict: 'failed' })
    expect(gates[id]!.test!.evidence).toMatch(/the tests fail: (it was ended by SIGKILL|exit 137)/)
  }
  expect(gates.wipe!.room).toMatchObject({ verdict: 'void' })
  // What runs apart from the tests does not notice what they did to their room.
  for (const id of ['eat', 'group', 'parent'])
    expect([id, gates[id]!['gate:whole']?.verdict, gates[id]!['criterion:c1']?.verdict]).toEqual([
      id,
      'passed',
      'passed',
    ])
  expect(left).toEqual([])
})

const NODE = {
  'package.json': JSON.stringify({ type: 'module', private: true, scripts: { test: 'node --test tests/*.test.js' } }),
  'pm-agent.yaml': 'limits: { fixes: 0, parallel: 1 }\n',
  'tests/base.test.js': "import { test } from 'node:test'\ntest('base', () => {})\n",
}
const nodeTest = (first: string) =>
  `import { readFileSync, writeFileSync } from 'node:fs'\nimport { join } from 'node:path'\nimport { test } from 'node:test'\n${first}\ntest('made', () => readFileSync('src/' + import.meta.url.match(/(\\w+)\\.test/)[1] + '.txt'))\n`

test('a killed runner, or one with broken output or report, does not pass', async () => {
  const report = "join(process.env.TMPDIR, '..', 'r', 'report')"
  const { gates, code, said } = await told(NODE, {
    ended: { 'tests/ended.test.js': nodeTest("process.kill(process.ppid, 'SIGKILL')") },
    garbage: {
      'tests/garbage.test.js': nodeTest(
        `test('breaks the report', () => { console.log('\\u0000TAP version 99 {"type":'); writeFileSync(${report}, '{"broken') ; process.kill(process.ppid, 'SIGKILL') })`,
      ),
    },
  })
  expect(code, said).toBe(3)
  for (const id of ['ended', 'garbage']) {
    expect(['failed', 'void']).toContain(gates[id]!.test?.verdict)
    expect(gates[id]!.test!.evidence, said).toMatch(/did not run to their end|the tests fail|without a report/)
  }
})
