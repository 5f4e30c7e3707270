import type { Recorded } from '../../../core/run/event.ts'
import type { RunState } from '../../../core/run/state.ts'
import { sentence } from '../../../core/shown/sentences.ts'
import { paint, type Terminal, withoutPaint } from '../terminal.ts'
import type { PrintedLine } from './printed-lines.ts'

/** One event as a line: time of day, task, text; null for internal events. */
export function renderRecord(terminal: Terminal, record: Recorded, state: RunState): PrintedLine | null {
  const said = sentence(record, state)
  if (!said) return null
  const time = new Date(record.at).toTimeString().slice(0, 8)
  const width = Math.max(3, ...state.tasks.slice(0, 100).map(run => run.task.id.length))
  const colour = said.tone === 'good' ? 'green' : said.tone === 'bad' ? 'red' : null
  const words = colour ? paint(terminal, colour, said.words) : said.words
  // On every line, so that no part of it can be taken for a real run.
  const mark = state.opened.rehearsal ? `${paint(terminal, 'yellow', 'REHEARSAL')}  ` : ''
  const lead = `${mark}${paint(terminal, 'dim', time)}  ${(said.task ?? '·').padEnd(width)}  `
  return { text: `${lead}${words}`, hang: withoutPaint(lead).length }
}
