import { stepWords } from '../../core/proof/proof-step.ts'
import { blockers, type GateResult, gateSentence } from '../../core/proof/receipt.ts'
import { lastAttempt, type TaskRun } from '../../core/run/state.ts'
import { type TaskStatus, unsettled } from '../../core/shown/status.ts'
import { type TaskView, titleWords } from '../../core/shown/view.ts'
import { duration, elapsed } from '../../core/text/time.ts'
import { cell, cellRight, type Line, line, type Segment, segment, type Tone } from './line.ts'
import { type LiveItem, type LiveView, lastWords, urgencyOf } from './live-view.ts'
import { displayWidth } from './width.ts'

const LOOKS: Readonly<Record<TaskStatus, { readonly mark: string; readonly tone: Tone }>> = {
  waiting: { mark: '·', tone: 'dim' },
  blocked: { mark: '·', tone: 'dim' },
  ready: { mark: '○', tone: 'plain' },
  implementing: { mark: '●', tone: 'busy' },
  testing: { mark: '◐', tone: 'busy' },
  landing: { mark: '◆', tone: 'busy' },
  'test-failed': { mark: '✗', tone: 'warn' },
  completed: { mark: '✓', tone: 'good' },
  escalated: { mark: '!', tone: 'bad' },
  paused: { mark: '!', tone: 'warn' },
  skipped: { mark: '-', tone: 'dim' },
}

export const lookOf = (task: Pick<TaskView, 'state'>) => LOOKS[task.state as TaskStatus]

// Fixed, so that nothing jumps when a task progresses.
const STATE_WIDTH = 'implementing'.length
const ATTEMPTS_WIDTH = '9 attempts'.length
const TIME_WIDTH = '59 min 59 s'.length
const COMMIT_WIDTH = 10
const ID_WIDTH_MAX = 12
/** The silence of an agent is shown from this duration on. */
const SILENT_MS = 60_000

/** The column widths of a task table; a column that does not fit is 0 and left out. */
export interface Columns {
  readonly id: number
  readonly title: number
  readonly state: number
  readonly attempts: number
  readonly time: number
  readonly commit: number
}

/** Distributes the width of the screen; all tasks count, so that nothing moves when the list is cut. */
export function columnsFor(items: readonly LiveItem[], columns: number): Columns {
  const widest = items.reduce((width, { task, depth }) => Math.max(width, 2 * depth + displayWidth(task.id)), 2)
  const id = Math.min(widest, ID_WIDTH_MAX, Math.ceil(columns / 4))
  const state = columns >= 44 ? STATE_WIDTH : 0
  const time = columns >= 60 ? TIME_WIDTH : 0
  const attempts = columns >= 72 ? ATTEMPTS_WIDTH : 0
  const commit = columns >= 100 ? COMMIT_WIDTH : 0
  const taken = [state, attempts, time, commit].reduce((sum, width) => sum + (width > 0 ? width + 2 : 0), 6 + id)
  return { id, state, attempts, time, commit, title: Math.max(0, columns - taken) }
}

/** One task as one line. */
export function taskRow(
  view: LiveView,
  item: LiveItem,
  options: { readonly columns: Columns; readonly isFocus: boolean },
): Line {
  const { task, depth } = item
  const { columns, isFocus } = options
  const { mark, tone } = lookOf(task)
  const isCalm = urgencyOf(task) === 'calm'
  const cells: Segment[] = [
    segment(isFocus ? '▸ ' : '  ', 'strong'),
    segment(`${mark} `, tone),
    cell(' '.repeat(2 * depth) + task.id, columns.id, isCalm ? 'dim' : 'plain'),
    segment('  '),
    ...titleCell(view, item, columns.title, isFocus ? 'strong' : task.state === 'waiting' ? 'dim' : 'plain'),
  ]
  const add = (width: number, made: Segment) => width > 0 && cells.push(segment('  '), made)
  add(columns.state, cell(stateWord(task), columns.state, tone))
  add(columns.attempts, cell(attemptWords(task), columns.attempts, task.attempts > 1 && !isCalm ? 'warn' : 'dim'))
  add(columns.time, cellRight(timeWords(view, item), columns.time, isCalm ? 'dim' : 'plain'))
  add(columns.commit, cell(task.commit ?? '', columns.commit, 'dim'))
  return cells
}

/** The title, followed by why a task does not move, as far as there is space. */
function titleCell(
  { state }: LiveView,
  { task, run, isFolded }: LiveItem,
  width: number,
  tone: Tone,
): readonly Segment[] {
  const isStill = task.state === 'waiting' || task.state === 'blocked' || task.state === 'ready'
  // The number of tasks inside says more about a parent than its state.
  if (task.progress) return [cell(`${isFolded ? '+ ' : ''}${titleWords(task)}`, width, tone)]
  if (!isStill || !task.reason) return [cell(task.title, width, tone)]
  const room = width - displayWidth(segment(task.title).text)
  const needs = unsettled(state, run)
  const because = [`  (${task.reason})`, ...(needs.length > 0 ? [`  (needs ${needs.join(', ')})`] : [])].find(
    words => displayWidth(words) <= room,
  )
  return because ? [segment(task.title, tone), cell(because, room, 'dim')] : [cell(task.title, width, tone)]
}

