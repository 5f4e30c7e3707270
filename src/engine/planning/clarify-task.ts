import { fileSafe } from '../../core/plan/ids.ts'
import type { PlannerResult, ReadWords } from '../../core/replanning/replanning-event.ts'
import type { TaskRun } from '../../core/run/state.ts'
import type { ReaderPorts } from '../compared-copy.ts'
import { askPlanner, type PlannerDesk } from './ask-planner.ts'

/** Whether the words of a task can be checked: for each criterion one sentence, or the question that would settle it. */
export async function clarifyTask(
  ports: ReaderPorts,
  { task }: TaskRun,
  {
    desk,
    request,
  }: { readonly desk: PlannerDesk; readonly request: { readonly goal: string; readonly repository: string } },
): Promise<PlannerResult> {
  const criteria = task.criteria.map(({ id, text }) => `criterion ${id}: ${text}`)
  const asked = await askPlanner<readonly ReadWords[]>(ports, desk, {
    step: `clarify-${fileSafe(task.id)}`,
    question: {
      ...{ goal: request.goal, document: null, repository: request.repository, asked: ASKED },
      known: [{ title: `TASK ${task.id}: ${task.title}`, text: [...task.steps, ...criteria].join('\n') }],
    },
    examine: async ({ clarity }) => {
      const readings = task.criteria.flatMap(({ id }) => clarity.find(({ criterion }) => criterion === id) ?? [])
      const missing = task.criteria.filter(({ id }) => !readings.some(({ criterion }) => criterion === id))
      const empty = readings.filter(({ sentence, question }) => (sentence === '') === (question === ''))
      return {
        value: readings,
        problems: [
          ...missing.map(({ id }) => `criterion ${id} has no entry under "clarity"`),
          ...empty.map(({ criterion }) => `criterion ${criterion} needs a sentence or a question, and not both`),
        ],
      }
    },
  })
  if (asked.is === 'accepted') return { is: 'clarity', readings: asked.value }
  return { is: 'failed', problems: asked.is === 'refused' ? asked.problems : [asked.problem] }
}

const ASKED = `"clarity": for every criterion of the task one entry. "sentence" says in one sentence what somebody would look at in the finished
work, and what has to be seen there: two people who read it would give the same verdict. Use the words of the task and the code as it
is. If the words leave open what that is, leave "sentence" out and write under "question" what the author of the plan has to say. Do
not invent a meaning, and do not ask about what the code or the task answers.`
