import { parsePlan } from '../src/adapters/plan-file/read.ts'
import { topological } from '../src/core/plan/graph.ts'
import type { Plan } from '../src/core/plan/plan.ts'
import { evolve } from '../src/core/run/evolve.ts'
import { next } from '../src/core/run/next.ts'
import type { RunState } from '../src/core/run/state.ts'
import { opened, ready } from '../test/rig/core/facts.ts'
import { type Figure, ms, repeated, timed } from './figure.ts'

const LARGE = 10_000
const SMALL = 2_500

/** Reading and ordering a plan, and finding the next task, by plan size. */
export async function openingCost(): Promise<readonly Figure[]> {
  const [small, large] = [planText(SMALL), planText(LARGE)]
  load(small)
  const smallMs = await repeated(3, () => load(small))
  const largeMs = await repeated(3, () => load(large))
  const cold = await timed(() => load(large))
  const growth = largeMs / smallMs / (LARGE / SMALL)
  const state = stateOf(load(large))
  const nextMs = await repeated(20, () => next(state))
  return [
    {
      name: `load and order ${LARGE} tasks (${Math.round(large.length / 1024)} kB)`,
      measured: `${ms(Math.max(cold, largeMs))}`,
      goal: '≤ 500 ms',
      holds: Math.max(cold, largeMs) <= 500,
    },
    {
      name: `growth from ${SMALL} to ${LARGE} tasks`,
      measured: `${growth.toFixed(2)}× of linear (${ms(smallMs)} → ${ms(largeMs)})`,
      goal: '≤ 1.5× of linear',
      holds: growth <= 1.5,
    },
    { name: `next on ${LARGE} tasks`, measured: ms(nextMs), goal: '≤ 10 ms', holds: nextMs <= 10 },
  ]
}

function load(text: string): Plan {
  const { plan } = parsePlan(text, { path: 'PLAN.md' })
  if (!plan || topological(plan.tasks).length !== plan.tasks.length)
    throw new Error('the plan of the bench does not load')
  return plan
}

function planText(tasks: number): string {
  const sections = Array.from({ length: tasks }, (_, at) => {
    const id = at + 1
    return `### [ ] TODO ${id}: Build part ${id}

**Type**: work
**Needs**: ${id > 3 ? `${id - 3}${id % 5 === 0 ? `, ${id - 4 || 1}` : ''}` : '(none)'}

**Outputs**:
- \`path\` (file): \`src/part-${id}.ts\` - the part

**Steps**:
- [ ] Write src/part-${id}.ts
- [ ] Write its test

**Acceptance Criteria**:

*Functional:*
- [ ] File exists: \`src/part-${id}.ts\`
- [ ] \`npm test -- part-${id}\` → exit 0
`
  })
  return `# A large plan\n\n## TODOs\n\n${sections.join('\n---\n\n')}`
}

/** Half of the tasks completed and the rest waiting: the middle of a long run. */
function stateOf(plan: Plan): RunState {
  const existed = plan.tasks.slice(0, plan.tasks.length / 2).map(task => ({ task: task.id, outputs: {} }))
  return [opened(plan, { existed }), ...ready].reduce<RunState | null>(
    (state, event, at) => evolve(state, { version: at + 1, at: 0, event }),
    null,
  )!
}
