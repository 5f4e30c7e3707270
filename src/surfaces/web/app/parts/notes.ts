import { type ComponentChildren, h, type JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { WebRefusal } from '../../wire.ts'

/** A refusal of the server, at the place that it is about. */
export const RefusalNote = ({ problem, hints }: WebRefusal): JSX.Element =>
  h(
    'div',
    { class: 'note note-bad', role: 'alert' },
    h('p', {}, problem),
    hints.map(hint => h('p', { class: 'hint' }, hint)),
  )

/** A line for an empty place. */
export const Nothing = ({ children }: { readonly children?: ComponentChildren }): JSX.Element =>
  h('p', { class: 'nothing' }, children)

/** A command for a terminal, with a button that copies it. */
export function CopyCommand({ text }: { readonly text: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    setCopied(true)
  }
  return h(
    'span',
    { class: 'command' },
    h('code', {}, text),
    h(
      'button',
      { type: 'button', class: 'small', 'aria-label': `Copy ${text}`, onClick: () => void copy() },
      isCopied ? 'Copied' : 'Copy',
    ),
  )
}

/** A titled part of a page. */
export function PageSection({
  title,
  aside,
  children,
  class: className = '',
}: {
  readonly title: string
  readonly aside?: ComponentChildren
  readonly children?: ComponentChildren
  readonly class?: string
}): JSX.Element {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`
  return h(
    'section',
    { class: `section ${className}`, 'aria-labelledby': id },
    h('div', { class: 'section-head' }, h('h2', { id }, title), aside),
    children,
  )
}

/** Named facts in two columns. */
export const Facts = ({
  of,
}: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren] | null)[]
}): JSX.Element =>
  h(
    'dl',
    { class: 'facts' },
    of.flatMap(fact =>
      fact === null || fact[1] === null || fact[1] === undefined || fact[1] === ''
        ? []
        : [h('div', { key: fact[0] }, h('dt', {}, fact[0]), h('dd', {}, fact[1]))],
    ),
  )
