import type { Timeline } from '../../../../core/shown/timeline.ts'

/** A piece of time in a lane, as shares of the whole. */
interface Piece {
  readonly from: number
  readonly share: number
}

export interface Bar extends Piece {
  readonly task: string
  readonly attempt: number
  readonly role: string
  readonly beganAt: string
  readonly durationMs: number
  readonly isOpen: boolean
}

/** One row: launches that overlap in time are in rows of their own. */
export interface TimelineRow {
  readonly agent: string
  /** The first row of its agent has the name. */
  readonly isFirst: boolean
  readonly bars: readonly Bar[]
  readonly pauses: readonly (Piece & {
    readonly reason: string
    readonly beganAt: string
    readonly durationMs: number
  })[]
}

const time = (iso: string): number => Date.parse(iso)

/** The end of what is shown: that of the run or, while no process drives it, of its last work. */
export function endOf({ began_at, ended_at, lanes }: Timeline, isDriven: boolean): number {
  const ends = lanes.flatMap(({ bars, pauses }) => [...bars, ...pauses].map(one => one.ended_at ?? ended_at))
  return isDriven || ends.length === 0 ? time(ended_at) : Math.max(time(began_at) + 1, ...ends.map(time))
}

/** The rows of a timeline up to its end, in milliseconds. */
export function rowsOf({ began_at, lanes }: Timeline, end: number): readonly TimelineRow[] {
  const start = time(began_at)
  const whole = Math.max(1, end - start)
  const piece = (began: string, ended: string | null) => {
    const durationMs = (ended === null ? end : time(ended)) - time(began)
    return { from: (time(began) - start) / whole, share: durationMs / whole, beganAt: began, durationMs }
  }
  return lanes.flatMap(({ agent, bars, pauses }) => {
    const rows: Bar[][] = []
    for (const { task, attempt, role, began_at: began, ended_at: ended } of bars) {
      const bar = { task, attempt, role, ...piece(began, ended), isOpen: ended === null }
      const free = rows.find(row => row.every(({ from, share }) => from + share <= bar.from))
      if (free) free.push(bar)
      else rows.push([bar])
    }
    const waits = pauses.map(({ reason, began_at: began, ended_at: ended }) => ({ reason, ...piece(began, ended) }))
    return (rows.length > 0 ? rows : [[]]).map((row, at) => ({
      agent,
      isFirst: at === 0,
      bars: row,
      pauses: at === 0 ? waits : [],
    }))
  })
}

const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400].map(
  s => s * 1_000,
)
const MARKS_MAX = 8

/** Round times for the scale: offsets from the beginning. */
export function marksOf(wholeMs: number): readonly number[] {
  const step = STEPS_MS.find(one => wholeMs / one <= MARKS_MAX) ?? STEPS_MS.at(-1)!
  return Array.from({ length: Math.floor(wholeMs / step) + 1 }, (_, at) => at * step)
}

/** `30 s`, `5 min`, `2 h`: an offset of the scale. */
export function markWords(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds} s`
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`
}
