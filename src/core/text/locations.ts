import { plainPath } from './paths.ts'

/** A location in a program's output, and the line that names it. */
export interface NamedPlace {
  readonly file: string
  readonly line: number
  readonly words: string
}

/** `src/a.ts:3:5: …`, `src/a.ts(3,5): …`, `--> src/lib.rs:3:5`, `File "a.py", line 3`. */
const INLINE = /(?<path>[\w@.+/-]+\.\w+)(?::(?<colon>\d+)|\((?<bracket>\d+)(?:,\d+)?\)|", line (?<spoken>\d+))/g
/** A file on a separate line, followed by lines that begin with a position. */
const HEADING = /^\s*(?<path>[\w@.+/-]+\.\w+):?\s*$/
const BELOW = /^\s+(?<line>\d+):\d+\s+/

/** The locations in a program's output that are in this tree, each once, in order. */
export function placesIn(text: string, files: ReadonlySet<string>): readonly NamedPlace[] {
  const found = new Map<string, NamedPlace>()
  const add = (path: string, line: number, words: string): void => {
    const file = fileOf(path, files)
    if (file !== null && !found.has(`${file}:${line}`))
      found.set(`${file}:${line}`, { file, line, words: words.trim() })
  }
  let heading: string | null = null
  for (const words of text.split('\n')) {
    const alone = HEADING.exec(words)?.groups?.path
    if (alone) heading = alone
    const below = heading === null ? undefined : BELOW.exec(words)?.groups?.line
    if (below) add(heading!, Number(below), words)
    for (const { groups } of words.matchAll(INLINE))
      add(groups!.path!, Number(groups!.colon ?? groups!.bracket ?? groups!.spoken), words)
  }
  return [...found.values()]
}

/** Programs name files from their own point of view, perhaps with absolute paths. */
function fileOf(path: string, files: ReadonlySet<string>): string | null {
  let rest = plainPath(path)
  while (!files.has(rest)) {
    const at = rest.indexOf('/')
    if (at < 0) return null
    rest = rest.slice(at + 1)
  }
  return rest
}
