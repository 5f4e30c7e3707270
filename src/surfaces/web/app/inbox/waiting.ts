import type { Escalation } from '../../../../core/shown/escalation.ts'
import type { RunView } from '../../../../core/shown/view.ts'

/** One thing that waits for a human. `key` is stable while it waits. */
export type Waiting =
  | { readonly is: 'task'; readonly key: string; readonly task: string; readonly question: Escalation }
  | { readonly is: 'release'; readonly key: string; readonly question: Escalation }
  | {
      readonly is: 'plan'
      readonly key: string
      readonly task: string
      readonly problem: string
      readonly options: readonly string[]
    }
  | { readonly is: 'halt'; readonly key: string; readonly problem: string; readonly hints: readonly string[] }
  | { readonly is: 'agent'; readonly key: string; readonly agent: string; readonly problem: string }

/** The name under which the question of the release is among those of tasks. */
const RELEASE = 'release'

/** Everything that waits, the questions that block other work first. */
export function waitingIn({ run, escalations, plan_questions }: Omit<RunView, 'tasks'>): readonly Waiting[] {
  const questions = escalations.map(({ task, ...question }): Waiting & { readonly question: Escalation } =>
    task === RELEASE ? { is: 'release', key: RELEASE, question } : { is: 'task', key: `task ${task}`, task, question },
  )
  return [
    ...(run.halted ? [{ is: 'halt', key: 'halt', ...run.halted } as const] : []),
    ...questions.filter(({ question }) => question.blocking),
    ...questions.filter(({ question }) => !question.blocking),
    ...plan_questions.map(({ task, problem, options }) => ({
      is: 'plan' as const,
      key: `plan ${task}`,
      ...{ task, problem, options },
    })),
    ...run.paused.flatMap(({ agent, until, words }) =>
      until === null ? [{ is: 'agent', key: `agent ${agent}`, agent, problem: words } as const] : [],
    ),
  ]
}

/** Those that were not there before, for a notification. */
export const newIn = (before: readonly Waiting[], now: readonly Waiting[]): readonly Waiting[] =>
  now.filter(({ key }) => !before.some(one => one.key === key))

/** The subject in a few words. */
export function subjectOf(waiting: Waiting): string {
  switch (waiting.is) {
    case 'task':
      return `Task ${waiting.task}`
    case 'plan':
      return `Plan, task ${waiting.task}`
    case 'release':
      return 'Release'
    case 'halt':
      return 'The run'
    case 'agent':
      return `Agent ${waiting.agent}`
  }
}

export const problemIn = (waiting: Waiting): string =>
  waiting.is === 'task' || waiting.is === 'release' ? waiting.question.problem : waiting.problem
