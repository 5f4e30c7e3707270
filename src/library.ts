/** What another program imports to drive runs itself; the command line is built on the same calls. docs/commands.md has an example. */

export { thisHolder } from './adapters/store/lease-holder.ts'
export { PHASES, phaseOf } from './core/release/phase.ts'
export { viewRun } from './core/shown/view.ts'
export { drive } from './engine/engine.ts'
export { openRun } from './engine/open.ts'
export { findPlaces } from './surfaces/cli/places/places.ts'
export { prepareRun } from './surfaces/cli/run/prepare-run.ts'
export { unwire, wire } from './surfaces/cli/run/wiring.ts'
