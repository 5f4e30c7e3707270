import type { TaskId } from '../../core/plan/ids.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Recorded } from '../../core/run/event.ts'
import type { RunState } from '../../core/run/state.ts'
import { Feed } from './feed.ts'
import { Live } from './live.ts'
import type { Asking } from './live-view.ts'

/** A run that this process drives, shown while it goes on. */
export interface DrivenRun {
  note(text: string): void
  record(record: Recorded, state: RunState): void
  step(task: TaskId, step: ProofStep): void
  close(): void
}

/** Reports of progress, which the view shows among the events. */
interface Reports {
  record(record: Recorded, state: RunState): void
  close(): void
}

interface DrivenRunOptions {
  readonly colour: boolean
  readonly reports: (say: (lines: readonly string[]) => void) => Reports
  /** Absent in a rehearsal, whose humans are played. */
  readonly decide?: ((asked: Asking) => Promise<string>) | undefined
}

/** Opens the view on the recorded events; later ones must be passed in. */
export function showDrivenRun(records: readonly Recorded[], options: DrivenRunOptions): DrivenRun {
  const feed = new Feed()
  for (const record of records) feed.take(record)
  feed.begin(Date.now())
  const live = new Live(feed, {
    role: 'drives',
    colour: options.colour,
    // The same path as from outside, so that there is one way to stop.
    onStop: () => process.kill(process.pid, 'SIGINT'),
    onLeave: () => {},
    onDecide: options.decide,
  })
  const reports = options.reports(lines => {
    for (const words of lines) feed.say(words, Date.now())
    live.changed()
  })
  return {
    note: text => {
      feed.note(text, Date.now())
      live.say(text)
    },
    record: (record, state) => {
      feed.take(record)
      reports.record(record, state)
      live.changed()
    },
    step: (task, step) => {
      feed.step(task, step)
      live.changed()
    },
    close: () => {
      reports.close()
      live.close()
    },
  }
}
