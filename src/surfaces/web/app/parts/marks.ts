import type { TaskView } from '../../../../core/shown/view.ts'

/** How a task is drawn: a sign and a word beside the colour, so that the colour is not needed. */
export interface DrawnState {
  readonly tone: 'good' | 'waived' | 'unproven' | 'asks' | 'bad' | 'busy' | 'ready' | 'quiet' | 'skipped'
  readonly sign: string
  readonly word: string
}

const OUTCOMES: Readonly<Record<string, DrawnState>> = {
  proven: { tone: 'good', sign: '✓', word: 'proven' },
  existed: { tone: 'good', sign: '=', word: 'existed' },
  waived: { tone: 'waived', sign: '≈', word: 'waived' },
  unverified: { tone: 'unproven', sign: '○', word: 'unverified' },
}

const STATES: Readonly<Record<string, DrawnState>> = {
  waiting: { tone: 'quiet', sign: '·', word: 'waiting' },
  ready: { tone: 'ready', sign: '›', word: 'ready' },
  implementing: { tone: 'busy', sign: '▶', word: 'implementing' },
  testing: { tone: 'busy', sign: '◔', word: 'testing' },
  landing: { tone: 'busy', sign: '◕', word: 'landing' },
  'test-failed': { tone: 'bad', sign: '✕', word: 'test failed' },
  blocked: { tone: 'quiet', sign: '‖', word: 'blocked' },
  paused: { tone: 'asks', sign: '!', word: 'paused' },
  escalated: { tone: 'asks', sign: '!', word: 'for you' },
  skipped: { tone: 'skipped', sign: '–', word: 'skipped' },
}

/** The standing of a task by its state and, once completed, its outcome. */
export function markOf({ state, outcome }: Pick<TaskView, 'state' | 'outcome'>): DrawnState {
  const known = outcome === null ? STATES[state] : OUTCOMES[outcome]
  return known ?? { tone: 'quiet', sign: '·', word: outcome ?? state }
}

/** The order in which counts are shown: what needs a human first. */
const ORDER: readonly DrawnState['tone'][] = [
  'asks',
  'bad',
  'busy',
  'ready',
  'quiet',
  'good',
  'waived',
  'unproven',
  'skipped',
]

export interface Count extends DrawnState {
  readonly count: number
}

/** How many tasks have each standing; groups without work of their own are no tasks. */
export function markCounts(tasks: readonly TaskView[]): readonly Count[] {
  const counts = new Map<string, Count>()
  for (const task of tasks) {
    if (task.group) continue
    const mark = markOf(task)
    counts.set(mark.word, { ...mark, count: (counts.get(mark.word)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone))
}

/** The signs and colours of gate verdicts. */
export function verdictMark(verdict: string, { blocking = true, excused = false } = {}): DrawnState {
  const word = verdict.replaceAll('-', ' ')
  if (verdict === 'passed') return { tone: 'good', sign: '✓', word }
  if (excused) return { tone: 'waived', sign: '≈', word }
  if (verdict === 'judged') return { tone: 'good', sign: '§', word }
  if (verdict === 'noted' || verdict === 'known-failure') return { tone: 'quiet', sign: 'i', word }
  if (verdict === 'question' || verdict === 'changes-tests') return { tone: 'asks', sign: '?', word }
  if (verdict === 'failed' || verdict === 'void') return { tone: 'bad', sign: '✕', word }
  return { tone: blocking ? 'bad' : 'unproven', sign: '○', word }
}
