import type { Attempt, TaskRun } from '../run/state.ts'
import type { Role } from '../settings/role.ts'

/** A prompt exactly as sent to an agent. */
export interface SentPrompt {
  readonly attempt: number
  readonly role: Role
  readonly agent: string
  /** It was sent to an agent already at work. */
  readonly isAtWork: boolean
  readonly text: string
}

/** All prompts sent to agents for a task, in order. */
export const sentPrompts = (run: TaskRun): readonly SentPrompt[] => run.attempts.flatMap(sentIn)

function sentIn({ number: attempt, kind, agent, prompt, said }: Attempt): readonly SentPrompt[] {
  const author: Role = kind === 'fix' ? 'fixer' : 'worker'
  return [
    { attempt, role: author, agent, isAtWork: false, text: prompt },
    ...said.map(({ to, agent: asked, words }) => ({
      attempt,
      role: to === 'judge' ? ('verifier' as const) : to === 'author' ? author : to,
      agent: asked,
      isAtWork: to === 'author',
      text: words,
    })),
  ]
}
