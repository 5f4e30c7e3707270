import { setTimeout as delay } from 'node:timers/promises'
import type { TaskId } from '../core/plan/ids.ts'
import type { Ending } from '../core/run/ending.ts'
import { taskRun } from '../core/run/state.ts'
import type { Agents, Clock, Launch, LaunchResult } from '../ports.ts'
import type { Rehearsal } from './rehearsal.ts'

const MINUTE_MS = 60_000
/** A player that hangs is given the time to begin, however fast the rest is. */
const HANG_MINUTES_MIN = 3 / 60

/** Agents that play the script, each as a process of its own, with the durations and the ends that the script tells. */
export function rehearsedAgents(players: Agents, rehearsal: Rehearsal, clock: Pick<Clock, 'now'>): Agents {
  /** Tasks whose agents are done and wait for somebody else to land, so that there is something to merge with. */
  const lingering = new Set<TaskId>()
  return {
    reap: players.reap,
    sessionIn: players.sessionIn,
    launch: async (launch, signal, onLaunched) => {
      // A judge is played as it is: nothing that is told of the work is told of it.
      if (launch.role === 'verifier') return inPlayedTime(await players.launch(launch, signal, onLaunched), clock)
      const startedMs = performance.now()
      const { takesMs } = rehearsal.attempt(launch.task, launch.attempt)
      const played = await players.launch(withShortLimits(launch, rehearsal), signal, onLaunched)
      const result = inPlayedTime(played, clock)
      const leftMs =
        rehearsal.shortened(Math.min(takesMs, launch.minutes * MINUTE_MS)) - (performance.now() - startedMs)
      if (leftMs > 0) await delay(leftMs, undefined, { signal }).catch(() => {})
      const merge = rehearsal.merge(launch.task, launch.attempt)
      if (merge && merge.result !== 'clean') await lingerFor(rehearsal, launch.task, { lingering, signal })
      return told(result, launch, { takesMs, isStopped: signal.aborted })
    },
  }
}

/** A player knows the time of the machine, which a rehearsal has left behind when it has waited. */
function inPlayedTime(result: LaunchResult, clock: Pick<Clock, 'now'>): LaunchResult {
  const { ending } = result
  if (ending.is !== 'usage-limit' || ending.resetsAt === null) return result
  return { ...result, ending: { ...ending, resetsAt: ending.resetsAt + clock.now() - Date.now() } }
}

/** Only who hangs is waited for less long than in a real run; a slow machine must not look like an idle agent. */
function withShortLimits(launch: Launch, rehearsal: Rehearsal): Launch {
  const { steps = [] } = rehearsal.attempt(launch.task, launch.attempt)
  const hangs = steps.some(step => 'hang' in step || 'sleep' in step)
  if (!hangs) return launch
  const short = (minutes: number) => Math.max(rehearsal.shortened(minutes), HANG_MINUTES_MIN)
  return { ...launch, idleMinutes: short(launch.idleMinutes), minutes: short(launch.minutes) + HANG_MINUTES_MIN }
}

/** The result as a real one would have it: with the told duration, and with the limits that really hold. */
function told(
  result: LaunchResult,
  launch: Launch,
  { takesMs, isStopped }: { readonly takesMs: number; readonly isStopped: boolean },
): LaunchResult {
  const durationMs = takesMs > 0 ? takesMs : result.durationMs
  if (isStopped) return { ...result, ending: { is: 'stopped' } }
  if (takesMs > launch.minutes * MINUTE_MS)
    return { ...result, ending: { is: 'timed-out', minutes: launch.minutes }, reading: { is: 'missing' }, durationMs }
  return { ...result, ending: asReal(result.ending, launch), durationMs }
}

function asReal(ending: Ending, launch: Launch): Ending {
  if (ending.is === 'idle') return { is: 'idle', minutes: launch.idleMinutes }
  return ending.is === 'timed-out' ? { is: 'timed-out', minutes: launch.minutes } : ending
}

/** Ends when the branch has moved since the attempt began, or when nobody is left who could move it. */
async function lingerFor(
  rehearsal: Rehearsal,
  task: TaskId,
  { lingering, signal }: { readonly lingering: Set<TaskId>; readonly signal: AbortSignal },
): Promise<void> {
  const hasMoved = () => rehearsal.state.tip !== taskRun(rehearsal.state, task).attempts.at(-1)!.base
  const othersWork = () =>
    rehearsal.state.tasks.some(
      ({ task: other, stage }) =>
        other.id !== task && !lingering.has(other.id) && (stage.is === 'working' || isOnItsWay(stage.is)),
    )
  lingering.add(task)
  while (!signal.aborted && !hasMoved() && othersWork()) await rehearsal.nextFact(signal)
  lingering.delete(task)
}

const isOnItsWay = (stage: string): boolean =>
  stage === 'drafted' || stage === 'proving' || stage === 'proven' || stage === 'landing'
