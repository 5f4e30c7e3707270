import { ID_SEPARATOR } from '../../core/proof/test-results.ts'
import { literal } from '../../core/text/pattern.ts'
import { shellWord } from '../../core/text/shell-word.ts'
import type { SuiteLaunch } from '../../ports.ts'

/** The names of a single test to run, outermost first, without its file; null if none is selected. */
export function namesAlone({ alone }: SuiteLaunch): readonly string[] | null {
  const names = alone?.split(ID_SEPARATOR).slice(1) ?? []
  // The second of two tests with the same name cannot be selected by name.
  return names.length === 0 || / #\d+$/.test(alone!) ? null : names
}

/** A pattern that matches a name and nothing else. */
export const exactly = (name: string): string => `^${literal(name).replaceAll('/', '\\/')}$`

/** The arguments that select one test in a runner that knows tests by their full name. */
export function onlyNamed(option: string, how: SuiteLaunch): readonly string[] {
  const names = namesAlone(how)
  return names ? [`${option}=${shellWord(exactly(names.join(' ')))}`] : []
}
