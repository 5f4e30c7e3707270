import { setTimeout as delay } from 'node:timers/promises'
import type { TaskId } from '../core/plan/ids.ts'
import type { Ending } from '../core/run/ending.ts'
import { taskRun } from '../core/run/state.ts'
import type { Agents, Clock, Launch, LaunchResult } from '../ports.ts'
import type { Rehearsal } from './rehearsal.ts'

const MINUTE_MS = 60_000
/** Even at high speed, a hanging player gets time to start. */
const HANG_MINUTES_MIN = 3 / 60

/** Agents that play the script, each as its own process, with the script's durations and endings. */
export function rehearsedAgents(players: Agents, rehearsal: Rehearsal, clock: Pick<Clock, 'now'>): Agents {
  /** Tasks whose agents have finished and wait for another task to land, so that there is something to merge with. */
  const lingering = new Set<TaskId>()
  return {
    reap: players.reap,
    sessionIn: players.sessionIn,
    launch: async (launch, signal, onLaunched) => {
      // Judges and reviewers are played unchanged: durations and endings of the work do not apply to them.
      if (launch.role === 'verifier' || launch.role === 'reviewer' || launch.role === 'final-reviewer')
        return inPlayedTime(await players.launch(launch, signal, onLaunched), clock)
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

/** A player uses the machine's clock, which is behind the rehearsal's after a skipped wait. */
function inPlayedTime(result: LaunchResult, clock: Pick<Clock, 'now'>): LaunchResult {
  const { ending } = result
  if (ending.is !== 'usage-limit' || ending.resetsAt === null) return result
  return { ...result, ending: { ...ending, resetsAt: ending.resetsAt + clock.now() - Date.now() } }
}

/** Only for hanging agents is the idle limit shorter than in a real run; a slow machine must not look like an idle agent. */
function withShortLimits(launch: Launch, rehearsal: Rehearsal): Launch {
  const { steps = [] } = rehearsal.attempt(launch.task, launch.attempt)
  const hangs = steps.some(step => 'hang' in step || 'sleep' in step)
  if (!hangs) return launch
  const short = (minutes: number) => Math.max(rehearsal.shortened(minutes), HANG_MINUTES_MIN)
  const limits = { ...launch.limits, idleMinutes: short(launch.limits.idleMinutes) }
  return { ...launch, limits, minutes: short(launch.minutes) + HANG_MINUTES_MIN }
}

/** The result as in a real run: with the scripted duration, and with the real limits. */
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
  if (ending.is === 'idle') return { is: 'idle', minutes: launch.limits.idleMinutes }
  return ending.is === 'timed-out' ? { is: 'timed-out', minutes: launch.minutes } : ending
}

/** Resolves when the branch has moved since the attempt began, or when no other task could move it. */
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
