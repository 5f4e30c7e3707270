import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { stateOfFiles } from '../../../src/lies/untouched.ts'
import { Project, processesOf, type Running } from '../projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../projects/shell-project.ts'
import type { SmallDisk } from '../projects/small-disk.ts'

/** Task 2 needs task 1. */
const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])

interface MomentOptions {
  /** Lines at the end of pm-agent.yaml. */
  readonly settings?: string
  /** Shell that the agent runs before anything else, given the folder of the test. */
  readonly first?: (root: string) => string
  /** Puts some of its folders on separate disks. */
  readonly disk?: (user: Project) => Promise<SmallDisk>
}

/** A user's run at the moment when its agent is half done and waits to be released. */
export class Moment implements Disposable {
  readonly user: Project
  readonly args: readonly string[]
  /** The user's repository before. */
  readonly before: ReturnType<typeof stateOfFiles>

  readonly #disk: SmallDisk | null

  private constructor(user: Project, disk: SmallDisk | null) {
    this.user = user
    this.#disk = disk
    this.args = ['run', '--agent', `command:sh ${user.root}/agent.sh`]
    this.before = stateOfFiles(user.dir)
  }

  static async prepare({ settings = '', first = () => '', disk }: MomentOptions = {}): Promise<Moment> {
    const user = await Project.with({
      ...SHELL_PROJECT,
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}${settings}`,
      'PLAN.md': PLAN,
    })
    writeFileSync(join(user.root, 'honest.sh'), HONEST_AGENT)
    writeFileSync(
      join(user.root, 'agent.sh'),
      `cat > /dev/null
${first(user.root)}
mkdir -p src; echo "half of $PM_AGENT_TASK" > src/half.txt
touch "${user.root}/half-done"
while [ ! -e "${user.root}/go" ]; do [ -e "${user.root}/end" ] && exit 0; sleep 0.05; done
rm -f src/half.txt
exec sh "${user.root}/honest.sh" < /dev/null
`,
    )
    return new Moment(user, (await disk?.(user)) ?? null)
  }

  /** Starts the run and waits until the first agent has written its half. */
  async start(): Promise<Running> {
    const run = this.pm(this.args)
    await run.printed('given to command')
    await this.isHalfDone()
    return run
  }

  /** pm-agent with access to its disks. */
  pm(args: readonly string[], dir = this.user.dir): Running {
    return this.#disk?.pm(dir, args, this.user.env()) ?? this.user.start(args, { cwd: dir })
  }

  isHalfDone(): Promise<void> {
    return expect.poll(() => existsSync(join(this.user.root, 'half-done')), { timeout: 20_000 }).toBe(true)
  }

  /** Workspaces with the half-done task 1. */
  halves(): readonly string[] {
    return globSync(join(this.user.root, 'state/pm-agent/*/workspaces/*/1-*/src/half.txt'))
  }

  /** Resolves when an agent's output is in its file, where the next one can read it. */
  hasPrinted(words: string): Promise<void> {
    const pattern = join(this.user.root, 'state/pm-agent/*/outputs/*.log')
    const found = () => globSync(pattern).some(path => readFileSync(path, 'utf8').includes(words))
    return expect.poll(found, { timeout: 20_000 }).toBe(true)
  }

  /** The agent ends with half of its work. */
  endNow(): void {
    writeFileSync(join(this.user.root, 'end'), '')
  }

  letGo(): void {
    writeFileSync(join(this.user.root, 'go'), '')
  }

  /** In any case: no process is left, the user's repository is unchanged, `run` continues to the end, nothing is lost. */
  async expectGoesOn(dir = this.user.dir): Promise<void> {
    const { user } = this
    rmSync(join(user.root, 'end'), { force: true })
    const going = this.pm(this.args, dir)
    // Not before: an agent left alive by a killed pm-agent would finish its work by itself.
    await going.printed('to command (attempt')
    this.letGo()
    const again = await going.done
    expect(again.code, again.stdout + again.stderr).toBe(0)
    expect(processesOf(user.root)).toEqual([])
    expect(stateOfFiles(dir)).toEqual(this.before)
    const { run, tasks } = JSON.parse((await this.pm(['status', '--json'], dir).done).stdout)
    expect(tasks.map((task: { outcome: string }) => task.outcome)).toEqual(['proven', 'proven'])
    // The half-done files of the interrupted attempt are kept, and are not part of the result.
    expect(await this.kept(dir, run.id)).toContain('half of 1')
    expect(await user.gitIn(dir, 'ls-tree', '-r', '--name-only', run.branch)).not.toContain('half.txt')
    const refs = await user.gitIn(
      dir,
      'log',
      '--format=%(trailers:key=Refs,valueonly,separator=)',
      `main..${run.branch}`,
    )
    expect(refs.split('\n').toSorted()).toEqual(['task-1', 'task-2'])
  }

  /** The half-done task 1, from whichever attempt it is kept. */
  async kept(dir: string, run: string): Promise<string> {
    const vault = join(dir, '.git', 'pm-agent', 'vault.git')
    const refs = await this.#git(vault, 'for-each-ref', '--format=%(refname)', `refs/pm-agent/${run}/1/`)
    const texts = refs.split('\n').map(ref => this.#git(vault, 'show', `${ref}:src/half.txt`))
    return (await Promise.all(texts)).join('\n')
  }

  async #git(dir: string, ...args: readonly string[]): Promise<string> {
    if (this.#disk === null) return this.user.gitIn(dir, ...args)
    return (await this.#disk.start(dir, ['git', ...args], this.user.env()).done).stdout.trim()
  }

  [Symbol.dispose](): void {
    this.#disk?.[Symbol.dispose]()

    this.user[Symbol.dispose]()
  }
}
