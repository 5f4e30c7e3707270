import { type Line, line, segment } from './line.ts'
import type { LiveView, LogLine, Size } from './live-view.ts'
import { wrapToWidth } from './width.ts'

/** Events line by line, newest last. */
export function logPage(view: LiveView, { columns, rows }: Size): readonly Line[] {
  const lines = logLines(view, columns, rows + view.scroll)
  const end = lines.length - Math.min(view.scroll, Math.max(0, lines.length - rows))
  return lines.slice(Math.max(0, end - rows), end)
}

/** The newest events, one line each. */
export function recentLines(view: LiveView, rows: number): readonly Line[] {
  return view.log.slice(Math.max(0, view.log.length - rows)).map(entry => leadAndWords(view, entry))
}

/** How far back the log goes. */
export const logScrollMax = (view: LiveView, { columns, rows }: Size): number =>
  Math.max(0, logLines(view, columns, Number.POSITIVE_INFINITY).length - rows)

/** At least this many of the newest lines: a long log is not laid out ten times a second. */
function logLines(view: LiveView, columns: number, count: number): readonly Line[] {
  const blocks: (readonly Line[])[] = []
  let made = 0
  for (let at = view.log.length - 1; at >= 0 && made < count; at--) {
    const block = wrapped(view, view.log[at]!, columns)
    blocks.unshift(block)
    made += block.length
  }
  return blocks.flat()
}

function wrapped(view: LiveView, entry: LogLine, columns: number): readonly Line[] {
  const [lead, words] = leadAndWords(view, entry)
  const indent = lead!.text.length
  const [first, ...rest] = wrapToWidth(lead!.text + words!.text, columns, indent)
  return [
    [segment(first!.slice(0, indent), lead!.tone), segment(first!.slice(indent), words!.tone)],
    ...rest.map(text => line(text, words!.tone)),
  ]
}

/** Time and task, then what happened. */
function leadAndWords(view: LiveView, { time, task, words, tone }: LogLine): Line {
  const idWidth = Math.min(12, Math.max(3, ...view.state.tasks.slice(0, 100).map(run => run.task.id.length)))
  return [segment(`${time}  ${(task ?? '·').padEnd(idWidth)}  `, 'dim'), segment(words, tone)]
}
