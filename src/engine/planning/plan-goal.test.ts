import { describe, expect, it } from 'vitest'
import { type Answers, playedPlanner } from '../../../test/rig/planning/played-planner.ts'
import { parsePlan } from '../../adapters/plan-file/read.ts'
import { planningBudgetWords } from '../../core/planning/planning-budget.ts'
import { checkKey } from '../proof/project/tried-checks.ts'
import { type Choice, choiceByRule, type PlanRequest, planGoal } from './plan-goal.ts'

/** The plan of a planner that gives these answers. */
async function planned(answers: Answers, request: Partial<PlanRequest> = {}) {
  const { ports, desk, prompts, launches } = playedPlanner(answers)
  const result = await planGoal(ports, desk, {
    ...{ goal: 'Build it', document: null, design: null, repository: '> facts', depthMax: 3 },
    read: text => parsePlan(text, { path: 'PLAN.md' }),
    holdNow: async () => [],
    choose: async (phases, advice) => choiceByRule(phases, advice),
    ...request,
  })
  const problems = launches.flatMap(launch => launch.problems)
  return { result, problems, prompts, asked: launches.map(({ step, round }) => `${step} ${round}`) }
}

const RUNS = [{ command: 'node main.js', expect: 'hello' }]
const phase = (title: string, tasks: number, more: object = {}) => ({
  title,
  tasks,
  domain: title,
  criteria: RUNS,
  ...more,
})
const todo = (title: string, more: object = {}) => ({ title, kind: 'feature', criteria: RUNS, ...more })
const SMALL = { title: 'Greeting', phases: [phase('Greet', 2)], unsure: ['Which language?'] }

