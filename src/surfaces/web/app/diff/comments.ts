/** A comment of the reader at lines of a change. */
export interface LineComment {
  readonly attempt: number
  readonly path: string
  /** Removed lines have numbers of the old file only. */
  readonly side: 'old' | 'new'
  readonly from: number
  readonly to: number
  /** The commented lines. */
  readonly quoted: readonly string[]
  readonly text: string
}

/** Comments are told apart by their place; a second one at the same place replaces the first. */
const placeOf = ({ attempt, path, side, to }: Pick<LineComment, 'attempt' | 'path' | 'side' | 'to'>): string =>
  `${attempt} ${side} ${to} ${path}`

/** The comments with this one; an empty text removes it. */
export function withComment(comments: readonly LineComment[], comment: LineComment): readonly LineComment[] {
  const others = comments.filter(one => placeOf(one) !== placeOf(comment))
  return comment.text.trim() === '' ? others : [...others, { ...comment, text: comment.text.trim() }]
}

const QUOTED_MAX = 6

/** All comments as one message to the agent: each with its place and the lines that it is about. */
export function messageOf(comments: readonly LineComment[], overall: string): string {
  const paths = [...new Set(comments.map(({ path }) => path))]
  const inOrder = paths.flatMap(path =>
    comments.filter(one => one.path === path).sort((one, other) => one.from - other.from || one.to - other.to),
  )
  return [overall.trim(), ...inOrder.map(paragraphOf)].filter(Boolean).join('\n\n')
}

function paragraphOf({ path, side, from, to, quoted, text }: LineComment): string {
  const lines = from === to ? `${from}` : `${from}-${to}`
  const left = quoted.length - QUOTED_MAX
  return [
    `${path}:${lines}${side === 'old' ? ' (removed lines)' : ''}`,
    ...quoted.slice(0, QUOTED_MAX).map(line => `> ${line}`),
    ...(left > 0 ? [`> … ${left} more`] : []),
    text,
  ].join('\n')
}
