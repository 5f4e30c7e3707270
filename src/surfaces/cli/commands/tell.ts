import { userInfo } from 'node:os'
import { thisHolder } from '../../../adapters/store/lease-holder.ts'
import type { Command, Refusal } from '../../../core/input.ts'
import type { RunState } from '../../../core/state.ts'
import { decideAlone } from '../../../engine/decide-alone.ts'
import type { Answer, Store } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { pickTask, readRun } from '../reading.ts'

const ANSWER_WITHIN_MS = 30_000

export interface TellOptions {
  readonly message?: string
  readonly run?: string
}

/** How the answer to a task's command reads. */
const ANSWERS = {
  'retry-task': 'goes back to the queue',
  'skip-task': 'is skipped',
  'approve-task': 'may land',
  'waive-task': 'may land as waived',
  'stop-task': 'is stopped; its files are kept, and pm-agent retry goes on with it',
} as const

/** `approve TASK`, `waive TASK`, `retry TASK`, `skip TASK` and `stop TASK`: what a human decides about one task. */
export async function tellTask(
  context: Context,
  type: keyof typeof ANSWERS,
  task: string,
  options: TellOptions,
): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const id = pickTask(state, task).task.id
    const driven = await tell(store, state, { type, task: id, by: who(), note: options.message ?? '' })
    context.terminal.print(`Task ${id} ${ANSWERS[type]}.${driven ? '' : ' pm-agent run goes on from there.'}`)
    return EXIT.done
  } finally {
    store.close()
  }
}

/** `tell TASK -m TEXT`: words that go with the task's next attempt. */
export async function tellAgent(context: Context, task: string, options: TellOptions): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const id = pickTask(state, task).task.id
    await tell(store, state, { type: 'tell-task', task: id, by: who(), note: options.message ?? '' })
    context.terminal.print(`What you said goes with the next attempt of task ${id}.`)
    return EXIT.done
  } finally {
    store.close()
  }
}

/** `stop`: ends the run that is under way elsewhere, in good order. */
export async function stop(context: Context, options: TellOptions): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const driven = await tell(store, state, { type: 'stop-run', by: who() })
    context.terminal.print(
      driven
        ? 'Stopping. pm-agent run goes on from there.'
        : 'No run is under way; pm-agent run goes on from where it stands.',
    )
    return EXIT.done
  } finally {
    store.close()
  }
}

/** Through the inbox when an engine is alive, else decided here under the lease. Says whether one is. */
async function tell(store: Store, state: RunState, command: Command): Promise<boolean> {
  const run = state.opened.runId
  const holder = thisHolder()
  // A process that is stopped or asleep has let its lease run out, and still must not lose the run over a word.
  const isDriven = (await store.driver(run, holder, Date.now())).is === 'driving'
  const lease = isDriven ? null : await store.takeLease(run, holder, Date.now())
  if (!lease?.ok) {
    const answer = await answered(store, await store.submit(run, command, Date.now()))
    if (!answer)
      throw new Problem('the run has not answered yet; what you said is kept and will be decided', [
        'pm-agent log shows when it was',
      ])
    if (!answer.accepted) throw refused(answer.refusal)
    return true
  }
  try {
    const decided = await decideAlone(store, lease.value, state, command, Date.now())
    if (!decided.ok)
      throw decided.error === 'overtaken'
        ? new Problem('somebody else wrote to the run at the same moment', ['try again'])
        : refused(decided.error)
    return false
  } finally {
    await store.releaseLease(lease.value)
  }
}

/** Waits for the engine's word; it is woken, nothing is polled. */
async function answered(store: Store, id: number): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>()
  const look = async () => {
    const answer = await store.answerTo(id)
    if (answer) resolve(answer)
  }
  const unwatch = store.watch(() => void look())
  const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS)
  await look()
  const answer = await promise
  clearTimeout(timer)
  unwatch()
  return answer
}

const refused = (refusal: Refusal): Problem => new Problem(refusal.message, refusal.hints)

const who = (): string => userInfo().username
