import type { TaskDecisionName } from '../../../../core/decisions/open-decisions.ts'
import type { ReviewPresentation } from '../../../../core/decisions/presentation.ts'
import type { WebTask, WebTaskDecision } from '../../wire.ts'

/** The possible decisions in words for buttons. */
export const DECISION_NAMES: Readonly<Record<TaskDecisionName, string>> = {
  approve: 'Approve',
  revise: 'Revise',
  reject: 'Reject',
  pause: 'Decide later',
  retry: 'Retry',
  skip: 'Skip',
  waive: 'Waive',
}

/** One way to answer the question of a task. */
export interface AnswerChoice {
  readonly decision: TaskDecisionName
  readonly words: string
  readonly isRecommended: boolean
  /** An option of the question; false for another decision that is possible. */
  readonly isOption: boolean
}

/** Something that only the human can do, with its command. */
export interface OwnStep {
  readonly words: string
  readonly command: string
  readonly isRecommended: boolean
}

/** The numbered options as they are shown, and the other decisions that would be taken now. */
export function answersTo({ escalation, decisions }: Pick<ReviewPresentation, 'escalation' | 'decisions'>): {
  readonly options: readonly (AnswerChoice | OwnStep)[]
  readonly others: readonly AnswerChoice[]
} {
  const options = (escalation?.options ?? []).map(({ words, command, decision }, at): AnswerChoice | OwnStep => {
    const isRecommended = at === escalation?.recommended
    return decision === null ? { words, command, isRecommended } : { decision, words, isRecommended, isOption: true }
  })
  const named = new Set<string | null>(options.map(option => ('decision' in option ? option.decision : null)))
  const others = decisions
    .filter(({ decision }) => !named.has(decision))
    .map(({ decision, words }) => ({ decision, words, isRecommended: false, isOption: false }))
  return { options, others }
}

/** What a decision needs before it can be sent. */
export interface Needs {
  readonly text: 'none' | 'possible' | 'needed'
  /** The id to type; null if none has to be. */
  readonly confirm: string | null
}

export function needsOf(
  decision: TaskDecisionName,
  { id, tier, review }: Pick<WebTask, 'id' | 'tier'> & { readonly review: Pick<ReviewPresentation, 'decisions'> },
): Needs {
  const isRefusedWithoutText = review.decisions.some(one => one.decision === decision && one.needs_text)
  const isAboutItself = decision === 'approve' || decision === 'pause'
  return {
    text: isRefusedWithoutText ? 'needed' : isAboutItself ? 'none' : 'possible',
    confirm: (decision === 'approve' || decision === 'waive') && tier === 'critical' ? id : null,
  }
}

/** Whether it is sent without asking anything. */
export const isOneClick = ({ text, confirm }: Needs): boolean => text === 'none' && confirm === null

/** Why it cannot be sent yet; null if it can. */
export function missing(
  needs: Needs,
  { text, confirm }: { readonly text: string; readonly confirm: string },
): string | null {
  if (needs.text === 'needed' && text.trim() === '') return 'write a text first'
  if (needs.confirm !== null && confirm.trim() !== needs.confirm) return `type ${needs.confirm} to confirm`
  return null
}

/** The body of the request: about exactly the version and the receipt that were shown. */
export function decisionAbout(
  { id, version, review }: Pick<WebTask, 'id' | 'version'> & { readonly review: Pick<ReviewPresentation, 'receipt'> },
  decision: TaskDecisionName,
  { text = '', confirm = '' }: { readonly text?: string; readonly confirm?: string } = {},
): WebTaskDecision {
  return {
    decision,
    subject: id,
    version,
    ...(review.receipt === null ? {} : { receipt: review.receipt }),
    ...(text.trim() === '' ? {} : { message: text.trim() }),
    ...(confirm.trim() === '' ? {} : { confirm: confirm.trim() }),
  }
}
