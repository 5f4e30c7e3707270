import type { TaskDecisionName } from './open-decisions.ts'

/** The key of every decision, the same wherever keys decide. */
export const DECISION_KEYS: Readonly<Record<TaskDecisionName, string>> = {
  approve: 'a',
  revise: 'r',
  reject: 'x',
  pause: 'p',
  retry: 't',
  skip: 'z',
  waive: 'w',
}

/** The decision of a key or of its own name; null for anything else. */
export const decisionNamed = (word: string): TaskDecisionName | null =>
  (Object.keys(DECISION_KEYS) as TaskDecisionName[]).find(name => word === DECISION_KEYS[name] || word === name) ?? null

/** The question for the text that goes with a decision; null if a text would be of no use. */
export function textQuestion(decision: TaskDecisionName): string | null {
  switch (decision) {
    case 'revise':
      return 'what has to change?'
    case 'reject':
      return 'what is wrong with the task?'
    case 'waive':
      return 'why may it land?'
    case 'retry':
      return 'a hint for the agent?'
    case 'approve':
    case 'skip':
    case 'pause':
      return null
  }
}
