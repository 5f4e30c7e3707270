import { COMMAND_NAMES, type CommandName, type Commands } from '../settings/commands.ts'
import type { Area, Config } from '../settings/config.ts'
import { matchesGlob } from '../text/glob.ts'
import type { Task } from './plan.ts'

/**
 * What a task holds while it is under way: its owner, or the areas that its files and outputs lie in, and those files
 * themselves. A task that names none of these holds nothing, and only the merge queue orders it.
 */
export function areasOf(task: Task, config: Config): readonly string[] {
  if (task.owner) return [`owner ${task.owner}`]
  const paths = pathsOf(task)
  const areas = config.areas.filter(area => area.owner !== null && paths.some(path => liesIn(path, area.glob)))
  return [...new Set([...areas.map(area => `owner ${area.owner}`), ...paths.map(path => `file ${path}`)])]
}

/**
 * The commands that a task is held to: its own, those of the areas that it lies in, those of the settings, and what was
 * found. Commands that were only found in an area fill what is missing for the whole: they never replace a suite that
 * sees more than they do.
 */
export function commandsForTask(task: Task, found: Commands, config: Pick<Config, 'commands' | 'areas'>): Commands {
  const areas = areasAround(task, config.areas)
  const whole = { ...found, ...config.commands }
  const filling = together(areas.filter(area => area.detected))
  return {
    ...filling,
    ...whole,
    ...together(areas.filter(area => !area.detected)),
    ...task.commands,
  }
}

/** The areas of a task's files and owner; all of them where it names neither. */
function areasAround(task: Task, areas: readonly Area[]): readonly Area[] {
  const paths = pathsOf(task)
  if (paths.length === 0 && task.owner === null) return areas.filter(area => area.detected)
  return areas.filter(
    area => (area.owner !== null && area.owner === task.owner) || paths.some(path => liesIn(path, area.glob)),
  )
}

/** The commands of several areas, one after another. */
function together(areas: readonly Area[]): Commands {
  const commands: Partial<Record<CommandName, string>> = {}
  for (const name of COMMAND_NAMES) {
    const said = [...new Set(areas.flatMap(area => area.commands?.[name] ?? []))]
    if (said.length > 0) commands[name] = said.join(' && ')
  }
  return commands
}

const pathsOf = (task: Task): readonly string[] => [
  ...Object.values(task.files).flat(),
  ...task.outputs.filter(output => output.type === 'file').map(output => output.value),
]

/** A path lies in an area that its glob names; a folder that the task names may hold the area, or be held by it. */
function liesIn(path: string, glob: string): boolean {
  const folder = glob.replace(/[*?[{].*$/, '').replace(/\/$/, '')
  return matchesGlob(path, glob) || folder === '' || path === folder || path.startsWith(`${folder}/`)
}
