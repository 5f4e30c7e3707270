/**
 * The cost of a proof on realistic projects.
 *
 * A chain: the test command is `lint && test && types` in one script, as in many small packages, and its results cannot be
 * read test by test. A Go module of a few functions, whose compilation takes longer than its tests. One task adds a function
 * with its test to each; the proof of that task is compared with the same command run once by hand in the same minute, and
 * every run of the proof is listed.
 *
 * The chain misses the goal. Three runs remain: the change itself; its tests on the base, which must fail; and the emptied
 * change, on which they must fail again. The last two stop where the chain first fails. They do not run in parallel: a
 * command read by exit code alone could detect company, pass alone and fail in company, and seem to test something.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Project } from '../test/rig/projects/project.ts'
import { type Figure, median } from './figure.ts'

const GOAL = 2
/** If the suite takes no time, only the start of rooms and runs remains, which is too short to matter. */
const GOAL_MS = 10_000

interface RealProject {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly agent: string
  /** The suite as a person runs it. */
  readonly suite: readonly string[]
}

/** The figures of `npm run bench`. */
export async function realProjectCost(): Promise<readonly Figure[]> {
  const hasGo = spawnSync('go', ['version']).status === 0
  return [
    await costOf(chain(10)),
    hasGo
      ? await costOf(GO_MODULE)
      : { name: GO_MODULE.name, measured: 'not run: go is not installed', goal: `≤ ${GOAL}×`, holds: true },
  ]
}

async function costOf({ name, files, agent, suite }: RealProject): Promise<Figure> {
  using project = await Project.with({ ...files, 'PLAN.md': PLAN })
  const before = suiteOnce(project, suite)
  const { code, stdout } = await project.pm('run', '--agent', `command:${agent}`)
  if (code !== 0) throw new Error(`the task of ${name} did not land: ${stdout}`)
  const reference = median([before, suiteOnce(project, suite)])
  const receipt = (await project.facts()).flatMap(({ event }) =>
    event.type === 'proof-recorded' ? [event.receipt] : [],
  )[0]!
  for (const run of receipt.runs ?? [])
    console.log(
      `      ${(run.durationMs / 1000).toFixed(1).padStart(6)} s  exit ${run.exitCode}  ${run.on}: ${run.command.slice(0, 90)}`,
    )
  const ratio = receipt.durationMs / reference
  const shown = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return {
    name: `proof of a task, ${name}`,
    measured: `${ratio.toFixed(2)}× the suite once (${shown(receipt.durationMs)} : ${shown(reference)})`,
    goal: `≤ ${GOAL}×, or ${GOAL_MS / 1000} s`,
    holds: ratio <= GOAL || receipt.durationMs <= GOAL_MS,
  }
}

const PLAN = `# One more

## TODOs

### [ ] TODO 1: Add double

**Steps**:
- [ ] Make it, with a test
`

/** Steps that mostly wait, like lint and types on a machine with spare cores. */
function chain(seconds: number): RealProject {
  const step = (share: number) =>
    `import { setTimeout as wait } from 'node:timers/promises'\nawait wait(${seconds * 1000 * share})\n`
  return {
    name: `an opaque chain of lint, tests and types (${seconds} s)`,
    files: {
      'package.json': `{ "type": "module", "scripts": { "test": "node tools/lint.js && node tools/run.js && node tools/types.js" } }\n`,
      'tools/lint.js': step(0.3),
      'tools/types.js': step(0.3),
      'tools/run.js': `${step(0.4)}import { readdirSync } from 'node:fs'
const problems = []
for (const file of readdirSync('test')) {
  try { (await import(\`../test/\${file}\`)).default() } catch (error) { problems.push(\`\${file}: \${error.message}\`) }
}
console.log(problems.join('\\n'))
process.exitCode = problems.length > 0 ? 1 : 0
`,
      'src/numbers.js': 'export const half = n => n / 2\n',
      'test/half.js': `import { half } from '../src/numbers.js'\nexport default () => { if (half(4) !== 2) throw new Error('half') }\n`,
    },
    agent: [
      'cat > /dev/null',
      'echo "export const double = n => n * 2" >> src/numbers.js',
      `printf "import { double } from '../src/numbers.js'\\nexport default () => { if (double(4) !== 8) throw new Error('double') }\\n" > test/double.js`,
    ].join('; '),
    suite: ['npm', 'test', '--silent'],
  }
}

const GO_MODULE: RealProject = {
  name: 'a Go module of a few functions',
  files: {
    'go.mod': 'module example.org/numbers\n\ngo 1.21\n',
    'numbers.go':
      'package numbers\n\nimport "fmt"\n\n// Half halves.\nfunc Half(n int) int { return n / 2 }\n\n// Say says it.\nfunc Say(n int) string { return fmt.Sprintf("it is %d", n) }\n',
    'numbers_test.go':
      'package numbers\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif Half(4) != 2 {\n\t\tt.Fatal("half")\n\t}\n}\n\nfunc TestSay(t *testing.T) {\n\tif Say(2) != "it is 2" {\n\t\tt.Fatal("say")\n\t}\n}\n',
  },
  agent: [
    'cat > /dev/null',
    `printf "package numbers\\n\\n// Double doubles.\\nfunc Double(n int) int { return n * 2 }\\n" > double.go`,
    `printf "package numbers\\n\\nimport \\"testing\\"\\n\\nfunc TestDouble(t *testing.T) {\\n\\tif Double(4) != 8 {\\n\\t\\tt.Fatal(\\"double\\")\\n\\t}\\n}\\n" > double_test.go`,
  ].join('; '),
  suite: ['go', 'test', '-count=1', './...'],
}

/** By hand, in a separate checkout. */
function suiteOnce(project: Project, [program, ...args]: readonly string[]): number {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-suite-'))
  try {
    execFileSync('git', ['clone', '--quiet', project.dir, dir])
    const start = performance.now()
    execFileSync(program!, args, { cwd: dir, stdio: 'ignore' })
    return performance.now() - start
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
