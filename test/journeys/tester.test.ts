import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'

const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/name.js': 'export const name = "slugs"\n',
  'test/name.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { name } from '../src/name.js'
test('name', () => assert.equal(name, 'slugs'))
`,
  'PLAN.md': `# Slugs

### [ ] TODO 1: Add slug(text) to src/slug.js: lower case, words joined by one dash
`,
}
const VISIBLE = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'
test('slug', () => assert.equal(slug('Brown Fox'), 'brown-fox'))
`
const WEAK = `export const slug = text => text.toLowerCase().replaceAll(' ', '-')\n`
const RIGHT = `export const slug = text => text.toLowerCase().trim().split(/ +/).join('-')\n`
const BLIND = `import assert from 'node:assert/strict'
import { test } from 'node:test'
test("slug('Brown  Fox') is 'brown-fox'", async () => {
  const { slug } = await import('../src/slug.js')
  assert.equal(slug('Brown  Fox'), 'brown-fox')
})
`
const NAME = "slug('Brown  Fox') is 'brown-fox'"
const ANSWER = { status: 'WRITTEN', tests: [{ name: NAME, sentence: 'title' }] }

/** Shell that writes this text to a file. */
const put = (path: string, text: string) => `cat > ${path} <<'END-OF-FILE'\n${text}END-OF-FILE\n`

/** A project with a worker by attempt, a tester, and on request a judge; what each saw is in the file of its role. */
async function played(on: {
  readonly attempts: readonly string[]
  readonly tester?: string
  readonly judge?: object
  readonly settings?: string
}) {
  const project = await Project.with(FILES)
  writeFileSync(
    join(project.dir, 'pm-agent.yaml'),
    // Weak tests of the worker would go back by themselves.
    `agents: { tester: "command:sh ${project.root}/tester.sh" }\nstrength: never\n${on.settings ?? ''}`,
  )
  const see = `cat > prompt.tmp
{ cat prompt.tmp; ls -R; cat .pm-agent/*; cat src/* test/*; git log --all -p; } >> "$(dirname "$0")/seen-$PM_AGENT_ROLE.txt" 2>&1
rm prompt.tmp
`
  writeFileSync(
    join(project.root, 'worker.sh'),
    `${see}${put('test/slug.test.js', VISIBLE)}case $PM_AGENT_ATTEMPT in\n${on.attempts.map((text, at) => `${at + 1})\n${text}\n;;`).join('\n')}\nesac\n`,
  )
  writeFileSync(
    join(project.root, 'tester.sh'),
    on.tester ??
      `${see}${put('test/blind.test.js', BLIND)}${put('"$PM_AGENT_RESULT_FILE"', `${JSON.stringify(ANSWER)}\n`)}`,
  )
  if (on.judge)
    writeFileSync(
      join(project.root, 'judge.sh'),
      `${see}${put('"$PM_AGENT_RESULT_FILE"', `${JSON.stringify(on.judge)}\n`)}`,
    )
  const by = (name: string) => `command:sh ${project.root}/${name}.sh`
  const run = await project.pm('run', '--agent', by('worker'), ...(on.judge ? ['--judge', by('judge')] : []))
  const { history } = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  const gates = history.map(({ receipt }: { receipt: { gates: { gate: string }[] } }) =>
    receipt.gates.find(({ gate }) => gate === 'tester'),
  )
  const seen = (role: string) => {
    const path = join(project.root, `seen-${role}.txt`)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  return { project, run, gates, seen }
}

const code = (text: string) => put('src/slug.js', text)
const contesting = `${code(WEAK)}${put(
  '"$PM_AGENT_RESULT_FILE"',
  `${JSON.stringify({ status: 'success', summary: 'as asked', contested: { sentence: 'title', reason: 'two blanks are two words' } })}\n`,
)}`
const judging = (required: boolean) => ({
  status: 'VERIFIED',
  acceptance_criteria: { results: [] },
  must_not_do: { violations: [] },
  side_effects: { suspicious_passes: [], undocumented_changes: [], missing_context: [] },
  contested: { required, sentence: 'title', reason: 'words are joined by one dash' },
})

