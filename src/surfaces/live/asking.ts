import { DECISION_KEYS, decisionNamed, textQuestion } from '../../core/decisions/decision-keys.ts'
import { needsText, openDecisions } from '../../core/decisions/open-decisions.ts'
import { type Asking, focusOf, type LiveView, treeOf } from './live-view.ts'

/** The decision that a key begins; a message where it is not possible; null for a key that decides nothing. */
export function beginAsking(
  view: LiveView,
  pressed: string,
): { readonly asking: Asking } | { readonly message: string } | null {
  const decision = pressed.length === 1 ? decisionNamed(pressed) : null
  const item = focusOf(view, treeOf(view))
  if (!view.canDecide || decision === null || item === null) return null
  const open = openDecisions(view.state, item.run)
  if (open.includes(decision)) return { asking: { decision, run: item.run, state: view.state, text: '' } }
  const possible = open.length > 0 ? open.join(', ') : 'none'
  return { message: `Task ${item.run.task.id} takes no ${decision} now; possible: ${possible}.` }
}

/** The text after a key: `send` is the return key, `leave` is escape or Ctrl-C. */
export function typed(asking: Asking, pressed: string): Asking | 'send' | 'leave' {
  if (pressed === '\r' || pressed === '\n') return 'send'
  if (pressed === '\u001b' || pressed === '\u0003') return 'leave'
  if (pressed === '\u007f' || pressed === '\b') return { ...asking, text: [...asking.text].slice(0, -1).join('') }
  // An arrow or another control sequence has no meaning in a text.
  return /^[\x00-\x1f]/.test(pressed) ? asking : { ...asking, text: asking.text + pressed }
}

/** Whether a text is missing. */
export const lacksText = ({ decision, text }: Asking): boolean => needsText(decision) && text.trim() === ''

/** The line in which a decision is confirmed. */
export function askingWords({ decision, run, text }: Asking): string {
  const question = textQuestion(decision)
  const about = question === null ? '' : ` ${question}`
  const optional = question !== null && !needsText(decision) ? ' (may stay empty)' : ''
  return `${decision} task ${run.task.id}:${about}${optional} ${text}▏ enter sends, esc leaves`
}

/** The keys that decide about the task in focus; null where none does. */
export function decisionHint(view: LiveView): string | null {
  const item = view.canDecide ? focusOf(view, treeOf(view)) : null
  if (item?.run.stage.is !== 'escalated') return null
  return openDecisions(view.state, item.run)
    .map(decision => `${DECISION_KEYS[decision]} ${decision}`)
    .join('  ')
}
