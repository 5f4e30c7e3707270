import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'

const member = (name: string) => JSON.stringify({ name, scripts: { test: 'node --test tests/*.js' } })
const TEST = "import test from 'node:test'\ntest('it is there', () => {})\n"
const FILES = {
  'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
  'pm-agent.yaml': 'commands: { setup: "true" }\n',
  'packages/api/package.json': member('api'),
  'packages/api/tests/api.js': TEST,
  'packages/web/package.json': member('web'),
  'packages/web/tests/web.js': TEST,
  'PLAN.md': `# Parts

### [ ] TODO 1: Answer

**Files**: Create: \`packages/api/answer.js\`; Test: \`packages/api/tests/answer.js\`

### [ ] TODO 2: Greet

**Files**: Create: \`packages/web/greet.js\`; Test: \`packages/web/tests/greet.js\`

## Commit Strategy

| After TODO | Message | Files | Condition |
|---|---|---|---|
| 1 | \`feat(api): answer\` | \`packages/api/**/*.js\` | if tests pass |
| 2 | \`feat(web): greet\` | \`packages/web/greet.js\` | always |
`,
}
const AGENT = `#!/bin/sh
cat > /dev/null
if [ "$PM_AGENT_TASK" = 1 ]; then at=packages/api name=answer; else at=packages/web name=greet; fi
echo 'export const value = 42' > $at/$name.js
printf "import test from 'node:test'\\nimport assert from 'node:assert'\\nimport { value } from '../%s.js'\\ntest('it holds', () => assert.equal(value, 42))\\n" "$name" > $at/tests/$name.js
echo '{"status":"success","summary":"made"}' > "$PM_AGENT_RESULT_FILE"
`

test('each task of a monorepo is proven by the commands of its part, which every surface shows', async () => {
  using project = await Project.with(FILES)
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const check = await project.pm('check')
  expect(check.stdout).toContain('uses test = (cd packages/api && npm test)')
  expect((await project.pm('doctor')).stdout).toContain(
    'area packages/web/** test = (cd packages/web && npm test) (found)',
  )

  const run = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('note: task 2 uses test = (cd packages/web && npm test)')
  const { history } = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  const gates: readonly { gate: string; command: string }[] = history[0].receipt.gates
  expect(gates.find(({ gate }) => gate === 'test')?.command).toBe('(cd packages/api && npm test)')

  const subjects = await project.git('log', '--format=%s', 'main..pm/parts')
  expect(subjects.split('\n').sort()).toEqual([
    'chore(parts): release manifest',
    'feat(api): answer',
    'feat(web): greet',
  ])
  expect((await project.pm('report')).stdout.replace(/\n {4}/g, ' ')).toContain(
    'task 2 changed what its Commit Strategy row does not name: packages/web/tests/greet.js',
  )
})
