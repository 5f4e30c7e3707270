/** Held-out checks: tests and commands of the user that no agent ever sees. */
import { RELEASES_DIR } from '../handover/release-paths.ts'
import type { RunState } from '../run/state.ts'
import type { Config } from '../settings/config.ts'
import type { HeldOut, Plan, Task } from './plan.ts'
import { subPlanPaths } from './plan-documents.ts'
import type { PlanPlace } from './plan-place.ts'

type Settings = Pick<Config, 'hidden' | 'releasesDir'>

/** The held-out checks of a task: its own, and those of the settings. */
export const heldOutOf = ({ hidden = [] }: Settings, task: Pick<Task, 'hidden'>): readonly HeldOut[] => [
  ...new Map([...(task.hidden ?? []), ...hidden].map(check => [JSON.stringify(check), check])).values(),
]

/** The files of all held-out checks; they are part of no workspace and of no code tree. */
export const heldOutFiles = ({ hidden = [] }: Settings, { tasks }: Pick<Plan, 'tasks'>): readonly string[] => [
  ...new Set([...hidden, ...tasks.flatMap(task => task.hidden ?? [])].flatMap(filesOf)),
]

const filesOf = (check: HeldOut): readonly string[] => (check.is === 'file' ? [check.path] : [])

/** Whether anything is held out in a run. */
const isAnythingHeldOut = ({ hidden = [] }: Settings, { tasks }: Pick<Plan, 'tasks'>): boolean =>
  hidden.length > 0 || tasks.some(task => (task.hidden ?? []).length > 0)

/** Every path that is kept from agents: held-out files, and the documents that name them. Empty if nothing is held out. */
export function concealedPaths({
  config,
  plan,
  place,
}: {
  readonly config: Settings
  readonly plan: Pick<Plan, 'tasks' | 'subPlans'>
  readonly place: PlanPlace
}): readonly string[] {
  if (!isAnythingHeldOut(config, plan)) return []
  return [...heldOutFiles(config, plan), place.path, ...subPlanPaths(plan, place), ...namesIn(config)]
}

/** The same before there is a plan. */
export const concealedBySettings = (config: Settings): readonly string[] =>
  isAnythingHeldOut(config, NO_TASKS) ? [...heldOutFiles(config, NO_TASKS), ...namesIn(config)] : []

const NO_TASKS = { tasks: [] }

/** The same for a run. */
export const concealedIn = ({ config, plan, opened }: RunState): readonly string[] =>
  concealedPaths({ config, plan, place: opened.place })

/** Both names of the settings file, and the manifests of earlier releases: they may name held-out checks. */
const namesIn = ({ releasesDir = RELEASES_DIR }: Settings): readonly string[] => [
  'pm-agent.yaml',
  'pm-agent.yml',
  `${releasesDir}/`,
]
