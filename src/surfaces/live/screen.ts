import { shortCommit } from '../../core/plan/ids.ts'
import { unreachable } from '../../core/result.ts'
import { plural } from '../../core/text/lists.ts'
import { goneWords } from '../cli/words/driver-words.ts'
import { askingWords, decisionHint } from './asking.ts'
import { BLANK, cutLine, type Line, line, paintedText, plainText, rule, segment, spread } from './line.ts'
import { focusOf, type LiveView, runWords, type Size, treeOf } from './live-view.ts'
import { logPage, logScrollMax, recentLines } from './log-page.ts'
import { questionLines } from './question.ts'
import { scrollMax, taskPage } from './task-page.ts'
import { treeLines } from './tree.ts'
import { displayWidth } from './width.ts'

const RECENT_ROWS_MIN = 5
const RECENT_ROWS_MAX = 12

/** The whole screen: exactly `rows` lines, none wider than `columns`. Without colours it is plain text. */
export function screen(view: LiveView, size: Size, options: { readonly colour?: boolean } = {}): readonly string[] {
  const { head, foot, body } = frame(view, size)
  const content = bodyLines(view, { columns: size.columns, rows: body })
  const filled = Array.from({ length: body }, (_, at) => content[at] ?? BLANK)
  return [...head, ...filled, ...foot].map(shown =>
    (options.colour ? paintedText : plainText)(cutLine(shown, size.columns)),
  )
}

/** The scroll limit of the current page. */
export function scrollLimit(view: LiveView, size: Size): number {
  const room = { columns: size.columns, rows: frame(view, size).body }
  if (view.page === 'log') return logScrollMax(view, room)
  const item = focusOf(view, treeOf(view))
  return view.page === 'task' && item ? scrollMax(view, item, room) : 0
}

/** The lines above and below, and the number of lines between. A small screen omits them. */
function frame(
  view: LiveView,
  { columns, rows }: Size,
): { head: readonly Line[]; foot: readonly Line[]; body: number } {
  const head = [titleLine(view, columns), factsLine(view, columns), rule('', columns)].slice(
    0,
    rows >= 12 ? 3 : rows >= 8 ? 2 : rows >= 2 ? 1 : 0,
  )
  const foot = [rule('', columns), footLine(view)].slice(rows >= 16 ? 0 : rows >= 6 ? 1 : 2)
  return { head, foot, body: Math.max(0, rows - head.length - foot.length) }
}

function bodyLines(view: LiveView, size: Size): readonly Line[] {
  switch (view.page) {
    case 'tree': {
      const question = questionLines(view, size)
      const tree = treeLines(view, { ...size, rows: size.rows - question.length })
      const left = size.rows - question.length - tree.length
      return [...tree, ...restLines(view, { ...size, rows: left }), ...question]
    }
    case 'task': {
      const item = focusOf(view, treeOf(view))
      return item ? taskPage(view, item, size) : []
    }
    case 'log':
      return logPage(view, size)
    case 'help':
      return helpLines(view)
    default:
      return unreachable(view.page)
  }
}

/** Leftover space shows the newest events. */
function restLines(view: LiveView, { columns, rows }: Size): readonly Line[] {
  const recent = rows >= RECENT_ROWS_MIN ? recentLines(view, Math.min(rows - 2, RECENT_ROWS_MAX)) : []
  const heading = recent.length > 0 ? [rule('log', columns)] : []
  const gap = Array<Line>(Math.max(0, rows - recent.length - heading.length)).fill(BLANK)
  return [...gap, ...heading, ...recent]
}

function titleLine(view: LiveView, columns: number): Line {
  const { words, tone } = runWords(view)
  const { title, plan, rehearsal } = view.run.run
  const mark = rehearsal ? [segment('REHEARSAL', 'warn'), segment('  ')] : []
  return spread([...mark, segment(title, 'strong'), segment(`  ${plan}`, 'dim')], [segment(words, tone)], columns)
}

function factsLine({ run }: LiveView, columns: number): Line {
  const count = (state: string) => run.tasks.filter(task => task.state === state).length
  const attempts = run.tasks.reduce((sum, task) => sum + task.attempts, 0)
  const others = (['escalated', 'test-failed', 'skipped'] as const).flatMap(state =>
    count(state) > 0 ? [`, ${count(state)} ${state}`] : [],
  )
  const cost = run.run.cost_usd === null ? 'cost unknown' : run.run.cost.words
  const left = `${count('completed')} of ${run.tasks.length} completed${others.join('')} · ${plural(attempts, 'attempt')} · ${cost}`
  const { branch, head } = run.run
  const where = [...(head ? [`${branch} at ${shortCommit(head)}`] : []), branch].find(
    words => displayWidth(left) + 2 + displayWidth(words) <= columns,
  )
  return spread(line(left), line(where ?? '', 'dim'), columns)
}

function footLine(view: LiveView): Line {
  if (view.asking) return line(askingWords(view.asking), 'strong')
  if (view.message !== null) return line(view.message, 'warn')
  if (view.gone !== null) return line(`${goneWords(view.gone)}; pm-agent run continues from here`, 'bad')
  const leave = view.role === 'drives' ? 's stop' : 'q leave'
  if (!view.hasKeys) return line(view.role === 'drives' ? 'Ctrl-C stops the run' : 'Ctrl-C leaves the view', 'dim')
  const decisions = view.page === 'tree' || view.page === 'task' ? decisionHint(view) : null
  if (decisions !== null) return line(`${decisions}  ? help`, 'dim')
  switch (view.page) {
    case 'tree':
      return line(`↑↓ select  enter look in  l log  ${leave}  ? help`, 'dim')
    case 'task':
      return line(`↑↓ move  ←→ other task  esc back  l log  ${leave.replace('q', 'Ctrl-C')}  ? help`, 'dim')
    case 'log':
      return line(`↑↓ move  l tree  ${leave}  ? help`, 'dim')
    case 'help':
      return line('esc back', 'dim')
    default:
      return unreachable(view.page)
  }
}

function helpLines({ role, canDecide }: LiveView): readonly Line[] {
  const keys: readonly (readonly [string, string])[] = [
    ['↑ ↓  j k', 'select a task; on a page: move'],
    ['enter  o', 'show the task: its state and why, gates, output'],
    ['← →  h', 'tree: fold or open a sub-plan; a task: the previous or next'],
    ['esc  q', role === 'drives' ? 'back' : 'back; from the tree: leave, the run continues'],
    ['l', 'tree or log'],
    ...(canDecide
      ? ([
          ['a r x p', 'on a task that waits: approve, revise, reject, pause'],
          ['t z w', 'retry, skip, waive; enter sends the decision, esc cancels'],
        ] as const)
      : []),
    ...(role === 'drives'
      ? ([
          ['s  Ctrl-C', 'stop cleanly: agents are ended, their files kept'],
          ['', 'Ctrl-C again kills at once; pm-agent run always resumes'],
        ] as const)
      : ([['Ctrl-C', 'leave; pm-agent stop stops the run itself']] as const)),
    ['?', 'this'],
  ]
  return [
    BLANK,
    ...keys.map(([key, words]): Line => [segment(`  ${key.padEnd(12)}`, 'strong'), segment(words)]),
    BLANK,
    line('  ✓ completed  ● implementing  ◐ testing  ◆ landing  ✗ test-failed', 'dim'),
    line('  ! waits for you  ○ ready  · waiting or blocked  - skipped', 'dim'),
  ]
}
