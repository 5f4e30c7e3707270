import { fitsBudget, purseOf } from '../../core/money/budget.ts'
import { concealedIn } from '../../core/plan/held-out.ts'
import { type Commit, fileSafe } from '../../core/plan/ids.ts'
import type { Check, Task } from '../../core/plan/plan.ts'
import { documentPath } from '../../core/plan/plan-documents.ts'
import { planText } from '../../core/planning/plan-text.ts'
import { SUB_PLAN_MAX } from '../../core/planning/proposal-problems.ts'
import type { PlannerResult, ReplanPurpose } from '../../core/replanning/replanning-event.ts'
import { splitParts, splitProblems } from '../../core/replanning/split.ts'
import { plannerFor, wishOf } from '../../core/replanning/wish.ts'
import { invariant } from '../../core/result.ts'
import type { Effect } from '../../core/run/effect.ts'
import type { Event } from '../../core/run/event.ts'
import type { Observation } from '../../core/run/input.ts'
import { draftOf, type RunState, type TaskRun, taskRun } from '../../core/run/state.ts'
import { depthMax, fittingsOf } from '../../core/settings/config.ts'
import { sharedContextText } from '../../core/told/shared-context.ts'
import type { Ports } from '../../ports.ts'
import type { PlanSource } from '../edited-plan.ts'
import { isGreenfield } from '../proof/project/detect.ts'
import { tryChecks } from '../proof/project/tried-checks.ts'
import { askPlanner, type PlannerDesk } from './ask-planner.ts'
import { clarifyTask } from './clarify-task.ts'
import { examineTasks, MAIN, type PlanRequest, planSketch } from './plan-goal.ts'
import { rewriteTask } from './rewrite-task.ts'
import { sketchOf } from './sketch.ts'

type AskPlanner = Extract<Effect, { type: 'ask-planner' }>

/** How often a question is begun again after a pm-agent that died with it. */
const TRIES_MAX = 3

interface Options {
  readonly signal: AbortSignal
  readonly observe: (observation: Observation) => Promise<void>
  readonly plan?: PlanSource | undefined
}

/** The fact that must be in the journal before a planner is launched. */
export function beginPlanning(ports: Ports, { config }: RunState, { task, purpose }: AskPlanner): Event {
  const planner = plannerFor(config, purpose)
  invariant(planner, 'only a named planner is asked')
  return { type: 'planner-started', task, purpose, agent: planner.name, token: ports.ids.token() }
}

/** Asks the planner of the run about a task: its parts, or the tasks of its sub-plan. */
export async function replan(ports: Ports, state: RunState, effect: AskPlanner, on: Options): Promise<Observation> {
  const { task, purpose } = effect
  const run = taskRun(state, task)
  const done = (result: PlannerResult): Observation => ({ type: 'planner-finished', task, purpose, result })
  const { plan } = on
  if (!plan) return done({ is: 'failed', problems: ['there is no plan document that a planner could extend'] })
  const { asking } = state.replanning
  if (asking && asking.tries > TRIES_MAX)
    return done({ is: 'failed', problems: [`pm-agent ended during its last ${TRIES_MAX} launches`] })
  const desk = deskOf(state, effect, on)
  const request = await requestOf(ports, state, desk, plan)
  return done(await PURPOSES[purpose](ports, state, run, { desk, request, plan }))
}

interface Asking {
  readonly desk: PlannerDesk
  readonly request: Request
  readonly plan: PlanSource
}

const PURPOSES: Readonly<
  Record<ReplanPurpose, (ports: Ports, state: RunState, run: TaskRun, on: Asking) => Promise<PlannerResult>>
> = {
  split: (ports, state, run, on) => divide(ports, state, run, on),
  'sub-plan': (ports, state, run, on) => planSubPlan(ports, state, run, on),
  rewrite: (ports, state, run, on) => rewriteTask(ports, state, run, on),
  clarify: (ports, _, run, on) => clarifyTask(ports, run, on),
}

function deskOf(state: RunState, { task, purpose }: AskPlanner, { signal, observe }: Options): PlannerDesk {
  const { config, opened, tip, replanning } = state
  const agent = plannerFor(config, purpose)
  invariant(agent && tip && replanning.asking, 'a question is recorded as begun before a planner is launched')
  let spentUsd = 0
  return {
    ...{ agent, config, base: tip, signal, session: opened.runId, token: replanning.asking.token },
    conceal: concealedIn(state),
    onLaunch: async ({ ending, durationMs, meter }) => {
      spentUsd += meter?.costUsd ?? 0
      const usage = { agent: agent.name, ending, durationMs, ...(meter ? { meter } : {}) }
      await observe({ type: 'planner-ended', task, ...usage })
    },
    overBudget: () => {
      const { leftUsd, expectPlanUsd } = purseOf(state)
      return fitsBudget(leftUsd - spentUsd, expectPlanUsd(agent)) ? null : 'the budget does not allow another launch'
    },
  }
}

type Request = PlanRequest & { readonly base: Commit }

