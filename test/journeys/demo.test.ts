import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Finished, Project, processesOf, type Running, start } from '../rig/projects/project.ts'
import { PseudoTerminal, withoutEscapes } from '../rig/pseudo-terminal.ts'

const TASKS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', 'final']

/** Every false claim of the story: task, attempt, and the gate that caught it. */
const LIES = [
  ['2', '1', 'criterion:c2'],
  ['4', '1', 'test'],
  ['5', '1', 'test'],
  ['8', '1', 'criterion:c2'],
  ['9', '1', 'change'],
  ['10', '1', 'test:old-form'],
  ['11', '1', 'test:old-form'],
]

/** Two minutes on a machine that is well loaded; where more processes want its cores, in proportion. */
const tookMsMax = (): number => 120_000 * Math.max(1, loadavg()[0]! / (2 * availableParallelism()))
const TIMEOUT_MS = 300_000

interface Stage extends Disposable {
  readonly project: Project
  /** The temporary folder of everything that is started. */
  readonly temp: string
  demo(...flags: readonly string[]): Promise<Finished>
}

function openStage(): Stage {
  const project = new Project()
  const temp = join(project.root, 'tmp')
  mkdirSync(temp)
  // Wide enough that each fact of the story is on one line.
  const demo = (...flags: readonly string[]) =>
    project.start(['demo', ...flags], { env: { TMPDIR: temp, COLUMNS: '400' } }).done
  return { project, temp, demo, [Symbol.dispose]: () => project[Symbol.dispose]() }
}

/** Task, attempt and first gate of each false claim, as the demo tells them. */
const toldClaims = (stdout: string): readonly (readonly string[])[] =>
  [...stdout.matchAll(/^ {2}task (\S+), attempt (\d+): .*\n {4}claimed {2}.+\n {4}true {5}(\S+) [\w-]+: /gm)].map(
    ([, ...told]) => told,
  )

test('the demo builds a vi that works, and every false claim on the way is caught by its gate', {
  timeout: TIMEOUT_MS,
}, async () => {
  using stage = openStage()
  const { project, temp } = stage
  const startedMs = performance.now()
  const { code, stdout, stderr } = await stage.demo('--keep')
  const tookMs = performance.now() - startedMs
  expect([code, stderr], stdout).toEqual([0, ''])
  expect(processesOf(temp)).toEqual([])
  expect(tookMs).toBeLessThan(tookMsMax())

  expect(toldClaims(stdout)).toEqual(LIES)
  expect(stdout).toContain(
    '13 of 13 tasks completed (13 proven); 20 attempts, 5 false claims of success caught, 2 unclear',
  )
  expect(stdout).toContain('    noticed  ignored and left out: node_modules/ (2 files)\n')
  expect(stdout).toContain('    noticed  it was still running after 3.6 seconds and was stopped\n')
  expect(stdout).toContain('true     test:old-form changes-tests: test/registers.test.js')
  expect(stdout).toContain('Of 13 tasks 6 took 1 attempt, 7 took 2 attempts.\n')

  const [kept, ...more] = readdirSync(temp)
  expect(more).toEqual([])
  const repository = join(temp, kept!, 'vi')
  expect(stdout).toContain(`Kept: cd ${repository}\n`)
  const places = readdirSync(join(temp, kept!, 'state'), { recursive: true, withFileTypes: true })
  const files = places.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  expect(files.filter(path => !path.includes('/outputs/'))).toEqual([])

  const status = JSON.parse((await project.start(['status', '--json'], { cwd: repository }).done).stdout)
  expect(status.tasks.map((task: Record<string, unknown>) => [task.id, task.state, task.outcome])).toEqual(
    TASKS.map(id => [id, 'completed', 'proven']),
  )
  await expectWorkingEditor(project, repository, status.run.branch)
})

/** On the finished branch: a commit for each task and one for the release, tests that pass, and an editor that edits. */
async function expectWorkingEditor(project: Project, repository: string, branch: string): Promise<void> {
  const checkout = join(project.root, 'checkout')
  const subjects = await project.git('-C', repository, 'log', '--format=%s', `main..${branch}`)
  expect(subjects.split('\n')[0]).toMatch(/release manifest$/)
  expect(subjects.split('\n')).toHaveLength(TASKS.length + 1)
  await project.git('clone', '--quiet', '--branch', branch, repository, checkout)
  const node = (...args: readonly string[]): Running =>
    start(process.execPath, args, { cwd: checkout, env: project.env() })
  const tests = await node('--test').done
  expect(tests.code, tests.stdout).toBe(0)

  const file = join(project.root, 'notes.txt')
  writeFileSync(file, 'a plan\nis not\nis a promise\n')
  const keys = 'jdd:%s/a /A /g<Enter>/promise<Enter>cwproof<Esc>yyp:s/is/and/<Enter>uu:wq<Enter>'
  expect(await node('src/vi.js', '--keys', keys, file).done).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(file, 'utf8')).toBe('A plan\nis A proof\n')
}

test('in a terminal the demo shows the live view, and gives no advice about a deleted repository', {
  timeout: TIMEOUT_MS,
}, async () => {
  using stage = openStage()
  const terminal = PseudoTerminal.pm(stage.project, ['demo', '--small'], { TMPDIR: stage.temp })
  await terminal.shows(/at work|completed/)
  const { code, sent } = await terminal.done
  expect(code).toBe(0)
  const after = withoutEscapes(sent.slice(sent.lastIndexOf('\u001b[?1049l')))
  expect(after).toContain('Result:  4 of 4 tasks completed')
  expect(after).toContain('What was claimed, and what was true:')
  const counted = after.split(/\r?\n/).filter(line => /an agent said|reached the branch/.test(line))
  expect(counted).toHaveLength(2)
  expect(counted.every(line => line.length <= 80)).toBe(true)
  expect(after).not.toMatch(/git (merge|log|branch)|^(Merge|Look|Next):/m)
  expect(after).toContain('The repository is thrown away now')
})
