import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeciders, thisOrigin } from '../../../adapters/process/deciders.ts'
import { Sandbox } from '../../../adapters/process/sandbox/sandbox.ts'
import { Tools } from '../../../adapters/rooms/tools.ts'
import { thisHolder } from '../../../adapters/store/lease-holder.ts'
import type { Deciders } from '../../../core/journal/decider.ts'
import type { RunId } from '../../../core/plan/ids.ts'
import type { Command, Refusal } from '../../../core/run/input.ts'
import { type RunState, taskRun } from '../../../core/run/state.ts'
import { answerWaiting, decideAlone } from '../../../engine/decide-alone.ts'
import { asHuman } from '../../../engine/inbox.ts'
import type { Answer, Store } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { RunReading } from '../reading.ts'

const ANSWER_WITHIN_MS = 30_000

/** Through the inbox when an engine is alive, else decided here under the lease. Says whether one is. */
export async function tell(
  context: Context,
  { store, state }: Pick<RunReading, 'store' | 'state'>,
  asked: Command,
): Promise<boolean> {
  const run = state.opened.runId
  const deciders = createDeciders(() => hasWall(context))
  const through = context.through === undefined ? '' : ` (through ${context.through})`
  // The terminal of a server says nothing about who sent it a request.
  const origin = context.through === undefined ? thisOrigin() : { ...thisOrigin(), terminal: false }
  const command = { ...asked, ...('by' in asked ? { by: `${asked.by}${through}` } : {}), origin }
  // The engine asks as well; here it is refused where no engine lives, and from where no engine can see.
  const human = await asHuman(deciders, state, command)
  if (!human.ok) throw refused(human.error)
  const holder = thisHolder()
  // A process that is stopped or asleep has let its lease run out, and still must not lose the run over a word.
  const isDriven = (await store.driver(run, holder, Date.now())).is === 'driving'
  const lease = isDriven ? null : await store.takeLease(run, holder, Date.now())
  if (!lease?.ok) {
    const id = await store.submit(run, command, Date.now())
    const answer =
      (await awaited(store, ANSWER_WITHIN_MS, () => store.answerTo(id))) ??
      (await answeredHere(store, id, run, deciders))
    if (!answer)
      throw new Problem('the run has not answered yet; what you said is kept and will be decided', [
        'pm-agent log shows when it was',
      ])
    if (!answer.accepted) throw refused(answer.refusal)
    return true
  }
  try {
    const decided = await decideAlone(store, lease.value, state, command, { deciders, now: Date.now() })
    if (!decided.ok)
      throw decided.error === 'overtaken'
        ? new Problem('another process wrote to the run at the same moment', ['try again'])
        : refused(leftAlone(decided.error, command, state))
    return false
  } finally {
    await store.releaseLease(lease.value)
  }
}

/** No process drives the run, so a task that looks busy was left by a pm-agent that has died, or waits for the next one. */
function leftAlone(refusal: Refusal, command: Command, state: RunState): Refusal {
  if (refusal.reason !== 'task-is-running' || !('task' in command)) return refusal
  const { task } = command
  const { stage } = taskRun(state, task)
  const goOn = 'pm-agent run continues with it'
  if (stage.is === 'drafted' || stage.is === 'proven')
    return { ...refusal, message: `Task ${task} has work that waits for pm-agent run.`, hints: [goOn] }
  return {
    ...refusal,
    message: `Task ${task} was under way when its pm-agent died.`,
    hints: [goOn, `pm-agent stop ${task}, then pm-agent run: it keeps its files and waits for your decision`],
  }
}

/** The answer to a command that reached its run too late: the engine ended without reading it. */
async function answeredHere(store: Store, id: number, run: RunId, deciders: Deciders): Promise<Answer | null> {
  const holder = thisHolder()
  if ((await store.driver(run, holder, Date.now())).is === 'driving') return null
  const lease = await store.takeLease(run, holder, Date.now())
  if (!lease.ok) return null
  try {
    await answerWaiting(store, lease.value, { deciders, now: Date.now() })
    return await store.answerTo(id)
  } finally {
    await store.releaseLease(lease.value)
  }
}

const walls = new Map<string, Promise<boolean>>()

/** Whether agents are kept from deciding on this machine; tried once in a process, because a server is asked at each decision. */
export function hasWall(context: Context): Promise<boolean> {
  const key = `${context.env.PATH}\n${context.cwd}`
  const wall = walls.get(key) ?? findWall(context)
  walls.set(key, wall)
  return wall
}

async function findWall({ cwd, env }: Context): Promise<boolean> {
  const tempRoot = join(tmpdir(), `pm-agent-${process.pid}`)
  const tools = new Tools({ tempRoot, userEnv: env })
  const works = (file: string, args: readonly string[]) => tools.works(file, args)
  try {
    return (await new Sandbox({ userEnv: env, checkout: cwd, masked: [], tempRoot, works }).level()) !== 'none'
  } finally {
    rmSync(tempRoot, { recursive: true, force: true })
  }
}

/** Waits for the engine's word; it is woken, nothing is polled. Null when none came in time. */
export async function awaited<T>(store: Store, withinMs: number, find: () => Promise<T | null>): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  const look = async () => {
    const found = await find()
    if (found !== null) resolve(found)
  }
  const unwatch = store.watch(() => void look().catch(reject))
  const timer = setTimeout(() => resolve(null), withinMs)
  try {
    await look()
    return await promise
  } finally {
    clearTimeout(timer)
    unwatch()
  }
}

const refused = (refusal: Refusal): Problem => new Problem(refusal.message, refusal.hints)
