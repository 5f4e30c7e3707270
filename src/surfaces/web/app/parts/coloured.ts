import Anser from 'anser'
import { h, type JSX } from 'preact'

/** Text of a terminal with its colours, as elements: nothing in it is ever HTML. */
export const Coloured = ({ text }: { readonly text: string }): JSX.Element =>
  h(
    'span',
    { class: 'coloured' },
    text.includes('\u001b')
      ? Anser.ansiToJson(text, { json: true, use_classes: true, remove_empty: true }).map(
          ({ content, fg, decorations }, at) =>
            h('span', { key: at, class: [fg, ...decorations].filter(Boolean).join(' ') }, content),
        )
      : text,
  )
