/** The kinds of comments that pm-agent writes, as data in an invisible first line. */
export type Mark =
  /** A run claims the pull request; `over` are claims that a human had released by taking the labels off. */
  | { readonly kind: 'begun'; readonly run: string; readonly over: readonly string[] }
  /** The n-th pause of a run, and its questions. */
  | { readonly kind: 'blocked'; readonly run: string; readonly pause: number; readonly cause: string }
  /** The run went on after its n-th pause. */
  | { readonly kind: 'continued'; readonly run: string; readonly pause: number }
  /** The run is complete, and this is its report. */
  | { readonly kind: 'report'; readonly run: string }

/** Signs a text with the secret of a run. */
export type Sign = (text: string) => string

const BEGIN = '<!-- pm-agent:'
const END = ' -->'

/** The first line of a comment. */
export const markLine = (mark: Mark, sign: Sign): string => {
  const words = wordsOf(mark).map(encodeURIComponent)
  return `${BEGIN}${words.join(' ')} ${sign(words.join(' '))}${END}`
}

function wordsOf(mark: Mark): readonly string[] {
  switch (mark.kind) {
    case 'begun':
      return [mark.kind, mark.run, ...mark.over]
    case 'blocked':
      return [mark.kind, mark.run, String(mark.pause), mark.cause]
    case 'continued':
      return [mark.kind, mark.run, String(mark.pause)]
    case 'report':
      return [mark.kind, mark.run]
  }
}

/** The mark of a comment of any author; null if it has none. */
export function readMark(comment: string): { readonly mark: Mark; readonly line: string } | null {
  const line = comment.split('\n', 1)[0]!.trim()
  if (!line.startsWith(BEGIN) || !line.endsWith(END)) return null
  const [kind, run, ...rest] = line.slice(BEGIN.length, -END.length).split(' ').slice(0, -1).map(decoded)
  if (!run) return null
  const [pause = '', cause = ''] = rest
  switch (kind) {
    case 'begun':
      return { line, mark: { kind, run, over: rest } }
    case 'blocked':
      return { line, mark: { kind, run, pause: Number(pause), cause } }
    case 'continued':
      return { line, mark: { kind, run, pause: Number(pause) } }
    case 'report':
      return { line, mark: { kind, run } }
    default:
      return null
  }
}

/** Whether a line is exactly what this run would have written. */
export const isSigned = (mark: Mark, line: string, sign: Sign): boolean => markLine(mark, sign) === line

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
