import { thisHolder } from '../../../src/adapters/store/lease-holder.ts'
import type { RunState } from '../../../src/core/run/state.ts'
import { drive } from '../../../src/engine/engine.ts'
import { openRun } from '../../../src/engine/open.ts'
import type { Clock } from '../../../src/ports.ts'
import { findPlaces } from '../../../src/surfaces/cli/places/places.ts'
import { prepareRun } from '../../../src/surfaces/cli/run/prepare-run.ts'
import { wire } from '../../../src/surfaces/cli/run/wiring.ts'
import type { Project } from './project.ts'

/** A run through the library instead of the command line: for things that cannot be passed to a process, such as a clock. */
export async function runInProcess(
  project: Project,
  options: { readonly plan: string; readonly agent: string; readonly clock: Clock },
): Promise<RunState> {
  const terminal = { print: () => {}, warn: () => {}, colour: false }
  const context = { cwd: project.dir, env: project.env(), terminal }
  const places = await findPlaces(context)
  const prepared = await prepareRun(context, places, options)
  const ports = await wire(places, prepared.path, { env: context.env, clock: options.clock })
  const opened = await openRun(ports, { ...prepared, holder: thisHolder() })
  if (!opened.ok) throw new Error(opened.error.reason)
  try {
    return await drive(ports, { lease: opened.value.lease!, state: opened.value.state })
  } finally {
    ports.store.close()
  }
}
