import { ID_SEPARATOR } from '../../core/proof/test-results.ts'
import type { SuiteLaunch } from '../../ports.ts'
import { quote } from './command-line.ts'

/** The names of a test that is to run alone, from the outermost on, without its file; null when none is. */
export function namesAlone({ alone }: SuiteLaunch): readonly string[] | null {
  const names = alone?.split(ID_SEPARATOR).slice(1) ?? []
  // The second of two tests with one name cannot be told from the first by it.
  return names.length === 0 || / #\d+$/.test(alone!) ? null : names
}

/** A pattern that fits a name and nothing else. */
export const exactly = (name: string): string => `^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`

/** The words by which a runner that knows tests by their whole name is asked for one of them. */
export function onlyNamed(option: string, how: SuiteLaunch): readonly string[] {
  const names = namesAlone(how)
  return names ? [`${option}=${quote(exactly(names.join(' ')))}`] : []
}
