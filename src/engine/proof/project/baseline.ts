import type { TaskFacts } from '../../../core/intake/standing.ts'
import type { Commit } from '../../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../../core/plan/make-contract.ts'
import type { Baseline } from '../../../core/run/event.ts'
import type { RunState } from '../../../core/run/state.ts'
import { fittingsOf } from '../../../core/settings/config.ts'
import type { Ports } from '../../../ports.ts'
import { readTaskFacts } from '../../intake/task-facts.ts'
import { readerOf } from '../../tree-reader.ts'
import { detectCommands, isGreenfield } from './detect.ts'
import { measureCommands } from './measure.ts'
import type { TrialGround } from './tried-checks.ts'

/** Runs the commands on the base before the first dispatch, to know existing failures and problems of the machine. */
export async function measureBaseline(
  ports: Ports,
  state: RunState,
  base: Commit,
  options: { readonly token: string; readonly signal: AbortSignal },
): Promise<Baseline> {
  const { vault } = ports
  const { config } = state
  const tree = await vault.without(await vault.treeOf(base), bookkeepingPaths(state))
  const reader = await readerOf(vault, tree)
  const found = await detectCommands(reader)
  const all = { ...found.commands, ...config.commands }
  const commands = Object.fromEntries(Object.entries(all).filter(([, command]) => command))
  const greenfield = isGreenfield(reader.list)
  const fittings = fittingsOf(config)
  const { missing = [] } = await ports.rooms.environment(fittings)
  if (missing.length > 0) return { gates: [], problems: missing, commands, greenfield }
  // If there is no project yet, nothing can be measured: the first task brings the commands.
  // In quick mode no command runs either.
  if (greenfield || config.quick) return { gates: [], problems: [], commands, greenfield }
  const { limits, generated } = config
  const measured = await measureCommands(ports, {
    ...{ tree, commands, configured: config.commands, limits, fittings, generated },
    ...options,
  })
  const problems = measured.flatMap(({ problem }) => problem ?? [])
  const intake = problems.length > 0 ? [] : await openFacts(ports, state, { tree, commands, config, ...options })
  return {
    gates: measured.map(({ gate }) => gate),
    problems,
    commands,
    greenfield,
    ...(intake.length > 0 ? { intake } : {}),
  }
}

/** The existing parts of tasks that have not begun. The results of a rehearsal are scripted and show nothing. */
async function openFacts(ports: Ports, state: RunState, ground: TrialGround): Promise<readonly TaskFacts[]> {
  const { rehearsed = false } = await ports.rooms.environment(fittingsOf(state.config))
  const open = state.tasks.filter(({ stage, attempts }) => stage.is === 'queued' && attempts.length === 0)
  return rehearsed
    ? []
    : readTaskFacts(
        ports,
        open.map(({ task }) => task),
        ground,
      )
}
