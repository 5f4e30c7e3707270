import { existsSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { endLaunch } from '../../../adapters/agents/agents.ts'
import { bytesBelow, foldersIn } from '../../../adapters/disk/usage.ts'
import { createWorkspaces } from '../../../adapters/git/checkouts/workspace.ts'
import { thisHolder } from '../../../adapters/store/lease-holder.ts'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import { concealedIn } from '../../../core/plan/held-out.ts'
import { fileSafe } from '../../../core/plan/ids.ts'
import { evolve } from '../../../core/run/evolve.ts'
import { fold, type RunState } from '../../../core/run/state.ts'
import type { Lease, LeaseHolder, Store, Workspaces } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { endProcesses } from '../run/end-processes.ts'
import { printLines } from '../words/printed-lines.ts'

export interface CleanOptions {
  readonly run?: string
  readonly all?: boolean
  readonly 'dry-run'?: boolean
}

/** `clean`: removes workspaces, rooms and temporary files, never the only copy of anything. `--all` is the uninstall. */
export async function clean(context: Context, options: CleanOptions): Promise<number> {
  const places = await findPlaces(context)
  const opened = openSqliteStore(places.journalFile)
  if (!opened.ok) throw new Problem(opened.error.message, [opened.error.hint])
  const store = opened.value
  const leases: Lease[] = []
  try {
    const runs = await ownedRuns(store, options, leases)
    const workspaces = createWorkspaces({ vaultDir: places.vaultDir, root: places.workspaces })
    for (const run of runs) await keepLeftovers(run, workspaces, places, options)
    const dirs = options.all ? everything(places, runs) : scratch(places, options.run === undefined ? null : runs)
    const bytes = dirs.reduce((sum, dir) => sum + bytesBelow(dir), 0)
    for (const lease of leases.splice(0)) await store.releaseLease(lease)
    store.close()
    if (!options['dry-run']) for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
    tell(context, { dirs, bytes, options })
    return EXIT.done
  } finally {
    for (const lease of leases) await store.releaseLease(lease)
    store.close()
  }
}

/** The runs that are meant, each under our lease: what is being driven is not swept away. */
async function ownedRuns(store: Store, options: CleanOptions, leases: Lease[]): Promise<readonly RunState[]> {
  const rows = (await store.runs()).filter(
    row => options.run === undefined || row.id === options.run || row.planId === options.run,
  )
  if (options.run !== undefined && rows.length === 0)
    throw new Problem(`there is no run ${options.run}`, [
      'pm-agent status --run needs one of those that pm-agent clean --dry-run lists',
    ])
  const states: RunState[] = []
  for (const row of rows) {
    const driver = await store.driver(row.id, thisHolder(), Date.now())
    // One that is stopped or asleep would find its workspaces gone when it wakes.
    if (driver.is === 'driving') throw underWay(row.id, driver.holder)
    const lease = await store.takeLease(row.id, thisHolder(), Date.now())
    if (!lease.ok) throw underWay(row.id, lease.error)
    leases.push(lease.value)
    states.push(fold(await store.read(row.id), evolve)!)
  }
  return states
}

const underWay = (run: string, { pid, host }: LeaseHolder): Problem =>
  new Problem(`run ${run} is under way, by process ${pid} on ${host}`, ['pm-agent stop first'])

/** What a dead pm-agent left at work is ended, and its workspace may hold the only copy of its files: the vault keeps them. */
async function keepLeftovers(
  state: RunState,
  workspaces: Workspaces,
  places: Places,
  options: CleanOptions,
): Promise<void> {
  if (options['dry-run']) return
  await endProcesses({ reap: endLaunch }, state)
  for (const run of state.tasks)
    for (const attempt of run.attempts) {
      const dir = join(places.workspaces, state.opened.runId, `${fileSafe(run.task.id)}-${attempt.number}`)
      if (attempt.ended !== null || !existsSync(dir)) continue
      const id = { run: state.opened.runId, task: run.task.id, attempt: attempt.number }
      await workspaces.collect(id, {
        base: attempt.base,
        limits: state.config.limits,
        at: attempt.startedAt,
        leaveOut: state.config.copy,
        conceal: concealedIn(state),
      })
    }
}

/** What can be made again. Full outputs cannot: receipts point at them, and they stay until the uninstall. */
function scratch(places: Places, only: readonly RunState[] | null): readonly string[] {
  if (only === null) return [places.workspaces, places.rooms, places.temp, places.cache].flatMap(foldersIn)
  const ids = new Set<string>(only.map(state => state.opened.runId))
  return foldersIn(places.workspaces).filter(dir => ids.has(basename(dir)))
}

/** Journal, vault and all; refused while a proven branch is nowhere else. */
function everything(places: Places, runs: readonly RunState[]): readonly string[] {
  const unpublished = runs.filter(
    state => state.tip !== null && state.published !== state.tip && state.tip !== state.opened.base,
  )
  if (unpublished.length > 0)
    throw new Problem(
      `the vault holds the only copy of ${unpublished.map(state => state.opened.branch).join(', ')}`,
      unpublished.map(
        state =>
          `${state.unpublished?.detail ?? 'it was not published yet'}; to get it: git fetch ${places.vaultDir} ${state.opened.branch}`,
      ),
    )
  return [dirname(places.vaultDir), dirname(places.workspaces)].filter(existsSync)
}

function tell(
  { terminal }: Context,
  done: { readonly dirs: readonly string[]; readonly bytes: number; readonly options: CleanOptions },
): void {
  const { dirs, bytes, options } = done
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
  if (dirs.length === 0) terminal.print('Nothing to remove.')
  else terminal.print(`${options['dry-run'] ? 'Would remove' : 'Removed'} ${size}:`)
  for (const dir of dirs) terminal.print(`  ${dir}`)
  if (options.all && !options['dry-run'])
    printLines(
      terminal,
      'Branches and tags under pm/ and refs under refs/pm-agent/ are yours and stay: git for-each-ref',
    )
}
