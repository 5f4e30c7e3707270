import { COMMAND_NAMES, type CommandName, type Commands, withoutReleaseCommands } from '../settings/commands.ts'
import type { Area, Config } from '../settings/config.ts'
import { matchesGlob } from '../text/glob.ts'
import { pathsOfTask, type Task } from './plan.ts'

/**
 * The parts of the repository that a task locks while it runs: its owner, or the areas of its files and outputs, and
 * those files themselves. A task that names none of these locks nothing; only the merge queue orders it.
 */
export function areasOf(task: Task, config: Config): readonly string[] {
  if (task.owner) return [`owner ${task.owner}`]
  const paths = pathsOfTask(task)
  const areas = config.areas.filter(area => area.owner !== null && paths.some(path => liesIn(path, area.glob)))
  return [...new Set([...areas.map(area => `owner ${area.owner}`), ...paths.map(path => `file ${path}`)])]
}

/**
 * The commands that a task must pass: its own, those of its areas, those of the settings, and detected ones. Commands
 * that were only detected in an area fill gaps of the repository's commands: they never replace a suite that covers more
 * than they do.
 */
export function commandsForTask(task: Task, found: Commands, config: Pick<Config, 'commands' | 'areas'>): Commands {
  const areas = areasAround(task, config.areas)
  const whole = { ...found, ...config.commands }
  const filling = together(areas.filter(area => area.detected))
  return withoutReleaseCommands({
    ...filling,
    ...whole,
    ...together(areas.filter(area => !area.detected)),
    ...task.commands,
  })
}

/**
 * The suites of everything that a change touches and that the task's own test command does not run: those of the areas of changed
 * files, and the repository's where the task has a narrower one.
 */
export function impactedSuites(
  paths: readonly string[],
  own: string | undefined,
  config: Pick<Config, 'commands' | 'areas'>,
): readonly string[] {
  const parts = own?.split(' && ') ?? []
  const isSuiteOfAreas = parts.every(part => config.areas.some(({ commands }) => commands?.test === part))
  const suites = config.areas
    // A detected suite is a part of the repository's own one.
    .filter(({ glob, detected }) => (isSuiteOfAreas || !detected) && paths.some(path => matchesGlob(path, glob)))
    .map(({ commands }) => commands?.test)
  return [...new Set([...suites, config.commands.test])]
    .filter(suite => suite !== undefined)
    .filter(suite => suite !== own && !parts.includes(suite))
}

/** The areas of a task's files and owner; all of them if it names neither. */
function areasAround(task: Task, areas: readonly Area[]): readonly Area[] {
  const paths = pathsOfTask(task)
  if (paths.length === 0 && task.owner === null) return areas.filter(area => area.detected)
  return areas.filter(
    area => (area.owner !== null && area.owner === task.owner) || paths.some(path => liesIn(path, area.glob)),
  )
}

/** The commands of several areas, in sequence. */
function together(areas: readonly Area[]): Commands {
  const commands: Partial<Record<CommandName, string>> = {}
  for (const name of COMMAND_NAMES) {
    const said = [...new Set(areas.flatMap(area => area.commands?.[name] ?? []))]
    if (said.length > 0) commands[name] = said.join(' && ')
  }
  return commands
}

/** A path is in an area whose glob matches it; a folder named by the task may contain the area, or be inside it. */
function liesIn(path: string, glob: string): boolean {
  const folder = glob.replace(/[*?[{].*$/, '').replace(/\/$/, '')
  return matchesGlob(path, glob) || folder === '' || path === folder || path.startsWith(`${folder}/`)
}
