import type { TaskId } from '../../core/plan/ids.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Recorded } from '../../core/run/event.ts'
import { Feed } from './feed.ts'
import { Live } from './live.ts'

/** A run that this process drives, shown while it goes on. */
export interface DrivenRun {
  note(text: string): void
  record(record: Recorded): void
  step(task: TaskId, step: ProofStep): void
  close(): void
}

/** Opens the view on the recorded events; later ones must be passed in. */
export function showDrivenRun(records: readonly Recorded[], options: { readonly colour: boolean }): DrivenRun {
  const feed = new Feed()
  for (const record of records) feed.take(record)
  feed.begin(Date.now())
  const live = new Live(feed, {
    role: 'drives',
    colour: options.colour,
    // The same path as from outside, so that there is one way to stop.
    onStop: () => process.kill(process.pid, 'SIGINT'),
    onLeave: () => {},
  })
  return {
    note: text => {
      feed.note(text, Date.now())
      live.say(text)
    },
    record: record => {
      feed.take(record)
      live.changed()
    },
    step: (task, step) => {
      feed.step(task, step)
      live.changed()
    },
    close: () => live.close(),
  }
}
