import { posix } from 'node:path'
import type { TestFailure } from '../../core/proof/test-results.ts'
import { cleanText } from '../../core/text/clean-text.ts'

const LINES_MAX = 12
const LINE_LENGTH_MAX = 300
const FRAME = /^\s*at\s|^\s*❯\s|^\s*File ".*", line \d+/

/** A runner's failure message, cut to the part a person reads first. */
export function failureOf(
  text: string,
  stack: string,
  roots: readonly string[],
  fallback: TestFailure['at'] = null,
): TestFailure {
  return { message: shortened(text, roots), at: placeIn(stack || text, roots) ?? fallback }
}

/** The first meaningful lines; not stack frames or blank lines. */
export function shortened(text: string, roots: readonly string[]): string {
  const lines = withoutRoots(cleanText(text), roots)
    .split('\n')
    .map(line => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line.trimEnd()))
    .filter(line => line.trim() !== '' && !FRAME.test(line))
  const [first = 'failed without a message', ...others] = lines
  const shown = [first.trim(), ...others.slice(0, LINES_MAX - 1)]
  return (others.length >= LINES_MAX ? [...shown.slice(0, -1), '…'] : shown).join('\n')
}

/** Removes the room's path, which differs between runs. */
const withoutRoots = (text: string, roots: readonly string[]): string =>
  roots.reduce((short, root) => short.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, ''), text)

/** The first stack frame in the tree and not in a package. */
function placeIn(stack: string, roots: readonly string[]): TestFailure['at'] {
  for (const line of cleanText(stack).split('\n')) {
    const [, path, number] =
      /(?:^|[\s(@])(?:file:\/\/)?(\/[^\s():][^():]*?\.\w+):(\d+)(?::\d+)?\)?\s*$/.exec(line) ??
      /^\s*at (?:.*\()?([^\s():]+\.\w+):(\d+):\d+\)?\s*$/.exec(line) ??
      /File "([^"]+)", line (\d+)/.exec(line) ??
      []
    if (path === undefined) continue
    const file = relativeToRoot(roots, decoded(path))
    if (file !== null && !/(^|\/)(node_modules|site-packages)\//.test(file)) return { file, line: Number(number) }
  }
  return null
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** With `/`, without `./`; null for paths outside. */
export function relativeToRoot(roots: readonly string[], path: string): string | null {
  const plain = path.replace(/^file:\/\//, '').replaceAll('\\', '/')
  if (!plain.startsWith('/')) {
    const inside = posix.normalize(plain)
    return inside === '.' || inside.startsWith('../') ? null : inside
  }
  const root = roots.find(candidate => plain.startsWith(`${candidate.replace(/\/$/, '')}/`))
  return root === undefined ? null : plain.slice(root.replace(/\/$/, '').length + 1)
}
