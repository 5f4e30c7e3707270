import { h, type JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { LineComment } from './comments.ts'

/** A comment that was written. */
export const CommentNote = ({
  comment,
  edit,
}: {
  readonly comment: LineComment
  readonly edit: () => void
}): JSX.Element =>
  h(
    'div',
    { class: 'comment', role: 'note', 'aria-label': `Your comment on line ${comment.to} of ${comment.path}` },
    h('p', {}, comment.text),
    h('button', { type: 'button', class: 'small', onClick: edit }, 'Edit'),
  )

/** The form for a comment; without a text the comment is removed. */
export function CommentForm({
  path,
  text,
  setText,
  save,
  close,
}: {
  readonly path: string
  readonly text: string
  readonly setText: (text: string) => void
  readonly save: (text: string) => void
  readonly close: () => void
}): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(text)
  }
  return h(
    'div',
    { class: 'comment comment-form', onKeyDown: keys },
    h('textarea', {
      ref: field,
      rows: 3,
      'aria-label': `Comment on ${path}`,
      placeholder: 'What should the agent change here?',
      value: text,
      onInput: (event: Event) => setText((event.currentTarget as HTMLTextAreaElement).value),
    }),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'button', class: 'primary', onClick: () => save(text) }, 'Keep comment'),
      h('button', { type: 'button', onClick: close }, 'Cancel'),
      h('button', { type: 'button', onClick: () => save('') }, 'Remove'),
    ),
  )
}
