import { h, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useHere } from '../frame/run-context.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { useKept } from '../parts/kept.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import type { TaskPartProps } from '../task/task-part.ts'
import { type LineComment, withComment } from './comments.ts'
import { FileBox } from './file-box.ts'
import { type FileDiff, keyOfLine, readPatch } from './file-diff.ts'
import { SendBack } from './send-back.ts'

/** Everything that an attempt changed. Comments at its lines go back to the agent as one decision. */
export function ChangesPart({ task, attempt }: TaskPartProps): JSX.Element {
  const { run, address } = useHere()
  const path = attempt === null ? null : partOf(run, 'tasks', task.id, 'attempts', String(attempt), 'diff')
  const isUnderWay = task.history.find(one => one.attempt === attempt)?.draft === null
  const { value, refusal } = useFetched<string>(path, isUnderWay ? task.version : 'ended')
  const files = useMemo(() => readFiles(value), [value])
  const [kept, setKept] = useKept<readonly LineComment[] | null>(`comments ${run} ${task.id}`, [])
  const [isSplit, setSplit] = useKept('diff beside', false)
  const comments = (kept ?? []).filter(one => one.attempt === attempt)
  if (attempt === null) return h(Nothing, {}, 'No agent has been asked about this task yet.')
  if (value === null) return refusal ? h(RefusalNote, refusal) : h(Nothing, {}, 'Loading …')
  if (files === null) return h('pre', { class: 'tall', tabIndex: 0 }, value)
  if (files.length === 0) return h(Nothing, {}, 'This attempt changed nothing.')
  return h(
    'div',
    { class: 'changes' },
    h(FileList, { files, comments, isSplit, setSplit }),
    h(
      'div',
      { class: 'files' },
      files.map(file =>
        h(FileBox, {
          key: file.path,
          file,
          attempt,
          isSplit,
          comments: comments.filter(one => one.path === file.path),
          place: placeIn(file, address.place),
          comment: said => setKept(withComment(kept ?? [], said)),
        }),
      ),
    ),
    comments.length > 0 &&
      h(SendBack, { task, comments, discard: () => setKept((kept ?? []).filter(one => one.attempt !== attempt)) }),
  )
}

/** Null where the patch cannot be read: then it is shown as it is. */
function readFiles(patch: string | null): readonly FileDiff[] | null {
  try {
    return readPatch(patch ?? '')
  } catch {
    return null
  }
}

/** The line of a place `path:line` in this file; the empty text for the file alone, null for another file. */
function placeIn(file: FileDiff, place: string | null): string | null {
  if (place === null) return null
  if (place === file.path) return ''
  const cut = place.lastIndexOf(':')
  if (place.slice(0, cut) !== file.path) return null
  return keyOfLine(file, { side: 'new', to: Number(place.slice(cut + 1)) }) ?? ''
}

const SIGNS: Readonly<Record<FileDiff['type'], string>> = { add: 'A', delete: 'D', modify: 'M', rename: 'R', copy: 'C' }

function FileList({
  files,
  comments,
  isSplit,
  setSplit,
}: {
  readonly files: readonly FileDiff[]
  readonly comments: readonly LineComment[]
  readonly isSplit: boolean
  readonly setSplit: (isSplit: boolean) => void
}): JSX.Element {
  const sum = (pick: (file: FileDiff) => number) => files.reduce((all, file) => all + pick(file), 0)
  const box = useRef<HTMLDetailsElement>(null)
  const [isWide] = useState(() => window.innerWidth >= 1_000)
  useEffect(() => {
    if (box.current) box.current.open = isWide
  }, [])
  const goTo = (path: string) => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-path]')].find(one => one.dataset.path === path)
    found?.scrollIntoView()
    found?.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true })
  }
  return h(
    'aside',
    { class: 'file-list', 'aria-label': 'Changed files' },
    h(
      'details',
      { ref: box },
      h(
        'summary',
        {},
        `${files.length} ${files.length === 1 ? 'file' : 'files'} `,
        h('span', { class: 'plus' }, `+${sum(file => file.added)}`),
        ' ',
        h('span', { class: 'minus' }, `−${sum(file => file.removed)}`),
      ),
      h(
        'ul',
        {},
        files.map(file =>
          h(
            'li',
            { key: file.path },
            h(
              'button',
              { type: 'button', onClick: () => goTo(file.path), title: file.path },
              h('span', { class: `file-sign file-${file.type}`, title: file.type }, SIGNS[file.type]),
              h('span', { class: 'file-name' }, file.path),
              h('span', { class: 'muted' }, commentCount(comments.filter(one => one.path === file.path).length)),
            ),
          ),
        ),
      ),
    ),
    isWide &&
      h(
        'label',
        { class: 'check' },
        h('input', { type: 'checkbox', checked: isSplit, onChange: event => setSplit(event.currentTarget.checked) }),
        'Old and new beside each other',
      ),
    h(
      'p',
      { class: 'muted hint' },
      'A click on a line number comments on it; with Shift it comments on all lines from the last one.',
    ),
  )
}

const commentCount = (count: number): string => (count === 0 ? '' : `${count} ✎`)
