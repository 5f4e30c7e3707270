import type { Config } from './config.ts'
import type { Task } from './plan.ts'

/**
 * What a task holds while it is under way: its owner, or the areas that its files and outputs lie in, and those files
 * themselves. A task that names none of these holds nothing, and only the merge queue orders it.
 */
export function areasOf(task: Task, config: Config): readonly string[] {
  if (task.owner) return [`owner ${task.owner}`]
  const paths = [
    ...Object.values(task.files).flat(),
    ...task.outputs.filter(output => output.type === 'file').map(output => output.value),
  ]
  const areas = paths.flatMap(path =>
    config.areas.filter(area => liesIn(path, area.glob)).map(area => `owner ${area.owner}`),
  )
  return [...new Set([...areas, ...paths.map(path => `file ${path}`)])]
}

/** Areas are folders: a glob counts up to its first wildcard. */
function liesIn(path: string, glob: string): boolean {
  const folder = glob.replace(/[*?[{].*$/, '').replace(/\/$/, '')
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}
