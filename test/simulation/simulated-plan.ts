import { type TaskId, taskId } from '../../src/core/plan/ids.ts'
import type { Plan, Task, Tier } from '../../src/core/plan/plan.ts'
import { criterion, spokenCriterion, task } from '../rig/core/plan.ts'
import { Random } from './random.ts'
import { shaped } from './shape.ts'
import type { Story } from './story.ts'

/** The plan of a story. */
export const planFor = (story: Story): Plan => shaped(tasksFor(story), story.shape ?? {}, simulatedTask)

function tasksFor({ seed, tasks, human, night, verifies, asksForMore, words }: Story): Plan {
  const random = new Random(seed)
  const vague = new Random(seed ^ 0xa3b)
  const spoken = new Random(seed ^ 0x5a1)
  const ids = Array.from({ length: tasks }, (_, at) => taskId(String(at + 1)))
  return {
    id: 'simulated',
    title: 'Simulated',
    summary: '',
    context: '',
    guardrails: [],
    commitRows: [],
    tasks: [
      ...(asksForMore ? [THERE_ALREADY] : []),
      ...ids.map((id, at) => {
        if (verifies && at > 0 && at === ids.length - 1) return verification(id, ids.slice(0, at))
        // Over a long night few tasks need another, and none the one that will not come right.
        const before = night
          ? ids.slice(Math.max(0, at - 3), at).filter(need => need !== night.stuck)
          : ids.slice(0, at)
        const needs = before.filter(() => random.chance(0.3))
        const owner = random.pick([null, null, 'kitchen', 'cellar'])
        const made = simulatedTask(id, needs, {
          tier: random.pick<Tier>(['critical', 'normal', 'normal', 'normal', 'low']),
          owner,
          // Only where somebody is there to approve it.
          hold: human && random.chance(0.15),
        })
        if (words && spoken.chance(0.2)) return { ...made, criteria: [spokenCriterion('c1', 'it is good')] }
        return human && vague.chance(0.1) ? { ...made, inputs: [NOBODY_PRODUCES] } : made
      }),
    ],
  }
}

/** An input about which a human is asked before any launch. */
const NOBODY_PRODUCES = { name: 'lost', type: 'file', value: '${todo-1.outputs.lost}', note: '' }

/** Task N asks for `src/N` to say `good N`. */
export const simulatedTask = (
  id: TaskId,
  needs: readonly TaskId[],
  fields: Pick<Task, 'tier' | 'owner' | 'hold'>,
): Task =>
  task(id, {
    title: `Make ${id} good`,
    needs,
    ...fields,
    outputs: [{ name: 'value', type: 'string', value: 'declared', note: '' }],
    criteria: [criterion('c1', `good ${id}`)],
  })

/** A task that changes nothing and checks the first and the whole of the others. */
const verification = (id: TaskId, needs: readonly TaskId[]): Task =>
  task(id, {
    title: 'Verify it',
    type: 'verification',
    needs,
    criteria: [criterion('c1', `good ${needs[0]}`), criterion('c2', 'suite')],
  })

/** The plan after an edit: one task more, and other words for the last one unless it only adds. */
export function editedPlan(plan: Plan, { onlyAdds }: Pick<Story, 'onlyAdds'>): Plan {
  const last = plan.tasks.at(-1)!
  const added = simulatedTask(taskId(`${plan.tasks.length + 1}`), [], { tier: 'normal', owner: null, hold: false })
  if (onlyAdds) return { ...plan, tasks: [...plan.tasks, added] }
  return { ...plan, tasks: [...plan.tasks.slice(0, -1), { ...last, title: `${last.title}, in other words` }, added] }
}

/** The document of a plan: a box and a title for each task. */
export const planTextOf = ({ tasks }: Plan): string =>
  tasks
    .filter(({ parent }) => parent === undefined)
    .map(({ id, title }) => `[ ] ${id}\n${title}.\n`)
    .join('')

/** The plan that a text says: the newest version with the same tasks, by the titles of the text. */
export function planOfText(text: string, versions: readonly Plan[], otherwise: Plan): Plan {
  const titles = new Map([...text.matchAll(ENTRY)].map(([, id, title]) => [id!, title!]))
  const isOf = ({ tasks }: Plan) =>
    tasks.every(({ id, parent }) => parent !== undefined || titles.has(id)) &&
    [...titles.keys()].every(id => tasks.some(one => one.id === id))
  const known = versions.findLast(isOf) ?? otherwise
  return { ...known, tasks: known.tasks.map(one => ({ ...one, title: titles.get(one.id) ?? one.title })) }
}

const ENTRY = /^\[[ x]\] (.+)\n(.+)\.$/gm

/** The lines of a task in the document of a plan. */
export const linesIn = (text: string, task: string): string | null =>
  [...text.matchAll(ENTRY)].find(([, id]) => id === task)?.[0] ?? null

/** Something that is on the base: no agent may be given it. */
const THERE_ALREADY: Task = {
  ...simulatedTask(taskId('0'), [], { tier: 'normal', owner: null, hold: false }),
  files: { create: ['src/0'], modify: [], delete: [], test: [] },
}
