import { h, type JSX, type RefObject } from 'preact'
import { SHORTCUTS } from './shortcuts.ts'

/** The keyboard shortcuts, and the switch that turns them off. */
export const HelpDialog = ({
  dialog,
  isOn,
  turn,
}: {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly isOn: boolean
  readonly turn: (isOn: boolean) => void
}): JSX.Element =>
  h(
    'dialog',
    { ref: dialog as RefObject<HTMLDialogElement>, class: 'dialog', 'aria-labelledby': 'help-title' },
    h('h2', { id: 'help-title' }, 'Keyboard shortcuts'),
    h(
      'dl',
      { class: 'keys' },
      SHORTCUTS.map(({ keys, words }) => h('div', { key: keys }, h('dt', {}, h('kbd', {}, keys)), h('dd', {}, words))),
    ),
    h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', checked: isOn, onChange: event => turn(event.currentTarget.checked) }),
      'Shortcuts of single keys',
    ),
    h('button', { type: 'button', class: 'primary', onClick: () => dialog.current?.close() }, 'Close'),
  )
