import type { Task } from '../../core/plan/plan.ts'
import type { ProposedStanding } from '../../core/planning/proposal.ts'
import type { ReaderPorts } from '../compared-copy.ts'
import { askPlanner, type PlannerDesk, type PlannerEnd } from '../planning/ask-planner.ts'

/** Asks about tasks that neither commands nor files decide. The answer is a claim: it completes nothing. */
export function askStandings(
  ports: ReaderPorts,
  desk: PlannerDesk,
  { tasks, repository }: { readonly tasks: readonly Task[]; readonly repository: string },
): Promise<PlannerEnd<readonly ProposedStanding[]>> {
  const listed = tasks.map(task => [
    `task ${task.id}: ${task.title}`,
    ...task.steps,
    ...task.criteria.map(({ text }) => text),
  ])
  const ids = new Set(tasks.map(({ id }) => id.toLowerCase()))
  return askPlanner(ports, desk, {
    step: 'standings',
    question: {
      ...{ goal: '', document: null, repository, asked: ASKED },
      known: [{ title: 'TASKS', text: listed.map(lines => lines.join('\n  ')).join('\n') }],
    },
    examine: async ({ standings }) => {
      const strange = standings.filter(({ task }) => !ids.has(task.toLowerCase())).map(({ task }) => task)
      const said = new Set(standings.map(({ task }) => task.toLowerCase()))
      const left = tasks.filter(({ id }) => !said.has(id.toLowerCase())).map(({ id }) => id)
      const unshown = standings.filter(({ standing, evidence }) => standing !== 'MISSING' && evidence.length === 0)
      return {
        value: standings,
        problems: [
          ...strange.map(id => `there is no task ${id} in the list`),
          ...left.map(id => `task ${id} has no standing`),
          ...unshown.map(({ task, standing }) => `task ${task} is ${standing} without evidence: name path:line`),
        ],
      }
    },
  })
}

const ASKED = `For each task of the list an entry of "standings": EXISTS if the code does all of it already, PARTIAL if some of it is there,
else MISSING; with the places (path:line) as evidence, and under "extensible" what is there and should be extended.`
