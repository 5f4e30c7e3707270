import { shortCommit } from '../../core/plan/ids.ts'
import { headline } from '../../core/proof/receipt.ts'
import { lastAttempt, type TaskRun } from '../../core/run/state.ts'
import { escalationOf } from '../../core/shown/escalation.ts'
import { explain } from '../../core/shown/explain.ts'
import { escalationLines } from '../cli/words/question-words.ts'
import { BLANK, cell, cellRight, type Line, line, segment, spread } from './line.ts'
import type { LiveItem, LiveView, Size } from './live-view.ts'
import { gateMark, gateTime, gateTone, lookOf, stateWord, timeWords } from './rows.ts'
import { cutToWidth, wrapToWidth } from './width.ts'

/** One task in full: its state and why, gate results, and below them the end of its agent's output. */
export function taskPage(view: LiveView, item: LiveItem, { columns, rows }: Size): readonly Line[] {
  const head = headLines(view, item, columns).slice(0, rows)
  const room = rows - head.length
  const output = outputLines(view, item.run, columns)
  const story = storyLines(view, item.run, columns)
  const heights = share(story.length, output.length, room)
  const from = Math.min(view.scroll, Math.max(0, story.length - heights.story))
  const below = story.length - from - heights.story
  const shown = story.slice(from, from + heights.story)
  if (below > 0 && shown.length > 1) shown[shown.length - 1] = line(`  … ${below + 1} more lines (↓)`, 'dim')
  // The heading of the output and its newest lines.
  const tail = heights.output > 1 ? [output[0]!, ...output.slice(1).slice(1 - heights.output)] : []
  const gap = room - shown.length - tail.length
  return [...head, ...shown, ...Array<Line>(Math.max(0, gap)).fill(BLANK), ...tail]
}

/** The scroll limit of the page. */
export function scrollMax(view: LiveView, item: LiveItem, { columns, rows }: Size): number {
  const room = rows - Math.min(rows, headLines(view, item, columns).length)
  const story = storyLines(view, item.run, columns).length
  return Math.max(0, story - share(story, outputLines(view, item.run, columns).length, room).story)
}

/** The output gets the remaining space, and at least two fifths if it has that much. */
function share(story: number, output: number, room: number): { readonly story: number; readonly output: number } {
  const owed = Math.min(output, Math.floor((room * 2) / 5))
  const forStory = Math.min(story, room - owed)
  return { story: Math.max(0, forStory), output: Math.min(output, Math.max(0, room - forStory)) }
}

function headLines(view: LiveView, item: LiveItem, columns: number): readonly Line[] {
  const { task, run } = item
  const { mark, tone } = lookOf(task)
  const attempts = task.attempts > 0 ? `attempt ${task.attempts}` : 'not started'
  const facts = [
    attempts,
    `tier ${task.tier}`,
    ...(task.depends_on.length > 0 ? [`needs ${task.depends_on.join(', ')}`] : []),
    ...(task.commit ? [`commit ${shortCommit(task.commit)}`] : []),
    ...(lastAttempt(run) ? [`by ${lastAttempt(run)!.agent}`] : []),
  ]
  return [
    spread(
      [segment(`${mark} `, tone), segment(`Task ${task.id}: ${task.title}`, 'strong')],
      [segment(`${stateWord(task)}  ${timeWords(view, item)}`.trim(), tone)],
      columns,
    ),
    line(`  ${facts.join(' · ')}`, 'dim'),
    BLANK,
  ]
}

function storyLines(view: LiveView, run: TaskRun, columns: number): Line[] {
  const wrapped = (text: string) =>
    wrapToWidth(`  ${text}`, columns, 4 + (text.length - text.trimStart().length)).map(shown => line(shown))
  const story = explain(view.state, run, { now: view.now, isDriven: view.gone === null }).flatMap(wrapped)
  const escalation = escalationOf(view.state, run)
  const asked = escalation ? escalationLines(run.task.id, escalation) : []
  const question = asked.flatMap((text, at) =>
    wrapToWidth(`  ${text}`, columns, 15).map(shown => line(shown, at === 0 ? 'bad' : 'plain')),
  )
  return [...question, ...(question.length > 0 ? [BLANK] : []), ...story, ...gateLines(run)]
}

function gateLines(run: TaskRun): readonly Line[] {
  const last = run.attempts.findLast(attempt => attempt.receipt !== null)
  if (!last?.receipt) return []
  const width = Math.min(22, Math.max(4, ...last.receipt.gates.map(gate => gate.gate.length)))
  const rows = last.receipt.gates.map(
    (gate): Line => [
      segment(`  ${gateMark(gate)} `, gateTone(gate)),
      cell(gate.gate, width),
      segment('  '),
      cell(gate.verdict, 13, gateTone(gate)),
      cellRight(gateTime(gate), 10, 'dim'),
      segment(`  ${gate.command ?? headline(gate)}`, 'dim'),
    ],
  )
  return [BLANK, line(`  Gates of attempt ${last.number}:`, 'strong'), ...rows]
}

function outputLines(view: LiveView, run: TaskRun, columns: number): readonly Line[] {
  const activity = view.activity.get(run.task.id)
  const attempt = lastAttempt(run)
  if (!attempt) return []
  const said = (activity?.lines ?? []).filter((text, at, all) => text.trim() !== '' || all[at - 1]?.trim() !== '')
  const heading = `  ── output of attempt ${attempt.number} `
  const rule = line(cutToWidth(heading + '─'.repeat(Math.max(0, columns - heading.length)), columns), 'dim')
  const silence = run.stage.is === 'working' ? '  nothing printed yet' : '  nothing was printed'
  if (said.length === 0) return [rule, line(silence, 'dim')]
  return [rule, ...said.map(text => line(`  ${text}`))]
}