describe('a goal', () => {
  it('that is small becomes one document, which check accepts and which ends with what is unsure', async () => {
    const { result, asked } = await planned({
      phases: [SMALL],
      tasks: [{ tasks: [todo('Say `hi`'), todo('Say more', { needs: ['1'] })], unsure: ['Colours?'] }],
    })
    expect(asked).toEqual(['phases 1', 'tasks 1'])
    if (result.is !== 'accepted') throw new Error(result.is)
    const [[name, text] = ['', '']] = result.value.documents
    const { plan, diagnostics } = parsePlan(text, { path: name })
    expect(diagnostics).toEqual([])
    expect(plan!.tasks.map(({ id, title, needs, ticked }) => [id, title, needs, ticked])).toEqual([
      ['1', 'Say `hi`', [], false],
      ['2', 'Say more', ['1'], false],
    ])
    expect(text).toMatch(/\n## Open questions\n\n- Which language\?\n- Colours\?\n$/)
  })

  const BIG = {
    title: 'Editor',
    phases: [phase('Buffer', 8), phase('Display', 9, { needs: [1] }), phase('Notes', 2, { needs: [1, 2] })],
  }

  it('that is large becomes phases: the first with a plan of its own, the later ones as sketches', async () => {
    const { result, asked } = await planned({ phases: [BIG], 'phase-1': [{ tasks: [todo('Lines'), todo('Undo')] }] })
    expect(asked).toEqual(['phases 1', 'phase-1 1'])
    if (result.is !== 'accepted') throw new Error(result.is)
    const { documents, sketches } = result.value
    expect([...documents.keys()]).toEqual(['PLAN.md', '1-buffer/PLAN.md'])
    expect(sketches).toEqual(['Display', 'Notes'])
    const main = documents.get('PLAN.md')!
    expect(main).toContain('### [ ] TODO 2: Display\n\n**Sub-plan**: 2-display/PLAN.md\n**Needs**: 1\n')
    expect(parsePlan(main, { path: 'PLAN.md' }).plan!.tasks[2]!.needs).toEqual(['1', '2'])
  })

  it('stays flat if the depth is zero or the human says so, and its phases change with the human’s words', async () => {
    const tasks = [{ tasks: [todo('All of it')] }]
    const flat = await planned({ phases: [BIG], tasks }, { depthMax: 0, choose: async () => ({ is: 'stop' }) })
    expect(flat.result.is).toBe('accepted')
    const choices: Choice[] = [{ is: 'again', words: 'no display' }, { is: 'flat' }]
    const { prompts, asked } = await planned({ phases: [BIG], tasks }, { choose: async () => choices.shift()! })
    expect(asked).toEqual(['phases 1', 'phases 1', 'tasks 1'])
    expect(prompts[1]).toContain('> no display')
    const stopped = await planned({ phases: [BIG] }, { choose: async () => ({ is: 'stop' }) })
    expect(stopped.result.is).toBe('stopped')
  })

  it('has sub-plans of fewer than ten tasks', async () => {
    const many = Array.from({ length: 10 }, (_, at) => todo(`Step ${at}`))
    const { problems, result } = await planned({
      phases: [BIG],
      'phase-1': [{ tasks: many }, { tasks: many.slice(1) }],
    })
    expect(problems).toEqual(['10 tasks are too many: at most 9 here, so merge or leave out'])
    expect(result.is).toBe('accepted')
  })
})

describe('an answer is sent back with the reason', () => {
  const good = { tasks: [todo('Greet')] }
  it.each([
    ['garbage', 'sure, a plan', 'the result file cannot be read'],
    ['nothing', {}, 'there are no tasks'],
    ['a cycle', { tasks: [todo('A', { needs: [2] }), todo('B', { needs: [1] })] }, 'wait for each other'],
    ['an unknown need', { tasks: [todo('A', { needs: [7] })] }, '7'],
    ['400 tasks', { tasks: Array.from({ length: 400 }, (_, at) => todo(`T${at}`)) }, '400 tasks are too many'],
    ['no criteria', { tasks: [todo('A', { criteria: [] })] }, 'task 1 (A) has no criteria'],
    ['only words', { tasks: [todo('A', { criteria: ['it works'] })] }, 'no criterion with a command'],
    ['a ticked box', { tasks: [todo('A', { steps: ['[x] done'] })] }, 'ticked box'],
    ['a path outside', { tasks: [todo('A', { files: { create: ['../a.js'] } })] }, 'not inside the repository'],
    ['an absolute path', { tasks: [todo('A', { files: { modify: ['/etc/passwd'] } })] }, 'not inside the repository'],
    ['a command that shows nothing', { tasks: [todo('A', { criteria: [{ command: 'echo ok' }] })] }, 'shows nothing'],
    ['a command of two lines', { tasks: [todo('A', { criteria: [{ command: 'a\nb' }] })] }, 'several lines'],
    ['the same id twice', { tasks: [todo('A', { id: '1' }), todo('B', { id: '1' })] }, 'two tasks with the id 1'],
    ['a changed file', 'touches', 'you changed files (src/a.js)'],
  ])('%s', async (_, answer, reason) => {
    const { problems, prompts, result } = await planned({ phases: [SMALL], tasks: [answer, good] })
    expect(problems.join('\n')).toContain(reason)
    expect(prompts[2]).toContain('## YOUR LAST ANSWER WAS SENT BACK')
    expect(result.is).toBe('accepted')
  })

  it('if all commands of a task pass on the code as it is', async () => {
    const green = { command: 'node old.js', expect: { is: 'stdout', text: 'hello' } } as const
    const { problems } = await planned(
      {
        phases: [SMALL],
        tasks: [{ tasks: [todo('A', { criteria: [{ command: 'node old.js', expect: 'hello' }] })] }, good],
      },
      { holdNow: async checks => checks.filter(check => checkKey(check) === checkKey(green)) },
    )
    expect(problems.join()).toContain('only commands that pass on the code as it is (node old.js)')
  })

  it('at most three times; then a human gets what there is and what is wrong with it', async () => {
    const half = { tasks: [todo('A'), todo('B', { criteria: [] })] }
    const { result, asked } = await planned({ phases: [SMALL], tasks: ['garbage', half, 'garbage'] })
    expect(asked).toEqual(['phases 1', 'tasks 1', 'tasks 2', 'tasks 3'])
    if (result.is !== 'refused') throw new Error(result.is)
    expect(result.problems.join()).toContain('task 2 (B) has no criteria')
    expect(result.value!.documents.get('PLAN.md')).toContain('TODO 2: B')
    const nothing = await planned({ phases: ['garbage'] })
    expect(nothing.result).toMatchObject({ is: 'refused', value: null })
  })

  it('phases that need each other, or parents without a common check', async () => {
    const circle = { phases: [phase('A', 9, { needs: [2] }), phase('B', 9, { needs: [1] })] }
    const bare = { phases: [phase('A', 9, { criteria: [] }), phase('B', 9)] }
    const { problems } = await planned({ phases: [circle, bare, SMALL], tasks: [good] })
    expect(problems).toEqual([
      'the phases 1, 2 need each other',
      'phase 1 (A) has no criterion with a command that shows that its tasks work together',
    ])
  })
})

it('a planner that cannot work is not asked again', async () => {
  const { result, asked } = await planned({})
  expect(result).toEqual({ is: 'unavailable', problem: 'planner: it exited with code 1' })
  expect(asked).toEqual(['phases 1'])
})

describe('the budget', () => {
  const LAUNCH = {
    attempt: 1,
    purpose: 'plan',
    agent: 'planner',
    model: null,
    tokens: null,
    isEstimate: false,
  } as const

  it.each([
    ['nothing was launched yet', [], 1, null],
    ['nobody knows the cost', [null], 1, null],
    ['the dearest launch fits once more', [1, 2], 5, null],
    ['it does not', [1, 2], 4, 'the next launch may cost $2.00, and $1.00 of the budget of $4.00 is left'],
    ['there is none', [], 0, 'the next launch may cost $0.00, and $0.00 of the budget of $0.00 is left'],
  ] as const)('when %s', (_, spent, usdMax, words) => {
    expect(
      planningBudgetWords(
        spent.map(usd => ({ ...LAUNCH, usd })),
        usdMax,
      ),
    ).toBe(words)
  })

  it('keeps the phases that were planned before it was spent', async () => {
    const BIG = {
      ...{ title: 'Editor', phases: [phase('Buffer', 8), phase('Display', 9), phase('Notes', 2)] },
    }
    const { ports, desk, launches } = playedPlanner({
      ...{ phases: [BIG], 'phase-1': [{ tasks: [todo('Lines'), todo('Undo')] }] },
    })
    const overBudget = () => (launches.length > 1 ? 'nothing is left' : null)
    const asked = await planGoal(
      ports,
      { ...desk, overBudget },
      {
        ...{ goal: 'Build it', document: null, design: null, repository: '', depthMax: 3 },
        read: text => parsePlan(text, { path: 'PLAN.md' }),
        holdNow: async () => [],
        choose: async () => ({ is: 'hierarchical', detailed: [1, 2] }),
      },
    )
    if (asked.is !== 'refused') throw new Error(asked.is)
    expect([...asked.value!.documents.keys()]).toEqual(['PLAN.md', '1-buffer/PLAN.md'])
    expect(asked.problems).toEqual(['phase 2 has no plan: nothing is left'])
  })

  it('ends the rounds of a planner, and the last answer that can be shown is kept', async () => {
    const { ports, desk, launches } = playedPlanner({
      phases: [{ ...SMALL, phases: [phase('Greet', 2), phase('Greet', 2)] }],
    })
    const overBudget = () => (launches.length > 0 ? 'nothing is left' : null)
    const asked = await planGoal(
      ports,
      { ...desk, overBudget },
      {
        ...{ goal: 'Build it', document: null, design: null, repository: '', depthMax: 3 },
        read: text => parsePlan(text, { path: 'PLAN.md' }),
        holdNow: async () => [],
        choose: async (phases, advice) => choiceByRule(phases, advice),
      },
    )
    expect([launches.length, asked]).toMatchObject([
      1,
      { is: 'refused', problems: expect.arrayContaining(['nothing is left']) },
    ])
  })
})