async function requestOf(ports: Ports, state: RunState, desk: PlannerDesk, plan: PlanSource): Promise<Request> {
  const { vault, rooms } = ports
  const { config, baseline, opened } = state
  const { base, token, signal } = desk
  const tree = await vault.treeOf(base)
  const commands = { ...baseline?.baseline.commands, ...config.commands }
  const isGreen = isGreenfield(await vault.list(tree))
  return {
    ...{ base, goal: state.plan.title, document: null, design: null, depthMax: 0 },
    repository: opened.shared ? sharedContextText(opened.shared) : '',
    read: text => plan.readDocument(text),
    holdNow: async (checks: readonly Check[]) => {
      const { missing = [], rehearsed = false } = await rooms.environment(fittingsOf(config))
      if (isGreen || rehearsed || missing.length > 0) return []
      const tried = await tryChecks(ports, checks, { tree, commands, config, token, signal })
      return tried.filter(({ holds }) => holds === true).map(({ check }) => check)
    },
    choose: async () => ({ is: 'flat' }),
  }
}

/** The parts of a task, with the files of earlier work that each of them begins with. */
async function divide(
  ports: Ports,
  state: RunState,
  run: TaskRun,
  { desk, request }: { readonly desk: PlannerDesk; readonly request: Request },
): Promise<PlannerResult> {
  const { task, attempts } = run
  const { patchFiles } = state.config.limits
  const last = attempts.at(-1)
  const changes = (last && draftOf(last)?.changes) ?? []
  const asked = await askPlanner<readonly Task[]>(ports, desk, {
    step: `split-${fileSafe(task.id)}`,
    question: {
      ...{ goal: request.goal, document: null, repository: request.repository, asked: SPLIT(patchFiles) },
      known: [
        { title: `THE TASK THAT IS TOO LARGE, ${task.id}: ${task.title}`, text: wholeTask(task) },
        { title: 'WHY', text: wishOf(state, run)?.reasons.join('\n') ?? '' },
        ...(changes.length > 0
          ? [
              {
                title: 'WORK DONE SO FAR (each task begins with those of these files that it names)',
                text: changes.map(({ path, status }) => `${path} (${status})`).join('\n'),
              },
            ]
          : []),
      ],
    },
    examine: async ({ tasks }) => {
      const draft = { title: task.title, summary: '', context: [], design: null, tasks, unsure: [] }
      const { problems } = await examineTasks(request, draft, { tasksMax: SUB_PLAN_MAX, mayNest: false })
      const own = splitProblems(task, tasks, { patchFiles, changes })
      const { plan } = request.read(planText(draft))
      return { value: plan?.tasks ?? null, problems: [...own, ...problems] }
    },
  })
  if (asked.is === 'unavailable') return { is: 'failed', problems: [asked.problem] }
  if (asked.is === 'refused') return { is: 'failed', problems: asked.problems }
  const isTaken = (id: Task['id']) => state.index.has(id)
  return { is: 'split', parts: splitParts(task, asked.value, { isTaken, changes }) }
}

const SPLIT = (patchFiles: number): string =>
  `"tasks": two to ${SUB_PLAN_MAX} smaller tasks that together do the whole task. Ids are 1, 2, 3, …
Each changes at most ${patchFiles} files, not counting tests; every file of the task and of the work done so far belongs to one of them
("delete" for one that should go). Each has criteria of its own, and "covers" lists
those criteria of the task (c1, c2, …) that hold with it: together they cover all. Afterwards the criteria of the task itself are proven
on the merged result.`

function wholeTask({ steps, criteria, files, mustNot }: Task): string {
  const { create, modify, delete: removed, test } = files
  return [
    ...steps,
    ...criteria.map(({ id, text }) => `criterion ${id}: ${text}`),
    ...create.map(path => `creates ${path}`),
    ...modify.map(path => `modifies ${path}`),
    ...removed.map(path => `deletes ${path}`),
    ...test.map(path => `tests in ${path}`),
    ...mustNot.map(rule => `must not: ${rule}`),
  ].join('\n')
}

/** The document of a sketch. In place it is written beside the plan; else the next landing puts it on the branch. */
async function planSubPlan(
  ports: Ports,
  state: RunState,
  { task }: TaskRun,
  { desk, request, plan }: Asking,
): Promise<PlannerResult> {
  const path = state.written.subPlans?.find(sub => sub.task === task.id)?.path
  if (path === undefined)
    return { is: 'failed', problems: [`${documentPath(state, task.id)} is not named by the plan`] }
  const sketch = sketchOf(state.plan, task, state, depthMax(state.config.limits))
  const asked = await planSketch(ports, desk, request, sketch)
  if (asked.is === 'unavailable') return { is: 'failed', problems: [asked.problem] }
  if (asked.is === 'refused') return { is: 'failed', problems: asked.problems }
  const text = asked.value.documents.get(MAIN)!
  const subPlans = (state.written.subPlans ?? []).map(sub => (sub.path === path ? { ...sub, text } : sub))
  const whole = plan.readWhole(state.planText, subPlans)
  if (!whole?.tasks.some(({ parent }) => parent === task.id))
    return { is: 'failed', problems: ['its answer cannot be read as a part of the plan'] }
  const { planFile } = ports
  if (state.opened.place.kept === 'in-place' && (await planFile.readBeside(path)) === null)
    await planFile.writeBeside(path, text)
  return { is: 'sub-plan', path, text, plan: whole }
}
