import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'

const HELD_OUT = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'
test('several blanks are one dash', () => assert.equal(slug('Brown  Fox'), 'brown-fox'))
`
const VISIBLE = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'
test('slug', () => assert.equal(slug('Brown Fox'), 'brown-fox'))
`
const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/name.js': 'export const name = "slugs"\n',
  'test/name.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { name } from '../src/name.js'
test('name', () => assert.equal(name, 'slugs'))
`,
  'held/blanks.test.js': HELD_OUT,
  // Weak tests of the worker would go back by themselves.
  'pm-agent.yaml': 'strength: never\n',
  'PLAN.md': `# Slugs

### [ ] TODO 1: Add slug(text) to src/slug.js: lower case, words joined by one dash

**Hidden**: \`held/blanks.test.js\`
`,
}

const WEAK = `export const slug = text => text.toLowerCase().replaceAll(' ', '-')\n`
const RIGHT = `export const slug = text => text.toLowerCase().trim().split(/ +/).join('-')\n`

/** Works, and notes all that it can find of the held-out check. */
function worker(project: Project, versions: readonly string[], more = ''): string {
  const script = `
cat > prompt.tmp
{ cat prompt.tmp; ls -R; cat .pm-agent/*; git log --all -p; git rev-list --all --objects; } >> "${project.root}/seen.txt" 2>&1
rm prompt.tmp
mkdir -p src test
printf '%s' '${VISIBLE.replaceAll("'", `'\\''`)}' > test/slug.test.js
case $PM_AGENT_ATTEMPT in
${versions.map((text, at) => `${at + 1}) printf '%s' '${text.replaceAll("'", `'\\''`)}' > src/slug.js;;`).join('\n')}
esac
${more}
`
  writeFileSync(join(project.root, 'agent.sh'), script)
  return `command:sh ${project.root}/agent.sh`
}

const NAMES = ['blanks', 'Hidden', 'several blanks', "slug('Brown  Fox')"]

test('a held-out test is in sight of no agent, and its failure goes back without its name', async () => {
  using project = await Project.with(FILES)
  const run = await project.pm('run', '--agent', worker(project, [WEAK, RIGHT]))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const { history } = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  const verdicts = history.map(({ receipt }: { receipt: { gates: { gate: string; verdict: string }[] } }) =>
    receipt.gates.find(({ gate }) => gate === 'held-out'),
  )
  expect(verdicts).toMatchObject([
    { verdict: 'failed', withheld: [{ check: 'held/blanks.test.js' }] },
    { verdict: 'passed' },
  ])
  const sent = (await project.pm('show', '1', '--prompt')).stdout
  expect(sent).toContain('A held-out check fails')
  for (const name of NAMES) expect(sent).not.toContain(name)
  expect(await project.show('pm/slugs', 'held/blanks.test.js')).toBe(HELD_OUT)
  const review = await project.show('pm/slugs', 'docs/reviews/slugs/1-review.md')
  expect(review).toContain('held-out')
  expect(review).not.toContain('blanks.test')
})

test('neither work tree nor history shows a held-out test to an agent', async () => {
  using project = await Project.with(FILES)
  const run = await project.pm('run', '--agent', worker(project, [RIGHT]))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const seen = readFileSync(join(project.root, 'seen.txt'), 'utf8')
  expect(seen).toContain('name.test.js')
  for (const name of NAMES) expect(seen).not.toContain(name)
})

test.skipIf(!hasBubblewrap)('in a sandbox, the checkout does not show it either', async () => {
  using project = await Project.with(FILES)
  const look = `{ cat ${project.dir}/package.json ${project.dir}/PLAN.md ${project.dir}/held/*; } > src/found.txt 2>&1`
  const env = { PATH: realPath }
  const run = await project.start(['run', '--agent', worker(project, [RIGHT], look)], { env }).done
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const found = await project.show('pm/slugs', 'src/found.txt')
  expect(found).toContain('"module"')
  for (const name of NAMES.slice(1)) expect(found).not.toContain(name)
})

test('a file of an agent at the place of a held-out test loses to it', async () => {
  using project = await Project.with(FILES)
  const forged = 'mkdir -p held; echo "import { test } from \\"node:test\\"; test(1, () => {})" > held/blanks.test.js'
  const run = await project.pm('run', '--agent', worker(project, [WEAK, WEAK, WEAK, WEAK], forged))
  expect(run.code).not.toBe(0)
  const [{ receipt }] = JSON.parse((await project.pm('show', '1', '--json')).stdout).history
  expect(receipt.gates).toContainEqual(expect.objectContaining({ gate: 'held-out', verdict: 'failed' }))
})

test('a held-out test that git does not know, and a held-out command, are run as well', async () => {
  using project = await Project.with({
    ...FILES,
    'pm-agent.yaml': 'strength: never\nhidden:\n  - "test -e src/slug.js"\n',
    '.gitignore': 'held/\n',
  })

  const run = await project.pm('run', '--agent', worker(project, [RIGHT]))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const [{ receipt }] = JSON.parse((await project.pm('show', '1', '--json')).stdout).history
  expect(receipt.gates).toContainEqual(
    expect.objectContaining({ gate: 'held-out', verdict: 'passed', evidence: 'all 2 held-out checks pass' }),
  )
  expect(JSON.stringify(receipt.runs)).not.toContain('test -e src/slug.js')
})

test('check names a held-out file that is missing and a held-out check that is green already', async () => {
  using project = await Project.with({
    ...FILES,
    'PLAN.md': `${FILES['PLAN.md']}\n### [ ] TODO 2: Add a name\n\n**Hidden**: \`test -e src/name.js\`\n`,
  })
  const tried = await project.pm('check', '--try')
  expect(tried.stdout, tried.stderr).toContain('held-out check `test -e src/name.js` passes before any work')
  expect(tried.stdout).not.toContain('`held/blanks.test.js` passes')
  rmSync(join(project.dir, 'held/blanks.test.js'))
  const missing = await project.pm('check')
  expect(missing.stdout).toContain('the held-out check held/blanks.test.js does not exist')
  expect(missing.code).not.toBe(0)
  expect((await project.pm('run', '--agent', 'command:true')).stderr).toContain('held/blanks.test.js does not exist')
})
