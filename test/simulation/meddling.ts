import { seenOf } from '../../src/core/journal/seen.ts'
import { allRisks } from '../../src/core/risk/risks.ts'
import { evolve } from '../../src/core/run/evolve.ts'
import type { Command } from '../../src/core/run/input.ts'
import { findTask, fold } from '../../src/core/run/state.ts'
import type { Ports } from '../../src/ports.ts'
import type { FakeClock } from './clock.ts'
import { Random } from './random.ts'
import type { World } from './world.ts'

/** A human who says something to the run now and then while it goes on, until the signal. */
export async function meddle(
  world: World,
  clock: FakeClock,
  { seed, tasks, signal }: { readonly seed: number; readonly tasks: number; readonly signal: AbortSignal },
): Promise<void> {
  const random = new Random(seed ^ 0x0dd)
  for (let turns = 1 + random.below(4); turns > 0; turns--) {
    await clock.until(clock.now() + 5_000 + random.below(200_000), signal)
    const run = [...world.disk.runs.keys()].find(id => !id.startsWith('opening'))
    // With no engine alive a command is decided by the process that was given it, and never waits in the inbox.
    if (signal.aborted || run === undefined || world.driving.size === 0) return
    const task = String(1 + random.below(tasks)) as never
    const said = { task, by: 'Ada', note: 'a word' }
    // The engine decides later than Ada looked: the task may have changed since.
    const state = fold(await world.openStore().read(run), evolve)
    const known = state && findTask(state, task)
    const seen = known ? { seen: seenOf(known) } : {}
    const command = random.pick<Command>([
      { type: 'tell-task', ...said },
      { type: 'stop-task', ...said },
      { type: 'stop-run', by: 'Ada' },
      {
        type: random.pick([
          'revise-task',
          'reject-task',
          'pause-task',
          'approve-task',
          'skip-task',
          'waive-task',
          'retry-task',
        ]),
        ...said,
        ...seen,
      },
      { type: 'use-settings', parallel: 1 + random.below(3) },
    ])
    const risk = state && allRisks(state).find(({ status }) => status === 'open')
    const aboutRisk: Command | null = risk
      ? { type: 'decide-risk', risk: risk.id, status: 'accepted', by: 'Ada', note: 'known' }
      : null
    await world.openStore().submit(run, (turns % 2 === 0 && aboutRisk) || command, clock.now())
  }
}

/** A world that says no now and then: a branch that moved, a repository that cannot be written, a check that cannot run. */
export function refusing(ports: Ports, seed: number): Ports {
  const random = new Random(seed ^ 0x4e0)
  const { vault, rooms } = ports
  // A machine that cannot start a shell often cannot do so for a while.
  let isDownFor = 0
  return {
    ...ports,
    vault: new Proxy(vault, {
      get: (object, name) => {
        const method = Reflect.get(object, name)
        if (name === 'moveBranch')
          return async (...args: Parameters<typeof vault.moveBranch>) =>
            args[1] !== null && random.chance(0.05) ? 'stale' : vault.moveBranch(...args)
        if (name === 'publish')
          return async (...args: Parameters<typeof vault.publish>) =>
            random.chance(0.1) ? { reason: 'moved', detail: 'somebody was faster' } : vault.publish(...args)
        return typeof method === 'function' ? method.bind(object) : method
      },
    }),
    rooms: {
      ...rooms,
      altered: async () => (random.chance(0.02) ? ['/usr/bin/node'] : []),
      run: async (room, spec, signal) => {
        const result = await rooms.run(room, spec, signal)
        if (random.chance(0.01)) isDownFor = 1 + random.below(6)
        if (isDownFor === 0) return result
        isDownFor--
        // A command that was never started has written no report.
        return { ...result, report: null, ending: { is: 'could-not-start', problem: 'no shell' } }
      },
    },
  }
}

/** The store of an engine that stands still from then on for longer than its lease lasts, and lives. */
export function standingStill(ports: Ports, clock: FakeClock, from: number): Ports {
  const { store } = ports
  const never = new AbortController().signal
  return {
    ...ports,
    store: {
      ...store,
      renewLease: async (lease, now) => {
        if (now >= from) await clock.until(now + 60_000, never)
        return store.renewLease(lease, now)
      },
    },
  }
}
