/**
 * The overhead of a task without the agent and the gates, compared with a minimal script.
 *
 * Measured: a real run (vault, workspaces, rooms, SQLite) of consecutive tasks in a repository of N files.
 * Each task's agent makes one file and then works for a while, as agents do; its gates are a test command and a
 * criterion, in two rooms. The overhead of a task is the time from the previous landing to its own landing, minus the
 * time in which its agent or one of its gates ran. The first task is left out.
 *
 * The reference, in the same place and minute: a script of git plumbing with only the unavoidable steps. One
 * new file is stored and committed (hash-object, read-tree, update-index, write-tree, commit-tree, update-ref), the
 * commit is checked out cold into an empty folder (read-tree -u), and every file in it is hashed (hash-object
 * --stdin-paths). A script has neither three places to keep apart nor anything to prove.
 *
 * In memory where the machine has a file system for that: on a disk, creating files is up to fifty times slower during
 * deletions, and that would only slow down the reference.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Project } from '../test/rig/projects/project.ts'
import { type Figure, median, ms, timed } from './figure.ts'
import { manyFiles } from './many-files.ts'
import { measuredRun } from './measured-run.ts'

const GOAL = 2
const ROUNDS = 5

export interface OverheadOptions {
  readonly files: number
  readonly tasks: number
  /** How long each agent works. */
  readonly agentSeconds: number
}

/** The figures of `npm run bench`. */
export async function overheadCost(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const options of [
    { files: 100, tasks: 12, agentSeconds: 0.5 },
    { files: 10_000, tasks: 6, agentSeconds: 10 },
  ])
    figures.push(await overheadOf(options))
  return figures
}

async function overheadOf(options: OverheadOptions): Promise<Figure> {
  const { overheadMs, referenceMs } = await measuredOverhead(options)
  const [overhead, reference] = [median(overheadMs), median(referenceMs)]
  const ratio = overhead / reference
  return {
    name: `overhead of a task, ${options.files} files`,
    measured: `${ratio.toFixed(2)}× a lean script (${ms(overhead)} : ${ms(reference)})`,
    goal: `≤ ${GOAL}×`,
    holds: ratio <= GOAL,
  }
}

export interface MeasuredOverhead {
  /** One for each task but the first. */
  readonly overheadMs: readonly number[]
  /** One for each run of the lean script. */
  readonly referenceMs: readonly number[]
}

export async function measuredOverhead({ files, tasks, agentSeconds }: OverheadOptions): Promise<MeasuredOverhead> {
  using _place = inMemory()
  const agent = `cat > /dev/null; mkdir -p made; echo made > made/$PM_AGENT_TASK.txt; sleep ${agentSeconds}`
  using project = await manyFiles(files, tasks)
  const before = await leanScript(project)
  const { overheadMs } = await measuredRun(project, `command:${agent}`)
  return { overheadMs, referenceMs: [...before, ...(await leanScript(project))] }
}

/** Creates temporary folders in memory for a while. */
function inMemory(): Disposable {
  const before = process.env.TMPDIR
  if (existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm'
  return {
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    },
  }
}

async function leanScript(project: Project): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const root = join(tmpdir(), `pm-agent-lean-${process.pid}`)
    const dir = join(root, 'checkout')
    mkdirSync(dir, { recursive: true })
    times.push(await timed(() => leanTask(project, { root, dir, round })))
    rmSync(root, { recursive: true, force: true })
  }
  return times.slice(1)
}

async function leanTask(
  project: Project,
  { root, dir, round }: { readonly root: string; readonly dir: string; readonly round: number },
): Promise<void> {
  const gitDir = join(project.dir, '.git')
  const git = (index: string, args: readonly string[], stdin = '') =>
    output('git', args, { GIT_DIR: gitDir, GIT_WORK_TREE: dir, GIT_INDEX_FILE: join(root, `${index}.index`) }, stdin)
  const blob = await git('commit', ['hash-object', '-w', '--stdin'], `made ${round} ${performance.now()}\n`)
  await git('commit', ['read-tree', 'HEAD'])
  await git('commit', ['update-index', '--index-info'], `100644 ${blob}\tmade/${round}.txt\n`)
  const tree = await git('commit', ['write-tree'])
  const commit = await git('commit', ['commit-tree', tree, '-p', 'HEAD', '-m', 'made'])
  await git('commit', ['update-ref', 'refs/heads/lean', commit])
  await git('checkout', ['read-tree', '--reset', '-u', commit])
  const paths = await git('checkout', ['ls-files'])
  const absolute = paths.split('\n').map(path => join(dir, path))
  await git('checkout', ['hash-object', '--no-filters', '--stdin-paths'], `${absolute.join('\n')}\n`)
}

function output(file: string, args: readonly string[], env: NodeJS.ProcessEnv, stdin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a' }
    const child = spawn(file, args, {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...identity, ...env },
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', more => {
      text += more
    })
    child.on('close', code =>
      code === 0 ? resolve(text.trimEnd()) : reject(new Error(`${args[0]} ended with ${code}`)),
    )
    child.stdin.on('error', () => {}).end(stdin)
  })
}
