import { blockerLines, blockersOf } from '../../../core/decisions/blockers.ts'
import { RELEASE_QUESTION, releaseQuestion } from '../../../core/handover/release-words.ts'
import { type PlanQuestionWords, planQuestions, planQuestionWords } from '../../../core/living/plan-question.ts'
import type { RunState } from '../../../core/run/state.ts'
import { type Escalation, escalationOf } from '../../../core/shown/escalation.ts'

/** The single form of questions to a human. */
export function escalationLines(task: string, escalation: Escalation): readonly string[] {
  return [
    `ESCALATION (${task === RELEASE_QUESTION ? 'release' : `task ${task}`})`,
    `Problem:     ${escalation.problem}`,
    `Impact:      ${escalation.impact}`,
    ...escalation.options.map(
      (option, at) => `${at === 0 ? 'Options:     ' : '             '}${at + 1}. ${option.words}: ${option.command}`,
    ),
    `Recommended: ${escalation.recommended + 1}`,
    `Blocking:    ${escalation.blocking ? 'yes' : 'no'}`,
  ]
}

/** A question about an edit of the plan. */
export const planQuestionLines = ({ problem, options }: PlanQuestionWords): readonly string[] => [
  `EDITED PLAN: ${problem}`,
  ...options.map((option, at) => `${at === 0 ? 'Options:     ' : '             '}${at + 1}. ${option}`),
]

/** All open questions, in that form, and the tasks that wait for their answers once nothing else goes on. */
export function openQuestions(state: RunState): readonly string[] {
  const release = releaseQuestion(state)
  const blocked = blockerLines(blockersOf(state))
  return [
    ...state.tasks.flatMap(run => {
      const escalation = escalationOf(state, run)
      return escalation ? [...escalationLines(run.task.id, escalation), ''] : []
    }),
    ...(release ? [...escalationLines(RELEASE_QUESTION, release), ''] : []),
    ...planQuestions(state).flatMap(question => [...planQuestionLines(planQuestionWords(state, question)), '']),
    ...(blocked.length > 0 ? [...blocked, ''] : []),
  ]
}
