import { commandsForTask } from '../../../core/plan/area.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { plannedTier, type Tiering } from '../../../core/risk/tier.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Area, Config } from '../../../core/settings/config.ts'
import { type PlannedGate, plannedGates } from '../../../core/settings/gate-assignment.ts'
import type { GateSettings } from '../../../core/settings/gate-settings.ts'
import { detectCommands } from '../../../engine/proof/project/detect.ts'
import { detectAreas } from '../../../engine/proof/project/detect-areas.ts'
import { detectTaskTest } from '../../../engine/proof/project/detect-tests.ts'
import { readWorkingTree } from '../places/working-tree.ts'

/** How the project is checked, from the files of a checkout and the settings. */
export interface ProjectCommands {
  /** What was recognised. */
  readonly project: readonly string[]
  /** For the whole repository: from the settings, else detected. */
  readonly commands: Commands
  readonly areas: readonly Area[]
  /** The gates of the settings; undefined without any. */
  readonly gates: GateSettings | undefined
  forTask(task: Task): Promise<Commands>
  /** The task's own test, which runs in addition to the suite; null if there is none. */
  ownTestOf(task: Task): Promise<string | null>
  /** The gates that a task with these commands will go through. */
  gatesFor(task: Task, commands: Commands): readonly PlannedGate[]
  /** The tier of a task before any work. */
  tieringOf(task: Task): Tiering
}

export async function projectCommands(
  top: string,
  config: Pick<Config, 'commands' | 'areas' | 'gates' | 'sensitive'>,
): Promise<ProjectCommands> {
  const tree = readWorkingTree(top)
  const found = await detectCommands(tree)
  const areas = allAreas(config.areas, await detectAreas(tree))
  const tieringOf = (task: Task) => plannedTier(task, config)
  const commandsOf = (task: Task, commands: Commands) =>
    commandsForTask(task, commands, { commands: config.commands, areas })
  const testOf = (task: Task) => detectTaskTest(task, tree, commandsOf(task, found.commands).test)
  const settings = config.gates ? { settings: config.gates } : {}
  return {
    project: found.project,
    commands: { ...found.commands, ...config.commands },
    areas,
    gates: config.gates,
    tieringOf,
    gatesFor: (task, commands) => plannedGates({ ...task, tier: tieringOf(task).tier }, commands, settings),
    forTask: async task => {
      const test = await testOf(task)
      return commandsOf(task, { ...(test === null ? {} : { test }), ...found.commands })
    },
    ownTestOf: async task => {
      const test = await testOf(task)
      return commandsOf(task, found.commands).test === undefined ? null : test
    },
  }
}

/** The areas of the settings, and other detected ones. */
function allAreas(written: readonly Area[], found: readonly Area[]): readonly Area[] {
  const folder = (glob: string) => glob.replace(/\/?\**$/, '')
  const known = new Set(written.map(area => folder(area.glob)))
  return [...written, ...found.filter(area => !known.has(folder(area.glob)))]
}

/** A planned gate as `--json` shows it. */
export const gateJson = ({ gate, blocking, notRun }: PlannedGate) => ({
  gate,
  blocking,
  runs: notRun === null,
  reason: notRun,
})

/** Commands on one line. */
export const commandWords = (commands: Commands): string =>
  Object.entries(commands)
    .map(
      ([name, command]) =>
        `${name} = ${command}${name === 'format' ? ' (on changed files, before they are proven)' : ''}`,
    )
    .join('; ')

/** The commands of a task that differ from the repository's; null if none do. */
export function ownCommands(own: Commands, commands: Commands): string | null {
  const different = Object.entries(own).filter(([name, command]) => commands[name as keyof Commands] !== command)
  return different.length > 0 ? commandWords(Object.fromEntries(different)) : null
}
