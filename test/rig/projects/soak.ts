import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Recorded } from '../../../src/core/run/event.ts'
import { stateOfFiles } from '../../../src/lies/untouched.ts'
import type { Random } from '../../simulation/random.ts'
import { type Finished, Project, processesOf } from './project.ts'
import { HONEST_AGENT, SHELL_PROJECT, type ShellTask, shellPlan } from './shell-project.ts'

/** A plan in which this many tasks can always run: task n needs task n - width. */
export const wideTasks = (count: number, width: number): readonly ShellTask[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    needs: at >= width ? [String(at - width + 1)] : [],
  }))

const BRANCH = 'pm/many-files'

/** A project with this plan and an honest agent for it. */
export async function soakProject(tasks: readonly ShellTask[], parallel: number): Promise<Project> {
  const project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { parallel: ${parallel} }\n`,
    'PLAN.md': shellPlan(tasks),
  })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  return project
}

const runArguments = (project: Project) => ['run', '--agent', `command:sh ${project.root}/agent.sh`, '--json']

/** The files of a branch without pm-agent's bookkeeping. */
async function codeOf(project: Project, branch: string): Promise<string> {
  const listed = await project.git('ls-tree', '-r', branch)
  return listed
    .split('\n')
    .filter(line => !/\t(PLAN\.md|pm-agent\.yaml|\.dev\/|docs\/(reviews|releases)\/)/.test(line))
    .join('\n')
}

/** The result of one run: launches, kills, and all problems. */
export interface Soaked {
  readonly code: string
  readonly starts: number
  readonly kills: number
  readonly faults: readonly string[]
}

export interface SoakOptions {
  readonly tasks: readonly ShellTask[]
  readonly parallel: number
  /** The code after a sequential run; null for that run itself. */
  readonly code: string | null
  /** Seed for the moments of the kills. */
  readonly kills?: { readonly count: number; readonly random: Random }
}

/** One complete run in its own repository, killed now and then, with every externally visible check. */
export async function soak({ tasks, parallel, code, kills }: SoakOptions): Promise<Soaked> {
  using project = await soakProject(tasks, parallel)
  const before = stateOfFiles(project.dir)
  let killed = 0
  for (let kill = 0; kill < (kills?.count ?? 0); kill++) {
    const life = project.start(runArguments(project))
    // A moment is a number of recorded events, so that slow and fast machines are killed at the same points.
    await Promise.race([life.lines(1 + kills!.random.below(tasks.length * 4)), life.done]).catch(() => {})
    life.kill('SIGKILL')
    if ((await life.done).signal !== 'SIGKILL') break
    killed++
  }
  const last = await project.start(runArguments(project)).done
  const mine = await codeOf(project, BRANCH).catch(() => '')
  const facts = await project.facts()
  const starts = facts.filter(({ event }) => event.type === 'attempt-started').length
  const faults = [
    ...(last.code === 0 ? [] : [`the run ended with ${last.code}: ${lastWords(last)}`]),
    ...(code === null || mine === code ? [] : ['the code differs from that of a sequential run']),
    ...(JSON.stringify(stateOfFiles(project.dir)) === JSON.stringify(before)
      ? []
      : ["the user's repository was changed"]),
    ...processesOf(project.root).map(line => `still alive: ${line}`),
    ...(await taskFaults(project, tasks)),
    ...(await vaultFaults(project, facts)),
    ...(kills || starts === tasks.length ? [] : [`${starts} starts for ${tasks.length} tasks`]),
  ]
  return { code: mine, starts, kills: killed, faults }
}

const lastWords = ({ stdout, stderr }: Finished): string => (stderr || stdout).trim().split('\n').slice(-3).join(' / ')

async function taskFaults(project: Project, tasks: readonly ShellTask[]): Promise<readonly string[]> {
  const status = await project.status().catch((error: Error) => error)
  if (status instanceof Error) return [`no status: ${status.message}`]
  const unproven = status.tasks.filter(task => task.outcome !== 'proven').map(task => `task ${task.id}: ${task.state}`)
  const format = '--format=%(trailers:key=Refs,valueonly,separator=)'
  const landed = (await project.git('log', format, `main..${BRANCH}`)).split('\n').sort()
  const wanted = tasks.map(({ id }) => `task-${id}`).sort()
  return [...unproven, ...(landed.join() === wanted.join() ? [] : [`landed: ${landed.join(' ')}`])]
}

/** Every tree of an attempt is still under its ref, and vault and journal are intact. */
async function vaultFaults(project: Project, facts: readonly Recorded[]): Promise<readonly string[]> {
  const ours = join(project.dir, '.git', 'pm-agent')
  const vault = join(ours, 'vault.git')
  const listed = await project.gitIn(vault, 'for-each-ref', '--format=%(refname) %(tree)', 'refs/pm-agent/')
  const kept = new Map(listed.split('\n').map(line => line.split(' ') as [string, string]))
  const drafts = facts.flatMap(({ event }) => ('draft' in event && event.draft ? [event.draft] : []))
  const lost = drafts.flatMap(({ ref, tree }) => (kept.get(ref) === tree ? [] : [`${ref} does not hold ${tree}`]))
  const checked = await project.shell(vault, 'git fsck --connectivity-only --no-dangling 2>&1')
  const journal = new DatabaseSync(join(ours, 'journal.db'))
  const whole = Object.values(journal.prepare('PRAGMA integrity_check').get() ?? {})[0]
  journal.close()
  return [
    ...lost,
    ...(checked.code === 0 ? [] : [`the vault is damaged: ${checked.stdout}`]),
    ...(whole === 'ok' ? [] : [`the journal is damaged: ${whole}`]),
  ]
}

const MEMORY_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
])

/** The name of an in-memory file system, if the folder is on one: such figures tell nothing about disks. */
export const memoryFileSystem = (dir: string): string | null => MEMORY_FILE_SYSTEMS.get(statfsSync(dir).type) ?? null
