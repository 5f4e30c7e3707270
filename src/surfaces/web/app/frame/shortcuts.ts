import type { PageName } from './address.ts'

/** What a key asks for. */
export type KeyAct =
  | { readonly is: 'page'; readonly page: PageName }
  | { readonly is: 'help' }
  | { readonly is: 'step'; readonly by: 1 | -1 }
  | { readonly is: 'open' }
  | { readonly is: 'option'; readonly number: number }
  | { readonly is: 'filter' }

/** Every shortcut in words, for the help dialog. */
export const SHORTCUTS: readonly { readonly keys: string; readonly words: string }[] = [
  { keys: 'g i', words: 'Inbox' },
  { keys: 'g t', words: 'Tasks' },
  { keys: 'g l', words: 'Timeline' },
  { keys: 'g o', words: 'Log' },
  { keys: 'g r', words: 'Run' },
  { keys: 'g p', words: 'Plan' },
  { keys: 'j, k', words: 'next or previous question' },
  { keys: 'o', words: 'open the task of the question' },
  { keys: '1 … 9', words: 'choose this option of the question' },
  { keys: '/', words: 'filter the list' },
  { keys: '?', words: 'this help' },
  { keys: 'Ctrl Enter', words: 'send the text that you write' },
  { keys: 'Esc', words: 'close' },
]

const AFTER_G: Readonly<Record<string, PageName>> = {
  i: 'inbox',
  t: 'tasks',
  l: 'timeline',
  o: 'log',
  r: 'run',
  p: 'plan',
}

export interface Pressed {
  readonly key: string
  /** In a field for text, or with Ctrl, Alt or Meta: it is not ours. */
  readonly isElsewhere: boolean
}

/** The act of a key, and the keys that a longer shortcut has so far. */
export function readKey(
  before: string,
  { key, isElsewhere }: Pressed,
): { readonly before: string; readonly act: KeyAct | null } {
  const nothing = { before: '', act: null }
  if (isElsewhere) return nothing
  if (before === 'g') {
    const page = AFTER_G[key]
    return page ? { before: '', act: { is: 'page', page } } : nothing
  }
  const act = actOf(key)
  return act ? { before: '', act } : { before: key === 'g' ? 'g' : '', act: null }
}

function actOf(key: string): KeyAct | null {
  switch (key) {
    case '?':
      return { is: 'help' }
    case 'j':
      return { is: 'step', by: 1 }
    case 'k':
      return { is: 'step', by: -1 }
    case 'o':
      return { is: 'open' }
    case '/':
      return { is: 'filter' }
    default:
      return /^[1-9]$/.test(key) ? { is: 'option', number: Number(key) } : null
  }
}
