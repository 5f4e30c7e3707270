import type { AttemptKind } from '../run/attempt-start.ts'
import type { Event, Recorded } from '../run/event.ts'
import type { ReaderRole } from '../settings/role.ts'

/** The time of a run by agent. Names are those of the documented JSON. */
export interface Timeline {
  readonly began_at: string
  /** The end of the run; the time of the look while it is open. */
  readonly ended_at: string
  readonly lanes: readonly Lane[]
}

/** One agent: its work, and the times in which it could not be used. */
interface Lane {
  readonly agent: string
  readonly bars: readonly Bar[]
  readonly pauses: readonly { readonly reason: string; readonly began_at: string; readonly ended_at: string | null }[]
}

/** One launch. */
interface Bar {
  readonly task: string
  readonly attempt: number
  readonly role: 'worker' | 'fixer' | 'verifier' | ReaderRole
  readonly began_at: string
  /** Null while it works. */
  readonly ended_at: string | null
}

/** Lanes in the order of the first use. */
export function timelineOf(records: readonly Recorded[], now: number): Timeline {
  const lanes = new Map<string, { agent: string; bars: Open<Bar>[]; pauses: Open<Lane['pauses'][number]>[] }>()
  const lane = (agent: string) => {
    if (!lanes.has(agent)) lanes.set(agent, { agent, bars: [], pauses: [] })
    return lanes.get(agent)!
  }
  const close = (
    of: Bar['role'][],
    { task, attempt }: { readonly task: string; readonly attempt: number },
    at: string,
  ) => {
    for (const { bars } of lanes.values())
      for (const bar of bars)
        if (bar.ended_at === null && bar.task === task && bar.attempt === attempt && of.includes(bar.role))
          bar.ended_at = at
  }
  for (const { event, at: time } of records) {
    const at = timeText(time)
    const begin = (role: Bar['role'], { agent, task, attempt }: Launch) =>
      lane(agent).bars.push({ task, attempt, role, began_at: at, ended_at: null })
    if (event.type === 'attempt-started') begin(authorOf(event.kind), event)
    if (event.type === 'attempt-ended') close(['worker', 'fixer'], event, at)
    if (event.type === 'judge-asked') begin(event.role ?? 'verifier', event)
    if (event.type === 'judge-ended') close([event.role ?? 'verifier'], event, at)
    if (event.type === 'agent-paused')
      lane(event.agent).pauses.push({ reason: event.reason, began_at: at, ended_at: null })
    if (event.type === 'agent-resumed')
      for (const pause of lane(event.agent).pauses) if (pause.ended_at === null) pause.ended_at = at
  }
  const end = records.findLast(({ event }) => event.type === 'run-finished')
  return {
    began_at: timeText(records[0]?.at ?? now),
    ended_at: timeText(end?.at ?? now),
    lanes: [...lanes.values()],
  }
}

type Launch = Pick<Extract<Event, { type: 'attempt-started' | 'judge-asked' }>, 'agent' | 'task' | 'attempt'>

/** Until its end is read. */
type Open<T extends { readonly ended_at: string | null }> = Omit<T, 'ended_at'> & { ended_at: string | null }

const authorOf = (kind: AttemptKind): Bar['role'] => (kind === 'fix' ? 'fixer' : 'worker')

const timeText = (time: number): string => new Date(time).toISOString()
