import { randomBytes, randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAgents } from '../../../adapters/agents/agents.ts'
import { CheckoutStock } from '../../../adapters/git/checkouts/checkout-stock.ts'
import { createRoomCheckout } from '../../../adapters/git/checkouts/clean-room.ts'
import { createWorkspaces } from '../../../adapters/git/checkouts/workspace.ts'
import { startGitElsewhere } from '../../../adapters/git/git.ts'
import { identity } from '../../../adapters/git/repository/repository.ts'
import { openVault } from '../../../adapters/git/vault.ts'
import { createPlanFile } from '../../../adapters/plan-file/file.ts'
import { createDeciders } from '../../../adapters/process/deciders.ts'
import { PinnedPrograms } from '../../../adapters/process/sandbox/pinned-programs.ts'
import { otherWorkTrees, Sandbox } from '../../../adapters/process/sandbox/sandbox.ts'
import { type UserEnvironment, withRealHome } from '../../../adapters/process/user-home.ts'
import { createRooms } from '../../../adapters/rooms/room-commands.ts'
import { Tools } from '../../../adapters/rooms/tools.ts'
import { createRunners } from '../../../adapters/runners/runners.ts'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import { runId } from '../../../core/plan/ids.ts'
import type { Clock, Ids, Ports } from '../../../ports.ts'
import { ProofThreads } from '../../proof-threads/proof-threads.ts'
import type { Places } from '../places/places.ts'
import { Problem } from '../problem.ts'

/** The real outside world, for one repository and one plan. */
export async function wire(
  places: Places,
  planPath: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly clock?: Clock; readonly ids?: Ids },
): Promise<Ports> {
  const { repository, vaultDir } = places
  const store = openSqliteStore(places.journalFile)
  if (!store.ok) throw new Problem(store.error.message, [store.error.hint])
  startGitElsewhere()
  const vault = await openVault({ vaultDir, userRepo: repository })
  const stock = new CheckoutStock({ vaultDir, root: places.rooms })
  const env = withRealHome(options.env)
  const sandbox = sandboxFor(places, env)
  return {
    clock: options.clock ?? systemClock,
    ids: options.ids ?? systemIds,
    store: store.value,
    repository: { ...vault, identity: () => identity(repository) },
    vault,
    workspaces: createWorkspaces({ vaultDir, root: places.workspaces, stock }),
    rooms: createRooms({
      checkout: createRoomCheckout({ vaultDir, root: places.rooms, stock }),
      outputsDir: places.outputs,
      tempRoot: places.temp,
      cacheDir: places.cache,
      usersTop: repository.top,
      sandbox,
      programs: new PinnedPrograms(env, [ownProgram()]),
      userEnv: env,
    }),
    checkouts: stock,
    runners: createRunners(),
    agents: createAgents({
      outputsDir: places.outputs,
      userEnv: env,
      scriptedPlayer: playerProgram(),
      nodePath: process.execPath,
      sandbox,
      tempRoot: places.temp,
    }),
    deciders: createDeciders(async () => (await sandbox.level()) !== 'none'),
    planFile: createPlanFile(planPath),
  }
}

/** Threads that prove drafts, so that the driver stays responsive. */
export const openProofThreads = (): ProofThreads => {
  const here = import.meta.url
  return new ProofThreads({
    program: new URL(here.endsWith('.ts') ? '../../proof-threads/program.ts' : './proof-thread.js', here),
  })
}

/** The same for agents and for commands: neither sees the git folder, other work trees, or what lies in our state folder. */
export function sandboxFor({ repository, state, temp }: Places, env: UserEnvironment): Sandbox {
  const tools = new Tools({ tempRoot: temp, userEnv: env })
  return new Sandbox({
    userEnv: env,
    checkout: repository.top,
    // The folder around it holds those of other repositories.
    masked: [repository.commonDir, dirname(state), ...otherWorkTrees(repository)],
    tempRoot: temp,
    works: (file, args) => tools.works(file, args),
  })
}

/** Lets go of everything that was opened. */
export async function unwire({ store, vault }: Pick<Ports, 'store' | 'vault'>): Promise<void> {
  await vault.close()
  store.close()
}

/** The sources in the clone, the bundle in the package. */
function ownProgram(): string {
  const here = import.meta.url
  return fileURLToPath(new URL(here.endsWith('.ts') ? '../../../' : './', here))
}

/** Beside this file in the clone, beside the bundle in the package. */
function playerProgram(): string {
  const here = import.meta.url
  const path = here.endsWith('.ts') ? '../../../adapters/agents/scripted/scripted-player.ts' : './scripted-player.js'
  return fileURLToPath(new URL(path, here))
}

/** A timer stops while the machine sleeps: a long wait checks the clock now and then. */
const LOOK_EVERY_MS = 30_000

export const systemClock: Clock = {
  now: () => Date.now(),
  until: (at, signal) =>
    new Promise(resolve => {
      let timer: NodeJS.Timeout | undefined
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const look = () => (at > Date.now() ? wait() : done())
      // Uses a timer even if the time is over: repeated waits must yield to others.
      const wait = () => {
        timer = setTimeout(look, Math.min(Math.max(0, at - Date.now()), LOOK_EVERY_MS))
      }
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', done, { once: true })
      wait()
    }),
}

const systemIds: Ids = {
  runId: planId =>
    runId(
      `${planId}-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(2).toString('hex')}`,
    ),
  token: () => randomUUID(),
}
