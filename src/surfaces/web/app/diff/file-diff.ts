import { getChangeKey, isDelete, isInsert, parseDiff } from 'react-diff-view'
import { type FileKind, kindOf } from '../../../../engine/proof/reading/file-kind.ts'
import type { LineComment } from './comments.ts'

type ParsedFile = ReturnType<typeof parseDiff>[number]

export type DiffHunk = ParsedFile['hunks'][number]

export type DiffLine = DiffHunk['changes'][number]

/** One file of a change. */
export interface FileDiff {
  readonly path: string
  readonly type: ParsedFile['type']
  readonly isBinary: boolean
  readonly hunks: readonly DiffHunk[]
  readonly added: number
  readonly removed: number
  /** Why it is folded at first; null if it is open. */
  readonly folded: string | null
}

/** The files of a patch of git. A patch that cannot be read has none. */
export function readPatch(patch: string): readonly FileDiff[] {
  if (patch.trim() === '') return []
  return parseDiff(patch).map(file => {
    const path = file.type === 'delete' ? file.oldPath : file.newPath
    const lines = file.hunks.flatMap(({ changes }) => changes)
    const added = lines.filter(isInsert).length
    const removed = lines.filter(isDelete).length
    return {
      path,
      type: file.type,
      isBinary: file.isBinary === true,
      hunks: file.hunks,
      added,
      removed,
      folded: foldedBecause(kindOf(path), lines),
    }
  })
}

const LINES_OPEN_MAX = 1_500
/** No person writes such lines. */
const LINE_LENGTH_MAX = 2_000

function foldedBecause(kind: FileKind, lines: readonly DiffLine[]): string | null {
  if (kind === 'lock') return 'a package manager writes it'
  if (kind === 'foreign') return 'generated or from elsewhere'
  if (lines.length > LINES_OPEN_MAX) return `${lines.length.toLocaleString('en')} lines`
  return lines.some(({ content }) => content.length > LINE_LENGTH_MAX) ? 'very long lines' : null
}

/** Colours of a large file would take longer than reading it. */
export const isColoured = ({ hunks }: FileDiff): boolean =>
  hunks.reduce((sum, { changes }) => sum + changes.length, 0) <= LINES_OPEN_MAX

const PIECE = 150

/** Hunks in pieces, which are drawn one by one as they come near. */
export function piecesOf(hunks: readonly DiffHunk[]): readonly DiffHunk[] {
  return hunks.flatMap(hunk => {
    if (hunk.changes.length <= PIECE) return [hunk]
    const count = Math.ceil(hunk.changes.length / PIECE)
    return Array.from({ length: count }, (_, at) => ({
      ...hunk,
      content: at === 0 ? hunk.content : '',
      changes: hunk.changes.slice(at * PIECE, (at + 1) * PIECE),
    }))
  })
}

/** The side and number under which a line is commented: removed lines have only an old one. */
export function lineAt(line: DiffLine): { readonly side: 'old' | 'new'; readonly number: number } {
  if (isDelete(line)) return { side: 'old', number: line.lineNumber }
  return { side: 'new', number: isInsert(line) ? line.lineNumber : line.newLineNumber }
}

/** The lines from one to another one of the same side, in either order. */
export function linesBetween({ hunks }: FileDiff, one: string, other: string): readonly DiffLine[] {
  const lines = hunks.flatMap(({ changes }) => changes)
  const [first, last] = [one, other].map(key => lines.findIndex(line => getChangeKey(line) === key))
  if (first === undefined || last === undefined || first < 0 || last < 0) return []
  const { side } = lineAt(lines[Math.max(first, last)]!)
  return lines.slice(Math.min(first, last), Math.max(first, last) + 1).filter(line => lineAt(line).side === side)
}

/** The line that a comment or a place `path:line` is about; null if the change does not show it. */
export const keyOfLine = ({ hunks }: FileDiff, { side, to }: Pick<LineComment, 'side' | 'to'>): string | null => {
  const found = hunks
    .flatMap(({ changes }) => changes)
    .find(line => {
      const at = lineAt(line)
      return at.side === side && at.number === to
    })
  return found ? getChangeKey(found) : null
}