/** The status as in `pm-agent status`; a completed task by its outcome. */
export const stateWord = (task: TaskView): string => task.outcome ?? task.state

function attemptWords(task: TaskView): string {
  if (urgencyOf(task) === 'at-work' && task.attempts > 0) return `attempt ${task.attempts}`
  return task.attempts > 1 ? `${task.attempts} attempts` : ''
}

/** How long it has been in this stage, has waited for the user, or took. */
export function timeWords(view: LiveView, { task, run }: LiveItem): string {
  const urgency = urgencyOf(task)
  if (urgency === 'at-work' || urgency === 'for-you') {
    const isOver = view.gone !== null || (view.state.stopped && task.state !== 'implementing')
    const isStill = isOver && urgency === 'at-work'
    return elapsed((isStill ? view.state.lastAt : view.now) - (view.since.get(run.task.id) ?? view.startedAt))
  }
  const first = run.attempts[0]
  return first && run.endedAt !== null ? elapsed(run.endedAt - first.startedAt) : ''
}

/** The details below a task: its agent's last output, the current proof, and the last gate results. */
export function detailRows(view: LiveView, item: LiveItem): readonly Line[] {
  const { task, run } = item
  const indent = segment('      ')
  const below = (content: readonly Line[]): readonly Line[] => content.map(made => [indent, ...made])
  const before = gatesBefore(run)
  // The details of a parent are the tasks inside it.
  if (run.attempts.length === 0) return []
  switch (task.state as TaskStatus) {
    case 'implementing':
      return below([agentWords(view, run), ...before])
    case 'testing':
      return below([provingWords(view, run), ...before])
    case 'test-failed': {
      const receipt = lastAttempt(run)?.receipt
      return receipt
        ? below(
            blockers(receipt)
              .slice(0, 1)
              .map(gate => line(gateSentence(gate), 'warn')),
          )
        : []
    }
    default:
      return []
  }
}

function agentWords(view: LiveView, run: TaskRun): Line {
  const activity = view.activity.get(run.task.id)
  const words = lastWords(activity)
  if (!activity || words === null) return line('nothing printed yet', 'dim')
  const silentMs = view.now - activity.changedAt
  const silence = silentMs >= SILENT_MS ? [segment(`silent for ${elapsed(silentMs)}: `, 'warn')] : []
  return [...silence, segment(`› ${words}`, 'dim')]
}

/** The gates of a proof, and how long they last took. */
function provingWords({ state, steps }: LiveView, run: TaskRun): Line {
  const step = steps?.get(run.task.id)
  if (step) return line(stepWords(step), 'dim')
  const { commands, criteria } = lastAttempt(run)!.contract
  const known = new Map<string, number>()
  // The task's own gate times take precedence, so they come last.
  const receipts = [...state.tasks, run].flatMap(({ attempts }) => attempts.flatMap(({ receipt }) => receipt ?? []))
  for (const { gates } of [state.baseline?.baseline ?? { gates: [] }, ...receipts])
    for (const { gate, durationMs } of gates) if (durationMs > 0) known.set(gate, durationMs)
  const names = Object.keys(commands).map(name => {
    const took = known.get(name)
    return took === undefined ? name : `${name} (last ${duration(took)})`
  })
  const checks = criteria.filter(criterion => criterion.check).length
  if (checks > 0) names.push(`${checks} ${checks === 1 ? 'criterion' : 'criteria'}`)
  return line(`proving${names.length > 0 ? `: ${names.join(', ')}` : ' in a clean checkout'}`, 'dim')
}

/** The gates of the last attempt with a receipt; failed ones first, so that a narrow screen shows them. */
function gatesBefore(run: TaskRun): readonly Line[] {
  const last = run.attempts.findLast(attempt => attempt.receipt !== null)
  if (!last?.receipt) return []
  const gates = last.receipt.gates.toSorted((a, b) => Number(a.verdict === 'passed') - Number(b.verdict === 'passed'))
  return [
    [
      segment(`attempt ${last.number}: `, 'dim'),
      ...gates.flatMap(gate => [segment(gateWords(gate), gateTone(gate)), segment('  ')]),
    ],
  ]
}

/** A waived gate is neither green nor red. */
export const gateMark = ({ verdict, blocking, excused }: GateResult): string =>
  verdict === 'passed' ? '✓' : excused ? '~' : blocking ? '✗' : '·'
export const gateTone = ({ verdict, blocking, excused }: GateResult): Tone =>
  verdict === 'passed' ? 'good' : excused ? 'warn' : blocking ? 'bad' : 'dim'
export const gateTime = ({ cached, durationMs }: GateResult): string =>
  cached ? 'remembered' : durationMs > 0 ? duration(durationMs) : ''

function gateWords(gate: GateResult): string {
  const verdict = gate.verdict === 'passed' || gate.verdict === 'failed' ? '' : ` ${gate.verdict}`
  const took = gate.durationMs > 0 && !gate.cached ? ` ${duration(gate.durationMs)}` : ''
  return `${gateMark(gate)} ${gate.gate}${verdict}${took}`
}
