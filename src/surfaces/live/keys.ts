import type { TaskId } from '../../core/plan/ids.ts'
import { unreachable } from '../../core/result.ts'
import type { LiveView } from './live-view.ts'

/** Keys with a meaning. */
export type Key =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'previous'
  | 'next'
  | 'open'
  | 'back'
  | 'quit'
  | 'log'
  | 'help'
  | 'stop'
  | 'interrupt'
  | 'suspend'

const KEYS: Readonly<Record<string, Key>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  k: 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  j: 'down',
  '\u001b[C': 'next',
  '\u001bOC': 'next',
  '\u001b[D': 'previous',
  '\u001bOD': 'previous',
  h: 'previous',
  '\u001b[5~': 'page-up',
  '\u001b[6~': 'page-down',
  ' ': 'page-down',
  '\u001b[H': 'first',
  '\u001b[1~': 'first',
  g: 'first',
  '\u001b[F': 'last',
  '\u001b[4~': 'last',
  G: 'last',
  '\r': 'open',
  '\n': 'open',
  o: 'open',
  '\u001b': 'back',
  '\u007f': 'back',
  q: 'quit',
  l: 'log',
  '?': 'help',
  s: 'stop',
  '\u0003': 'interrupt',
  '\u001a': 'suspend',
}

/** A complete escape sequence, a single escape, or one character. */
const PRESSED = /\u001b\[[0-?]*[ -/]*[@-~]|\u001bO.|\u001b|./gsu

/** The terminal's input, one press after the other. */
export const pressesIn = (sent: string): readonly string[] => sent.match(PRESSED) ?? []

/** The keys in the terminal's input; unknown ones are left out. */
export const keysIn = (sent: string): readonly Key[] => pressesIn(sent).flatMap(found => KEYS[found] ?? [])

/** The user's position in the view. */
export type Glance = Pick<LiveView, 'page' | 'selected' | 'scroll' | 'message' | 'folds'>

/** The context that keys act on. */
export interface Ground {
  /** The tasks in screen order. */
  readonly order: readonly TaskId[]
  /** The task in focus if none was chosen. */
  readonly focus: TaskId | null
  /** Whether the tasks inside the one in focus are folded; absent if there are none. */
  readonly isFolded?: boolean | undefined
  readonly role: LiveView['role']
  readonly scrollMax: number
  readonly pageRows: number
}

/** The position after a key. Stopping, leaving and suspending are handled elsewhere. */
export function press(glance: Glance, key: Key, on: Ground): Glance {
  const at: Glance = { ...glance, message: null }
  switch (key) {
    case 'up':
      return move(at, -1, on)
    case 'down':
      return move(at, 1, on)
    case 'page-up':
      return move(at, -on.pageRows, on)
    case 'page-down':
      return move(at, on.pageRows, on)
    case 'first':
      return move(at, -1_000_000, on)
    case 'last':
      return move(at, 1_000_000, on)
    case 'previous':
      return at.page === 'task' ? { ...select(at, -1, on), scroll: 0 } : folded(at, true, on)
    case 'next':
      if (at.page === 'task') return { ...select(at, 1, on), scroll: 0 }
      return at.page === 'tree' && on.isFolded ? folded(at, false, on) : open(at, on)
    case 'open':
      return open(at, on)
    case 'back':
      // In the tree it clears the chosen task: the view follows the running ones again.
      return at.page === 'tree' ? { ...at, selected: null } : { ...at, page: 'tree', scroll: 0 }
    case 'quit':
      if (at.page !== 'tree') return { ...at, page: 'tree', scroll: 0 }
      return on.role === 'drives' ? { ...at, message: 'The run continues. s stops it, ? shows the keys.' } : at
    case 'log':
      return { ...at, page: at.page === 'log' ? 'tree' : 'log', scroll: 0 }
    case 'help':
      return { ...at, page: at.page === 'help' ? 'tree' : 'help', scroll: 0 }
    case 'stop':
      return on.role === 'drives' ? at : { ...at, message: 'Another process drives the run: pm-agent stop stops it.' }
    case 'interrupt':
    case 'suspend':
      return at
    default:
      return unreachable(key)
  }
}

const open = (at: Glance, on: Ground): Glance =>
  at.page === 'tree' && on.focus !== null ? { ...at, page: 'task', selected: on.focus, scroll: 0 } : at

/** Folds or opens the sub-plan in focus. */
const folded = (at: Glance, isFolded: boolean, on: Ground): Glance =>
  at.page !== 'tree' || on.focus === null || on.isFolded === undefined
    ? at
    : { ...at, selected: on.focus, folds: new Map(at.folds).set(on.focus, isFolded) }

/** Moves the selection in the tree, or scrolls a page. The log is counted from its end. */
function move(at: Glance, by: number, on: Ground): Glance {
  if (at.page === 'tree') return select(at, by, on)
  const scroll = Math.min(on.scrollMax, at.scroll) + (at.page === 'log' ? -by : by)
  return { ...at, scroll: Math.min(on.scrollMax, Math.max(0, scroll)) }
}

function select(at: Glance, by: number, { order, focus }: Ground): Glance {
  const from = focus === null ? 0 : order.indexOf(focus)
  const to = Math.min(order.length - 1, Math.max(0, from + by))
  return { ...at, selected: order[to] ?? null }
}
