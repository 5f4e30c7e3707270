import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'

const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  // Enough for every mutant, whatever else the machine does.
  'pm-agent.yaml': 'limits: { strength_percent: 1000 }\n',
  'src/name.js': 'export const name = "ranges"\n',
  'test/name.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { name } from '../src/name.js'
test('name', () => assert.equal(name, 'ranges'))
`,
  'PLAN.md': '# Ranges\n\n### [ ] TODO 1: Add within(value, low, high) to src/range.js\n',
}
const RANGE = `export function within(value, low, high) {
  if (value < low) return false
  return value <= high
}
`
const cases = (...lines: readonly string[]) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '../src/range.js'
test('within', () => {
${lines.map(line => `  assert.equal(within(${line})`).join('\n')}
})
`
const WEAK = cases('5, 1, 9), true', '0, 1, 9), false', '12, 1, 9), false')
const STRONG = cases('1, 1, 9), true', '9, 1, 9), true', '0, 1, 9), false', '10, 1, 9), false')

/** Writes the tests of its attempt, and keeps its prompt. */
function worker(project: Project, versions: readonly string[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const script = `cat > "${project.root}/prompt-$PM_AGENT_ATTEMPT"
mkdir -p src test
printf '%s' ${quoted(RANGE)} > src/range.js
case $PM_AGENT_ATTEMPT in
${versions.map((text, at) => `${at + 1}) printf '%s' ${quoted(text)} > test/range.test.js;;`).join('\n')}
esac
`
  writeFileSync(join(project.root, 'agent.sh'), script)
  return `command:sh ${project.root}/agent.sh`
}

const shown = async (project: Project) => JSON.parse((await project.pm('show', '1', '--json')).stdout)

test('boundaries that no test notices go back to the agent once, and its next tests are stronger', async () => {
  using project = await Project.with(FILES)
  const run = await project.pm('run', '--agent', worker(project, [WEAK, STRONG]))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('it goes back to an agent: the tests notice')
  const prompt = readFileSync(join(project.root, 'prompt-2'), 'utf8')
  expect(prompt).toContain('`<` is `<=` in src/range.js:2')
  expect(prompt).toContain('`<=` is `<` in src/range.js:3')
  const { outcome, strength, history } = await shown(project)
  expect(outcome).toBe('proven')
  expect(history).toHaveLength(2)
  expect(strength.survivors).toEqual([])
  expect(strength.noticed).toBe(strength.of)
  const { stdout } = await project.pm('show', '1')
  expect(stdout).toContain(`Strength of the tests: ${strength.of} of ${strength.of}`)
  expect(stdout).toMatch(/Time of the proof: .*\n(?: {2}.*\n)* {2}strength +\d/)
  expect((await project.pm('report')).stdout).toContain(`strength ${strength.of} of ${strength.of}`)
})

test('tests that stay as weak land, and every surface names the rest', async () => {
  using project = await Project.with(FILES)
  const run = await project.pm('run', '--agent', worker(project, [WEAK, `${WEAK}// once more\n`]))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const { outcome, strength, fixes, gates } = await shown(project)
  expect({ outcome, fixes }).toEqual({ outcome: 'proven', fixes: undefined })
  expect(gates.find(({ gate }: { gate: string }) => gate === 'strength')).toMatchObject({ verdict: 'passed' })
  expect(strength.survivors).toContainEqual({ path: 'src/range.js', line: 2, was: '<', now: '<=' })
  const words = `${strength.noticed} of ${strength.of}`
  expect((await project.pm('show', '1', '--review')).stdout).toContain(`- strength ${words}`)
  expect((await project.pm('show', '1')).stdout).toContain('the tests also pass when `<` is `<=` in src/range.js:2')
  const status = JSON.parse((await project.pm('status', '--json')).stdout)
  expect(status.tasks[0].strength).toEqual(strength)
})

test('without rounds for fixes weak tests are only recorded', async () => {
  using project = await Project.with({ ...FILES, 'pm-agent.yaml': 'limits: { fixes: 0, strength_percent: 1000 }\n' })
  const run = await project.pm('run', '--agent', worker(project, [WEAK]))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect((await shown(project)).strength.survivors.length).toBeGreaterThan(0)
})
