import { h, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Decoration, Diff, getChangeKey, Hunk } from 'react-diff-view'
import { Near } from '../parts/near.ts'
import { coloursOf } from './colours.ts'
import { CommentForm, CommentNote } from './comment-box.ts'
import type { LineComment } from './comments.ts'
import { type DiffHunk, type DiffLine, type FileDiff, keyOfLine, lineAt, linesBetween, piecesOf } from './file-diff.ts'

const LINE_HEIGHT = 20

interface FileBoxProps {
  readonly file: FileDiff
  readonly attempt: number
  readonly isSplit: boolean
  readonly comments: readonly LineComment[]
  /** A line to show, by its key; the empty text for the file alone, null for none. */
  readonly place: string | null
  readonly comment: (comment: LineComment) => void
}

/** One changed file; drawn when it is open and near, piece by piece. */
export function FileBox(props: FileBoxProps): JSX.Element {
  const { file, place } = props
  const [isOpen, setOpen] = useState(file.folded === null)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (place === null) return
    setOpen(true)
    box.current?.scrollIntoView()
    if (place !== '') return whenDrawn(() => box.current?.querySelector<HTMLElement>(`[data-line="${place}"]`) ?? null)
  }, [place])
  return h(
    'details',
    {
      class: 'file',
      ref: box,
      'data-path': file.path,
      open: isOpen,
      onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open),
    },
    h(
      'summary',
      {},
      h('code', {}, file.path),
      h('span', { class: 'plus' }, `+${file.added}`),
      h('span', { class: 'minus' }, `−${file.removed}`),
      file.type !== 'modify' && h('span', { class: 'muted' }, file.type === 'add' ? 'new' : `${file.type}d`),
      file.folded !== null && h('span', { class: 'muted' }, file.folded),
    ),
    isOpen &&
      (file.isBinary
        ? h('p', { class: 'muted' }, 'A binary file.')
        : file.hunks.length === 0
          ? h('p', { class: 'muted' }, 'Only its mode or its name changed.')
          : h(Near, { height: linesIn(file) * LINE_HEIGHT, keep: true, draw: () => h(FileBody, props) })),
  )
}

/** Scrolls to an element and focuses it as soon as it is drawn. */
function whenDrawn(find: () => HTMLElement | null): () => void {
  let frames = 0
  let frame = 0
  const look = () => {
    const found = find()
    if (found) {
      found.scrollIntoView({ block: 'center' })
      found.focus({ preventScroll: true })
    } else if (frames++ < 60) frame = requestAnimationFrame(look)
  }
  frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}

const linesIn = ({ hunks }: FileDiff): number => hunks.reduce((sum, { changes }) => sum + changes.length + 1, 0)

/** Colours come after the text, one file at a time: the page answers in between. */
function useColours(file: FileDiff): ReturnType<typeof coloursOf> {
  const [colours, setColours] = useState<{ readonly of: FileDiff; readonly tokens: ReturnType<typeof coloursOf> }>()
  useEffect(() => {
    const later = setTimeout(() => setColours({ of: file, tokens: coloursOf(file) }))
    return () => clearTimeout(later)
  }, [file])
  return colours?.of === file ? colours.tokens : null
}

/** The lines that are being commented on, from the first key to the last. */
interface Open {
  readonly first: string
  readonly last: string
}

