import type { Commit } from '../../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../../core/plan/make-contract.ts'
import type { Baseline } from '../../../core/run/event.ts'
import type { RunState } from '../../../core/run/state.ts'
import { fittingsOf } from '../../../core/settings/config.ts'
import type { Ports } from '../../../ports.ts'
import { readerOf } from '../../tree-reader.ts'
import { detectCommands, isGreenfield } from './detect.ts'
import { measureCommands } from './measure.ts'

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
  return {
    gates: measured.map(({ gate }) => gate),
    problems: measured.flatMap(({ problem }) => problem ?? []),
    commands,
    greenfield,
  }
}
