import { DECISION_KEYS, decisionNamed } from '../../../core/decisions/decision-keys.ts'
import type { TaskDecisionName } from '../../../core/decisions/open-decisions.ts'
import type { ReviewPresentation } from '../../../core/decisions/presentation.ts'

/** What the user at the terminal wants next. */
export type PromptAnswer =
  | { readonly is: 'decision'; readonly decision: TaskDecisionName; readonly text: string }
  | { readonly is: 'diff' }
  | { readonly is: 'output'; readonly gate: string | null }
  | { readonly is: 'next' }
  | { readonly is: 'leave' }
  | { readonly is: 'unclear'; readonly words: string }

/** The keys for every possible answer to a presentation. */
export const reviewKeys = ({ decisions }: ReviewPresentation): string => {
  const keys = decisions.map(({ decision }) => `${DECISION_KEYS[decision]} ${decision}`)
  return [...keys, 'd diff', 'o full output', 'n next', 'q quit'].join(' · ')
}

/** The meaning of an answer: a key or its word, and what follows it. */
export function readPromptAnswer(answer: string | null, { decisions }: ReviewPresentation): PromptAnswer {
  const [word = '', ...rest] = (answer ?? 'q').trim().split(/\s+/)
  const text = rest.join(' ')
  const said = word.toLowerCase()
  const decision = decisionNamed(said)
  if (decision !== null)
    return decisions.some(open => open.decision === decision)
      ? { is: 'decision', decision, text }
      : { is: 'unclear', words: `This decision is not possible now: ${decision}.` }
  if (said === 'd' || said === 'diff') return { is: 'diff' }
  if (said === 'o' || said === 'output') return { is: 'output', gate: text || null }
  if (said === 'n' || said === 'next') return { is: 'next' }
  if (said === 'q' || said === 'quit') return { is: 'leave' }
  return { is: 'unclear', words: said === '' ? 'Nothing is decided.' : `There is no answer ${word}.` }
}
