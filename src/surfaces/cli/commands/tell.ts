import type { TaskId } from '../../../core/plan/ids.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { Command } from '../../../core/run/input.ts'
import { type RunState, taskRun } from '../../../core/run/state.ts'
import type { Reach } from '../../../core/told/message-timing.ts'
import type { Store } from '../../../ports.ts'
import type { Context } from '../context.ts'
import {
  type ANSWERS,
  type DecisionOptions,
  type RetryOptions,
  retryOf,
  sendBack,
  type TellOptions,
  takeDecision,
} from '../decide/decide-task.ts'
import { awaited, tell } from '../decide/send-command.ts'
import { deciderIn } from '../decider.ts'
import { EXIT, Problem } from '../problem.ts'
import { pickTask, readRun } from '../reading.ts'
import { printLines } from '../words/printed-lines.ts'

const PASSED_ON_WITHIN_MS = 5_000

/** The decisions of a human about one task, and `stop TASK`. */
export async function tellTask(
  context: Context,
  named: keyof typeof ANSWERS,
  task: string,
  options: DecisionOptions,
): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    print(context, await takeDecision(context, { state, store }, { named, run: pickTask(state, task), options }))
    return EXIT.done
  } finally {
    store.close()
  }
}

const print = ({ terminal }: Context, lines: readonly string[]): void => printLines(terminal, ...lines)

/** `retry TASK` and `retry --all`: sends back what failed, with its files or without them. */
export async function retry(context: Context, task: string | undefined, options: RetryOptions): Promise<number> {
  if ((task === undefined) === !options.all)
    throw new Problem(task === undefined ? 'no task is named' : `either task ${task} or --all`, [
      'pm-agent retry TASK sends one task back, pm-agent retry --all every task that failed',
    ])
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    if (task !== undefined && options.option !== undefined) {
      print(
        context,
        await takeDecision(context, { state, store }, { named: 'retry', run: pickTask(state, task), options }),
      )
      return EXIT.done
    }
    const by = await deciderIn(context.cwd)
    const said = { by, note: options.message ?? '', ...(options.fresh ? { fresh: true as const } : {}) }
    const command: Command =
      task === undefined ? { type: 'retry-all', ...said } : retryOf(pickTask(state, task), said, options)
    print(context, await sendBack(context, { store, state }, command, options))
    return EXIT.done
  } finally {
    store.close()
  }
}

/** `tell TASK -m TEXT`: a message to the agent of the task, as soon as it can receive it. */
export async function tellAgent(context: Context, task: string, options: TellOptions): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const id = pickTask(state, task).task.id
    const driven = await tell(
      context,
      { store, state },
      {
        type: 'tell-task',
        task: id,
        by: await deciderIn(context.cwd),
        note: options.message ?? '',
      },
    )
    const reach = driven ? await reached(store, state, id) : 'next-attempt'
    printLines(
      context.terminal,
      reach === null ? `Your message is saved; pm-agent why ${id} shows which attempt received it.` : HEARD[reach](id),
    )
    return EXIT.done
  } finally {
    store.close()
  }
}

const HEARD: Readonly<Record<Reach, (task: string) => string>> = {
  now: task => `The agent of task ${task} received it while working.`,
  'next-turn': task => `The agent of task ${task} receives it at the end of its current turn.`,
  'next-attempt': task => `It goes to the next attempt of task ${task}.`,
}

/** When its agent receives the message; null while this is unknown, because the agent is not launched yet. */
async function reached(store: Store, before: RunState, task: TaskId): Promise<Reach | null> {
  return awaited(store, PASSED_ON_WITHIN_MS, async (): Promise<Reach | null> => {
    let state = before
    let isTold = false
    for (const record of await store.read(before.opened.runId, before.version)) {
      const { event } = record
      state = evolve(state, record)
      if (isTold && event.type === 'agent-told' && event.task === task) return event.reach
      if (event.type !== 'task-told' || event.task !== task) continue
      isTold = true
      if (taskRun(state, task).stage.is !== 'working') return 'next-attempt'
    }
    return null
  })
}

/** `stop`: ends the run that is under way elsewhere, in good order. */
export async function stop(context: Context, options: TellOptions): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const driven = await tell(context, { store, state }, { type: 'stop-run', by: await deciderIn(context.cwd) })
    printLines(
      context.terminal,
      driven
        ? 'Stopping. pm-agent run continues from there.'
        : 'No run is under way; pm-agent run continues from the recorded state.',
    )
    return EXIT.done
  } finally {
    store.close()
  }
}
