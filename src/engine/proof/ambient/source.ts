/** Sources of a program's results besides its input. */

/** A kind of source. */
export type AmbientSource =
  | 'environment'
  | 'arguments'
  | 'clock'
  | 'chance'
  | 'stack'
  | 'terminal'
  | 'process'
  | 'source'
  | 'files'
  | 'machine'
  | 'globals'
  | 'code'

/** One read of such a source. */
export interface AmbientRead {
  readonly source: AmbientSource
  /** As written in the program: `process.env.CI`. */
  readonly name: string
  readonly start: number
}

interface SourceRow {
  readonly words: string
  /** Words by which a task speaks of it. They only shorten a note: a read that is named needlessly refuses nothing. */
  readonly spoken: readonly string[]
}

const SOURCES: Readonly<Record<AmbientSource, SourceRow>> = {
  environment: { words: 'the environment', spoken: ['environment', 'env', 'variable', 'variables'] },
  arguments: {
    words: 'the arguments of the process',
    spoken: ['argument', 'arguments', 'argv', 'option', 'options', 'flag', 'flags', 'cli'],
  },
  clock: {
    words: 'the clock',
    spoken: ['clock', 'time', 'times', 'date', 'dates', 'now', 'today', 'timestamp', 'duration', 'expires', 'elapsed'],
  },
  chance: { words: 'chance', spoken: ['random', 'chance', 'uuid', 'shuffle', 'nonce', 'token'] },
  stack: { words: 'the stack of its callers', spoken: ['stack', 'trace', 'caller'] },
  terminal: { words: 'the terminal', spoken: ['terminal', 'tty', 'colour', 'colours', 'color', 'colors'] },
  process: { words: 'the state of its process', spoken: ['process', 'pid', 'memory', 'signal', 'signals'] },
  source: { words: 'its own place or source', spoken: ['module', 'modules', 'itself'] },
  files: {
    words: 'files',
    spoken: [
      'file',
      'files',
      'folder',
      'folders',
      'directory',
      'disk',
      'path',
      'paths',
      'load',
      'loads',
      'save',
      'saves',
    ],
  },
  machine: { words: 'the machine', spoken: ['machine', 'host', 'hostname', 'platform', 'cpu', 'home'] },
  globals: {
    words: 'globals that not every program has',
    spoken: ['global', 'globals', 'browser', 'page', 'window', 'dom'],
  },
  code: { words: 'code that is made or found while it runs', spoken: ['eval', 'plugin', 'plugins', 'dynamic'] },
}

/** A source in words. */
export const sourceWords = (source: AmbientSource): string => SOURCES[source].words

/** Whether the words of a task speak of a read: by its kind, or by a name in it. */
export function isReadSpokenOf({ source, name }: AmbientRead, words: ReadonlySet<string>): boolean {
  const parts = name.split(/[^\p{L}\p{N}_$]+/u).slice(1)
  return [...SOURCES[source].spoken, ...parts.map(part => part.toLowerCase())].some(word => words.has(word))
}

/** A name of a platform, and the source behind it; the longest name that fits decides. Null: no read. */
export type SourceTable = Readonly<Record<string, AmbientSource | null>>

/** The source behind a dotted name; null if it is none. */
export function sourceIn(table: SourceTable, name: string): AmbientSource | null {
  const parts = name.split('.')
  for (let count = parts.length; count > 0; count--) {
    const found = table[parts.slice(0, count).join('.')]
    if (found !== undefined) return found
  }
  return null
}
