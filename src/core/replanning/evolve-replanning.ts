import type { DecisionEvent } from '../decisions/decision-event.ts'
import { isParent } from '../plan/hierarchy.ts'
import { isCutShort, isUnavailable } from '../run/agent-pause.ts'
import { heardOf } from '../run/evolve-agent.ts'
import { planEdited } from '../run/evolve-plan.ts'
import { withItsFiles } from '../run/next-start.ts'
import { addedFor, draftOf, FRESH, type RunState, type TaskRun, taskRun, untouched } from '../run/state.ts'
import { answered } from './answered.ts'
import type { ReplanningEvent } from './replanning-event.ts'

type Fact<T extends ReplanningEvent['type']> = Extract<ReplanningEvent, { type: T }>

/** The task waits in the queue; without the planner it would go on with its files. */
export function planningWanted(state: RunState, event: Fact<'planning-wanted'>, at: number): RunState {
  const { type: _, task, ...wish } = event
  // Proven work that is too large does not land.
  const lane = state.lane.filter(id => id !== task)
  const { replanning } = state
  const answers = new Map([...replanning.answers].filter(([id]) => id !== task))
  const idle = answered({ ...state, lane, replanning: { ...replanning, answers } }, task)
  // A rejected task goes on waiting: its human may write another text before the planner does.
  if (event.purpose === 'rewrite')
    return changed(idle, task, ({ rewrite: _, ...run }) => ({
      ...run,
      wish,
      decisions: [...run.decisions, { at, fact: event }],
    }))
  return changed(idle, task, run => {
    const last = run.attempts.at(-1)
    return {
      ...run,
      wish,
      stage: { is: 'queued', ...(last && !isParent(run.task) ? withItsFiles(last) : FRESH) },
      decisions: [...run.decisions, { at, fact: event }],
    }
  })
}

export const plannerStarted = (state: RunState, event: Fact<'planner-started'>, at: number): RunState => {
  const { task, purpose, token } = event
  const { asking: before } = state.replanning
  const tries = before?.task === task && before.purpose === purpose ? before.tries + 1 : 1
  return { ...state, replanning: { ...state.replanning, asking: { task, purpose, token, startedAt: at, tries } } }
}

export function plannerEnded(state: RunState, event: Fact<'planner-ended'>): RunState {
  const { task, agent, ending, durationMs, meter } = event
  const { replanning } = state
  const launch = { task, agent, durationMs, ...(meter ? { meter } : {}) }
  // A question ends with a planner that cannot work.
  const isOver = isUnavailable(ending)
  const asking = replanning.asking && { ...replanning.asking, tries: 0, ...(isOver ? { isOver } : {}) }
  const answers = isCutShort(ending)
    ? replanning.answers
    : new Map([...replanning.answers, [task, (replanning.answers.get(task) ?? 0) + 1]])
  const launches = [...replanning.launches, launch]
  const next = { ...state, replanning: { ...replanning, asking, answers, launches } }
  return heardOf(next, agent, { ending, launchedAt: replanning.asking?.startedAt ?? state.lastAt })
}

/** The task waits for its parts, and verifies them together; each part begins with the kept files that it names. */
export function taskSplit(state: RunState, event: Fact<'task-split'>, at: number): RunState {
  const parent = taskRun(state, event.task)
  const last = parent.attempts.at(-1)
  const draft = last ? draftOf(last) : null
  const parts = event.parts.map(
    ({ task, kept }): TaskRun => ({
      ...untouched(task),
      added: { parent: event.task, at, trigger: 'split', scope: 'safe (a part of the task)' },
      stage: {
        is: 'queued',
        ...FRESH,
        ...(draft && kept.length > 0
          ? { from: draft.ref, only: { base: draft.base, tree: draft.tree, paths: kept } }
          : {}),
      },
      decisions: [{ at, fact: event }],
    }),
  )
  const { wish: _, ...rest } = parent
  const waiting: TaskRun = {
    ...rest,
    split: true,
    stage: { is: 'queued', ...FRESH },
    fixes: 0,
    relaunches: 0,
    launches: 0,
    attemptsBefore: parent.attempts.length,
    task: {
      ...parent.task,
      type: 'verification',
      needs: [...parent.task.needs, ...parts.map(({ task }) => task.id)],
    },
    decisions: [...parent.decisions, { at, fact: event }],
  }
  const place = state.index.get(event.task)!
  const tasks = state.tasks.with(place, waiting).toSpliced(place + addedFor(state, event.task).length + 1, 0, ...parts)
  return {
    ...answered(state, event.task),
    tasks,
    index: new Map(tasks.map((run, position) => [run.task.id, position])),
    plan: { ...state.plan, tasks: tasks.map(run => run.task) },
  }
}

/** The plan with the new document; it is part of the next landing. */
export function subPlanPlanned(state: RunState, event: Fact<'sub-plan-planned'>, at: number): RunState {
  const { task, path, text, plan } = event
  const edit = { type: 'plan-edited', plan, planText: state.planText, changes: [] } as const
  const { replanning, ...next } = planEdited(answered(state, task), edit, at)
  const documents = new Map([...replanning.documents, [path, text]])
  return changed({ ...next, replanning: { ...replanning, documents } }, task, ({ wish: _, ...run }) => ({
    ...run,
    decisions: [...run.decisions, { at, fact: event }],
  }))
}

export const taskClarified = (state: RunState, event: Fact<'task-clarified'>, at: number): RunState =>
  changed(answered(state, event.task), event.task, run => ({
    ...run,
    clarified: true,
    decisions: [...run.decisions, { at, fact: event }],
  }))

export const rewriteProposed = (state: RunState, event: Fact<'rewrite-proposed'>): RunState =>
  changed(answered(state, event.task), event.task, ({ wish: _, ...run }) => ({ ...run, rewrite: event.rewrite }))

/** From now on the text is part of the document, wherever the file is not ours to write. */
export function rewriteTaken(
  state: RunState,
  event: Extract<DecisionEvent, { type: 'rewrite-taken' }>,
  at: number,
): RunState {
  const { rewrite } = taskRun(state, event.task)
  if (!rewrite) return state
  const { isTaken: _, ...text } = rewrite
  const { replanning } = state
  const next = { ...state, replanning: { ...replanning, rewrites: [...replanning.rewrites, text] } }
  return changed(next, event.task, run => ({
    ...run,
    rewrite: { ...text, isTaken: true },
    decisions: [...run.decisions, { at, fact: event }],
  }))
}

export function rewriteLost(state: RunState, { task }: Fact<'rewrite-lost'>): RunState {
  const lost = taskRun(state, task).rewrite
  const { replanning } = state
  const rewrites = replanning.rewrites.filter(({ before }) => before !== lost?.before)
  return changed({ ...state, replanning: { ...replanning, rewrites } }, task, ({ rewrite: _, ...run }) => run)
}

function changed(state: RunState, id: TaskRun['task']['id'], change: (run: TaskRun) => TaskRun): RunState {
  const place = state.index.get(id)!
  return { ...state, tasks: state.tasks.with(place, change(state.tasks[place]!)) }
}