test('a tester sees contract and base, and its failure goes back as behaviour, never as a file', async () => {
  const { project, run, gates, seen } = await played({ attempts: [code(WEAK), code(RIGHT)] })
  using _ = project
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(gates).toMatchObject([{ verdict: 'failed' }, { verdict: 'passed' }])
  expect(seen('tester')).toContain('words joined by one dash')
  expect(seen('tester')).not.toContain('replaceAll')
  const told = seen('fixer')
  expect(told).toContain(`${NAME} (title: "Add slug(text) to src/slug.js: lower case, words joined by one dash")`)
  expect(told).toContain('gave "brown--fox", expected "brown-fox"')
  for (const hidden of ['blind', 'await import', "assert.equal(slug('Brown  Fox"]) expect(told).not.toContain(hidden)
  // Asked once: the second round meets the same tests.
  expect(seen('tester').split('How to test here')).toHaveLength(2)
})

test('people see the tests of a tester, its cost and its launch; the branch has none of it', async () => {
  const { project, run } = await played({ attempts: [code(RIGHT)] })
  using _ = project
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const shown = await project.pm('show', '1', '--tests')
  expect(shown.stdout).toContain('test/blind.test.js')
  expect(shown.stdout).toContain(BLIND)
  const { cost } = JSON.parse((await project.pm('report', '--json')).stdout)
  expect(Object.keys(cost.by_purpose)).toContain('test')
  expect((await project.pm('show', '1', '--prompt', '--role', 'tester')).stdout).toContain(
    'THE TASK, sentence by sentence',
  )
  expect(await project.git('ls-tree', '-r', '--name-only', 'pm/slugs')).not.toContain('blind')
  expect(await project.show('pm/slugs', 'docs/reviews/slugs/1-review.md')).not.toContain('blind')
})

describe('an expectation that the author contests', () => {
  test('goes away if the judge cites the task against it', async () => {
    const { project, run, gates, seen } = await played({ attempts: [code(WEAK), contesting], judge: judging(false) })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(gates).toMatchObject([{ verdict: 'failed' }, { verdict: 'judged', blocking: false }])
    expect(seen('verifier')).toContain('two blanks are two words')
    expect((await project.status()).tasks[0]).toMatchObject({ outcome: 'proven' })
  })

  test('stands if the judge cites the task for it, and is contested only once', async () => {
    const again = `${contesting}echo '// again' >> src/slug.js`
    const { project, run, gates } = await played({ attempts: [code(WEAK), contesting, again], judge: judging(true) })
    using _ = project
    expect(run.code, run.stdout + run.stderr).toBe(3)
    expect(gates).toMatchObject([{ verdict: 'failed' }, { verdict: 'failed' }, { verdict: 'failed' }])
    expect(gates[1].evidence).toContain('the task asks for it: "Add slug(text)')
    expect(gates[2].evidence).not.toContain('the task asks for it')
  })

  test('is a question to a human without a judge, who can approve the work', async () => {
    const { project, run, gates } = await played({ attempts: [code(WEAK), contesting] })
    using _ = project
    expect(run.code).toBe(3)
    expect(gates[1]).toMatchObject({ verdict: 'question' })
    const decided = await project.pm('approve', '1', '-m', 'two blanks are two dashes')
    expect(decided.code, decided.stderr).toBe(0)
    const done = await project.pm('run')
    expect(done.code, done.stdout + done.stderr).toBe(0)
    expect((await project.status()).tasks[0]).toMatchObject({ outcome: 'proven' })
  })
})

test('a tester that ends without an answer refuses nothing, and the run says so', async () => {
  const { project, run, gates } = await played({ attempts: [code(RIGHT)], tester: 'exit 1\n' })
  using _ = project
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(gates).toMatchObject([
    { verdict: 'not-run', blocking: false, evidence: expect.stringContaining('no usable tests') },
  ])
})
