import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { editingAgent } from '../rig/agents/editing-agent.ts'
import { Project } from '../rig/projects/project.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const BIOME = `mkdir -p node_modules/.bin; ln -s ${MODULES}/@biomejs node_modules/@biomejs; ln -s ../@biomejs/biome/bin/biome node_modules/.bin/biome`
const PLAN = `# Sums

### [ ] TODO 1: Multiply

**Files**: Create: \`src/multiply.js\`; Delete: \`src/old.js\`; Test: \`test/multiply.test.js\`
`
const UGLY = 'export const multiply=(a,b)=>a*b\n'
const PRETTY = 'export const multiply = (a, b) => a * b;\n'
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { multiply } from "../src/multiply.js";
test("multiplies", () => assert.equal(multiply(2, 3), 6));
`

const files = (commands: string) => ({
  'package.json': JSON.stringify({ name: 'sums', type: 'module', private: true }),
  'biome.json': JSON.stringify({ formatter: { indentStyle: 'space' } }),
  '.gitignore': 'node_modules/\n',
  'pm-agent.yaml': `commands: { test: node --test test/*.test.js, ${commands} }\n`,
  'src/untidy.js': 'export const untidy=1\n',
  'test/untidy.test.js': `import { test } from 'node:test'\ntest('holds', () => {})\n`,
  'PLAN.md': PLAN,
})

async function playing(commands: string, edits = { 'src/multiply.js': UGLY, 'test/multiply.test.js': TEST }) {
  const project = await Project.with(files(commands))
  const run = await project.pm('run', '--agent', editingAgent(project, { 1: [edits] }))
  const full = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  const shown = (await project.pm('show', '1')).stdout
  const landed = (path: string) => project.git('show', `pm/sums:${path}`)
  return { project, run, full, shown, landed, [Symbol.dispose]: () => project[Symbol.dispose]() }
}

test('changed files land as formatted and are proven in that form; the agent’s version is kept', async () => {
  using played = await playing(`setup: '${BIOME}', format: node_modules/.bin/biome format --write`)
  const { run, full, project } = played
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(await played.landed('src/multiply.js')).toBe(PRETTY.trimEnd())
  expect(await played.landed('src/untidy.js')).toBe('export const untidy=1')
  const [{ draft, formatted, receipt }] = full.history
  expect(receipt.gates[0]).toMatchObject({ gate: 'format', verdict: 'passed' })
  expect(receipt.gates[0].evidence).toBe('1 of 2 changed files rewritten')
  expect(receipt.codeTree).not.toBe(draft.tree)
  expect(formatted.ref).toBe(`${draft.ref}-formatted`)
  const vault = join(project.dir, '.git', 'pm-agent', 'vault.git')
  expect(await project.git('--git-dir', vault, 'show', `${draft.ref}:src/multiply.js`)).toBe(UGLY.trimEnd())
  expect(played.shown).toContain('1 of 2 changed files rewritten')
  const dry = await project.pm('run', '--dry-run', '--anew')
  expect(dry.stdout).not.toContain('no effect yet')
})

test('a formatter’s changes to other files are dropped, and pm-agent’s files are not passed to it', async () => {
  const script = `import { readFileSync, writeFileSync } from 'node:fs'
for (const path of process.argv.slice(2)) writeFileSync(path, readFileSync(path, 'utf8').replace('a*b', 'a * b'))
writeFileSync('src/untidy.js', 'export const untidy = 2\\n')
writeFileSync('biome.json', '{}')
writeFileSync('new.txt', process.argv.slice(2).join(' '))
`
  using project = await Project.with({
    ...files('format: "node tidy.mjs {files} "'),
    'tidy.mjs': script,
    'src/old.js': '',
  })
  const remove = `command:sh -c "rm src/old.js; ${editingAgent(project, { 1: [{ 'src/multiply.js': UGLY, 'test/multiply.test.js': TEST }] }).slice('command:'.length)}"`
  const run = await project.pm('run', '--agent', remove)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(await project.git('show', 'pm/sums:src/multiply.js')).toBe('export const multiply=(a,b)=>a * b')
  expect(
    await project.git('diff', '--name-only', 'main', 'pm/sums', '--', 'src', 'biome.json', 'new.txt', 'test'),
  ).toBe('src/multiply.js\nsrc/old.js\ntest/multiply.test.js')
  expect((await project.pm('show', '1')).stdout).toContain(
    '1 of 2 changed files rewritten; its changes of other files were dropped: biome.json, src/untidy.js',
  )
})

test.each([
  ['is not installed', 'no-such-formatter --write', 'not-run', 'the formatter is not installed (exit 127)'],
  ['fails', "sh -c 'echo no; for f; do : > $f; done; exit 3' sh", 'failed', 'the formatter failed (exit 3)'],
])('a formatter that %s is named, and the work lands as it is', async (_, command, verdict, words) => {
  using played = await playing(`format: "${command}"`)
  expect(played.run.code, played.run.stdout + played.run.stderr).toBe(0)
  expect(await played.landed('src/multiply.js')).toBe(UGLY.trimEnd())
  expect(played.full.history[0].receipt.gates[0]).toMatchObject({ gate: 'format', verdict, blocking: false })
  expect(played.shown).toContain(`${words}; the files stay as the agent left them`)
})

test('a run that is killed while it formats goes on and lands what is formatted, and formats nothing twice after that', async () => {
  using project = await Project.with(files('format: sh tidy.sh'))
  const [trace, pid] = [join(project.root, 'trace'), join(project.root, 'pid')]
  const once = `if [ -e '${pid}' ]; then killed=$(cat '${pid}'); rm '${pid}'; kill -9 "$killed"; fi`
  project.write({ 'tidy.sh': `echo formatted >> '${trace}'; ${once}; sed -i 's/a\\*b/a * b/' "$@"\n` })
  await project.git('add', '.')
  await project.git('commit', '-qm', 'formatter')
  const agent = editingAgent(project, { 1: [{ 'src/multiply.js': UGLY, 'test/multiply.test.js': TEST }] })
  const life = project.start(['run', '--agent', agent])
  writeFileSync(pid, String(life.pid))
  expect((await life.done).code).toBe(null)
  const again = await project.pm('run', '--agent', agent)
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect(await project.git('show', 'pm/sums:src/multiply.js')).toBe('export const multiply=(a,b)=>a * b')
  expect((await project.pm('run', '--agent', agent)).code).toBe(0)
  expect(readFileSync(trace, 'utf8')).toBe('formatted\nformatted\n')
})
