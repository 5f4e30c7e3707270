/**
 * The cost of a proof compared with running the suite once.
 *
 * Measured: a project whose suite (node:test, one file after the other) mostly waits, as suites with servers and
 * timers do, and a plan whose tasks each add a module with its test. A task's cost is the total time of its proof: rooms,
 * the suite, the new test on the old code, the emptied module, the control, the repetition. Compared with the same suite
 * run once by hand in a checkout, in the same minute.
 *
 * With several agents at once the merged code is proven again, and if existing tests change, the old suite runs too: both
 * are reported separately, because neither can be avoided.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Project } from '../test/rig/projects/project.ts'
import { type Figure, median } from './figure.ts'

const GOAL = 1.6

export interface ProofCostOptions {
  /** Duration of the whole suite. */
  readonly seconds: number
  readonly tasks: number
}

/** The figures of `npm run bench`. */
export async function proofCost(): Promise<readonly Figure[]> {
  const size = { seconds: 20, tasks: 4 }
  return [
    await proofCostOf('proof of a task, one after the other', { ...size, plan: 'sequence' }),
    await proofCostOf('proof of a task, three at once', { ...size, plan: 'side-by-side' }),
    await proofCostOf('proof of a task that changes a test', { ...size, plan: 'changes-tests' }),
  ]
}

type Shape = 'sequence' | 'side-by-side' | 'changes-tests'

export async function proofCostOf(
  name: string,
  { seconds, tasks, plan }: ProofCostOptions & { readonly plan: Shape },
): Promise<Figure> {
  using project = await slowProject(seconds, planText(tasks, plan))
  const before = suiteOnce(project)
  const { code, stdout } = await project.pm('run', '--agent', agentFor(plan))
  if (code !== 0) throw new Error(`a task of the bench did not land: ${stdout}`)
  const reference = median([before, suiteOnce(project)])
  const proofs = await proofTimes(project)
  const ratio = median(proofs) / reference
  const isPromised = plan === 'sequence'
  return {
    name: `${name} (a suite of ${seconds} s)`,
    measured: `${ratio.toFixed(2)}× the suite once (${shown(median(proofs))} : ${shown(reference)})`,
    goal: isPromised ? `≤ ${GOAL}×` : 'reported',
    holds: !isPromised || ratio <= GOAL,
  }
}

const shown = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The total proof time of each task, including proofs after a merge. */
async function proofTimes(project: Project): Promise<readonly number[]> {
  const times = new Map<string, number>()
  for (const { event } of await project.facts())
    if (event.type === 'proof-recorded') times.set(event.task, (times.get(event.task) ?? 0) + event.receipt.durationMs)
  return [...times.values()]
}

const FILES = 10

async function slowProject(seconds: number, plan: string): Promise<Project> {
  const slow = (nth: number) => `import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
test('slow ${nth}', async () => { await wait(${(seconds * 1000) / FILES}) })
`
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [`test/slow-${at}.test.js`, slow(at)] as const),
  )
  return Project.with({
    'package.json': `{ "type": "module", "scripts": { "test": "node --test --test-concurrency=1" } }`,
    'src/words.js': `export const word = 'old'\n`,
    'test/words.test.js': WORD_TEST,
    'PLAN.md': plan,
    ...files,
  })
}

const WORD_TEST = `import { test } from 'node:test'
import assert from 'node:assert'
import { word } from '../src/words.js'
test('the word', () => { assert.equal(word, 'old') })
`

function planText(tasks: number, plan: Shape): string {
  const sections = Array.from({ length: plan === 'changes-tests' ? 1 : tasks }, (_, at) => {
    const needs = plan === 'sequence' && at > 0 ? `\n**Needs**: ${at}\n` : ''
    return `### [ ] TODO ${at + 1}: Part ${at + 1}\n${needs}\n**Steps**:\n- [ ] Make it\n`
  })
  return `# Parts\n\n## TODOs\n\n${sections.join('\n')}`
}

/** Adds a module and its test. */
export const PART_AGENT = [
  'cat > /dev/null',
  'n=$PM_AGENT_TASK',
  'echo "export const part = () => $n" > src/part-$n.js',
  `printf "import { test } from 'node:test'\\nimport assert from 'node:assert'\\nimport { part } from '../src/part-$n.js'\\ntest('part $n', () => { assert.equal(part(), $n) })\\n" > test/part-$n.test.js`,
].join('; ')

/** That, or a new function with a test in an existing test file. */
function agentFor(plan: Shape): string {
  const words = [
    'cat > /dev/null',
    `echo "export const other = 'new'" >> src/words.js`,
    `printf "import { other } from '../src/words.js'\\ntest('the other word', () => { assert.equal(other, 'new') })\\n" >> test/words.test.js`,
  ]
  return `command:${plan === 'changes-tests' ? words.join('; ') : PART_AGENT}`
}

/** By hand, in a separate checkout. */
function suiteOnce(project: Project): number {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-suite-'))
  try {
    execFileSync('git', ['clone', '--quiet', project.dir, dir])
    const start = performance.now()
    execFileSync('npm', ['test', '--silent'], { cwd: dir, stdio: 'ignore' })
    return performance.now() - start
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