function FileBody({ file, attempt, isSplit, comments, place, comment }: FileBoxProps): JSX.Element {
  const tokens = useColours(file)
  const pieces = useMemo(() => piecesOf(file.hunks), [file])
  const [open, setOpen] = useState<Open | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const begin = (key: string, isRange: boolean) => {
    setText(open === null ? (comments.find(one => keyOfLine(file, one) === key)?.text ?? '') : text)
    setOpen(isRange && open ? { first: open.first, last: key } : { first: key, last: key })
  }
  const close = () => {
    setOpen(null)
    setText('')
    const back = open && body.current?.querySelector<HTMLElement>(`[data-line="${open.last}"]`)
    back?.focus()
  }
  const save = (said: string) => {
    const lines = open ? linesBetween(file, open.first, open.last) : []
    const [from, to] = [lines[0], lines.at(-1)]
    if (from && to)
      comment({
        attempt,
        path: file.path,
        side: lineAt(to).side,
        from: lineAt(from).number,
        to: lineAt(to).number,
        quoted: lines.map(({ content }) => content),
        text: said,
      })
    close()
  }
  const selected = open ? linesBetween(file, open.first, open.last).map(getChangeKey) : place ? [place] : []
  const widgets = widgetsFor(file, comments, open, said => begin(said, false))
  if (open) widgets[open.last] = h(CommentForm, { path: file.path, text, setText, save, close })
  return h(
    'div',
    {
      class: `lines lines-${file.type} ${isSplit ? 'lines-split' : ''}`,
      ref: body,
      onClick: (event: Event) => {
        const key = lineKey(event)
        if (key) begin(key, (event as MouseEvent).shiftKey)
      },
      onKeyDown: (event: KeyboardEvent) => moveBetweenLines(event, body.current),
    },
    pieces.map((piece, at) =>
      h(Near, {
        key: at,
        height: piece.changes.length * LINE_HEIGHT,
        draw: () => h(Piece, { piece, file, isSplit, tokens, selected, widgets }),
      }),
    ),
  )
}

const lineKey = (event: Event): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-line]')?.dataset.line

/** Arrow keys go from line to line, so that a file is one stop of the Tab key. */
function moveBetweenLines(event: KeyboardEvent, body: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || lineKey(event) === undefined || !body) return
  const lines = [...body.querySelectorAll<HTMLElement>('[data-line]')]
  const next = lines[lines.indexOf(event.target as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function widgetsFor(
  file: FileDiff,
  comments: readonly LineComment[],
  open: Open | null,
  edit: (key: string) => void,
): Record<string, JSX.Element> {
  const widgets: Record<string, JSX.Element> = {}
  for (const one of comments) {
    const key = keyOfLine(file, one)
    if (key !== null && key !== open?.last) widgets[key] = h(CommentNote, { comment: one, edit: () => edit(key) })
  }
  return widgets
}

interface PieceProps {
  readonly piece: DiffHunk
  readonly file: FileDiff
  readonly isSplit: boolean
  readonly tokens: ReturnType<typeof coloursOf>
  readonly selected: readonly string[]
  readonly widgets: Record<string, JSX.Element>
}

function Piece({ piece, file, isSplit, tokens, selected, widgets }: PieceProps): JSX.Element {
  const keys = new Set(piece.changes.map(getChangeKey))
  return h(Diff as unknown as (props: object) => JSX.Element, {
    viewType: isSplit ? 'split' : 'unified',
    diffType: file.type,
    hunks: [piece],
    tokens,
    selectedChanges: selected.filter(key => keys.has(key)),
    widgets: Object.fromEntries(Object.entries(widgets).filter(([key]) => keys.has(key))),
    renderGutter: gutter(file),
    children: ([hunk]: readonly DiffHunk[]) => [
      ...(hunk!.content
        ? [
            h(Decoration as unknown as (props: object) => JSX.Element, {
              key: 'head',
              children: h('span', { class: 'hunk-head' }, hunk!.content),
            }),
          ]
        : []),
      h(Hunk as unknown as (props: object) => JSX.Element, { key: 'hunk', hunk }),
    ],
  })
}

/** The number of a line is the button that comments on it, of an unchanged line the new number. Only the first is a stop of the Tab key. */
const gutter =
  ({ path, hunks }: FileDiff) =>
  ({
    change,
    side,
    renderDefault,
  }: {
    readonly change: DiffLine
    readonly side: 'old' | 'new'
    readonly renderDefault: () => JSX.Element
  }) => {
    const at = lineAt(change)
    if (at.side !== side) return renderDefault()
    return h(
      'button',
      {
        type: 'button',
        class: 'line',
        tabIndex: change === hunks[0]?.changes[0] ? 0 : -1,
        'data-line': getChangeKey(change),
        'aria-label': `Comment on ${side === 'old' ? 'removed ' : ''}line ${at.number} of ${path}`,
      },
      at.number,
    )
  }
