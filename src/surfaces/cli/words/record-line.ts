import type { Recorded } from '../../../core/run/event.ts'
import type { RunState } from '../../../core/run/state.ts'
import { sentence } from '../../../core/shown/sentences.ts'
import { paint, type Terminal } from '../terminal.ts'

/** One event as one line: time of day, task, text; null for internal events. */
export function renderRecord(terminal: Terminal, record: Recorded, state: RunState): string | null {
  const said = sentence(record, state)
  if (!said) return null
  const time = new Date(record.at).toTimeString().slice(0, 8)
  const width = Math.max(3, ...state.tasks.slice(0, 100).map(run => run.task.id.length))
  const colour = said.tone === 'good' ? 'green' : said.tone === 'bad' ? 'red' : null
  const words = colour ? paint(terminal, colour, said.words) : said.words
  // On every line, so that no part of it can be taken for a real run.
  const mark = state.opened.rehearsal ? `${paint(terminal, 'yellow', 'REHEARSAL')}  ` : ''
  return `${mark}${paint(terminal, 'dim', time)}  ${(said.task ?? '·').padEnd(width)}  ${words}`
}
