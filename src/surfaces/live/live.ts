import type { TaskId } from '../../core/plan/ids.ts'
import type { LeaseHolder } from '../../ports.ts'
import { readActivity } from './activity.ts'
import { beginAsking, lacksText, typed } from './asking.ts'
import type { Feed } from './feed.ts'
import { type Glance, type Key, keysIn, press, pressesIn } from './keys.ts'
import { type Activity, type Asking, focusOf, type LiveView, type Size, treeOf } from './live-view.ts'
import { screen, scrollLimit } from './screen.ts'
import { TerminalScreen } from './terminal-screen.ts'

/** Elapsed times and outputs change even without new events. */
const TICK_MS = 1_000
const DRAW_EVERY_MS = 100

export interface LiveOptions {
  readonly role: LiveView['role']
  readonly colour: boolean
  /** The task to show first. */
  readonly task?: TaskId | undefined
  /** The user asked to stop the run, or to leave the view. */
  readonly onStop: () => void
  readonly onLeave: () => void
  /** Takes a decision about a task; returns the answer in words. Absent where decisions are not accepted. */
  readonly onDecide?: ((asked: Asking) => Promise<string>) | undefined
  /** The driver that died; polled, because a dead process rings no bell. */
  readonly whoIsGone?: () => Promise<LeaseHolder | null>
}

/** The live view: draws the feed and handles keys. `close` always restores the terminal. */
export class Live {
  readonly #feed: Feed
  readonly #options: LiveOptions
  readonly #terminal: TerminalScreen
  readonly #ticking: NodeJS.Timeout
  #glance: Glance
  #activity: ReadonlyMap<TaskId, Activity> = new Map()
  #gone: LeaseHolder | null = null
  #drawing: NodeJS.Timeout | null = null
  #drawnAt = 0
  #isReading = false
  #hasStopped = false
  #asking: Asking | null = null

  constructor(feed: Feed, options: LiveOptions) {
    this.#feed = feed
    this.#options = options
    const task = options.task ?? null
    this.#glance = { page: task === null ? 'tree' : 'task', selected: task, scroll: 0, message: null }
    this.#terminal = new TerminalScreen({
      onInput: sent => {
        for (const pressed of pressesIn(sent)) this.#hear(pressed)
      },
      onResize: () => this.changed(),
    })
    this.#ticking = setInterval(() => this.#tick(), TICK_MS)
    this.#tick()
  }

  /** Schedules a redraw; several calls give one. */
  changed(): void {
    if (this.#drawing !== null || this.#terminal.isClosed) return
    const waitMs = Math.max(0, this.#drawnAt + DRAW_EVERY_MS - performance.now())
    this.#drawing = setTimeout(() => this.#draw(), waitMs)
  }

  /** Shows a message at the bottom of the screen until the next key. */
  say(message: string): void {
    this.#glance = { ...this.#glance, message }
    this.changed()
  }

  close(): void {
    clearInterval(this.#ticking)
    clearTimeout(this.#drawing ?? undefined)
    this.#terminal.close()
  }

  #tick(): void {
    this.changed()
    const { state } = this.#feed
    if (state === null || this.#isReading) return
    this.#isReading = true
    const lookedInto = this.#glance.page === 'task' ? this.#glance.selected : null
    void Promise.all([readActivity(state, lookedInto), this.#options.whoIsGone?.()]).then(([activity, gone]) => {
      this.#isReading = false
      this.#activity = activity
      this.#gone = gone ?? null
      this.changed()
    })
  }

  #draw(): void {
    this.#drawing = null
    this.#drawnAt = performance.now()
    const view = this.#view()
    if (view === null || this.#terminal.isClosed) return
    this.#terminal.show(screen(view, this.#terminal.size(), { colour: this.#options.colour }))
  }

  #view(): LiveView | null {
    const { state, view: run, startedAt, since, log, steps } = this.#feed
    if (state === null || run === null) return null
    const { role } = this.#options
    const hasKeys = this.#terminal.hasKeys
    return {
      state,
      run,
      role,
      gone: this.#gone,
      now: Date.now(),
      startedAt,
      since,
      log,
      steps,
      activity: this.#activity,
      hasKeys,
      canDecide: this.#options.onDecide !== undefined,
      asking: this.#asking,
      ...this.#glance,
    }
  }

  /** A key, or a part of the text of a decision. */
  #hear(pressed: string): void {
    if (this.#asking) {
      this.#type(this.#asking, pressed)
      return
    }
    const view = this.#view()
    const begun = view && beginAsking(view, pressed)
    if (!begun) {
      for (const key of keysIn(pressed)) this.#press(key)
      return
    }
    if ('message' in begun) this.say(begun.message)
    else this.#asking = begun.asking
    this.changed()
  }

  #type(asking: Asking, pressed: string): void {
    const next = typed(asking, pressed)
    if (next === 'leave') {
      this.#asking = null
      this.say('Nothing is decided.')
    } else if (next !== 'send' || lacksText(asking)) {
      this.#asking = next === 'send' ? asking : next
      this.changed()
    } else {
      this.#asking = null
      this.say(`${asking.decision} task ${asking.run.task.id}: sent`)
      void this.#options.onDecide?.(asking).then(
        answer => this.say(answer),
        (error: unknown) => this.say(error instanceof Error ? error.message : String(error)),
      )
    }
  }

  #press(key: Key): void {
    const view = this.#view()
    if (view === null) return
    const { role, onStop, onLeave } = this.#options
    const isLeaving = role === 'watches' && (key === 'interrupt' || (key === 'quit' && view.page === 'tree'))
    // A key that is held down must not become the second interrupt, which kills; that takes another Ctrl-C.
    const isStopping = role === 'drives' && (key === 'interrupt' || (key === 'stop' && !this.#hasStopped))
    if (isLeaving) onLeave()
    else if (key === 'suspend') this.#terminal.suspend()
    else if (isStopping) {
      this.#hasStopped = true
      onStop()
    } else this.#look(view, key)
  }

  #look(view: LiveView, key: Key): void {
    const items = treeOf(view)
    const focus = focusOf(view, items)
    const size: Size = this.#terminal.size()
    const before = this.#glance
    this.#glance = press(before, key, {
      order: items.map(({ run }) => run.task.id),
      focus: focus?.run.task.id ?? null,
      isFolded: focus?.isFolded,
      role: view.role,
      scrollMax: scrollLimit(view, size),
      pageRows: Math.max(1, size.rows - 8),
    })
    const isOtherTask = this.#glance.page === 'task' && this.#glance.selected !== before.selected
    // The new task's output is only available at the next tick; do not wait for it.
    if (isOtherTask || this.#glance.page !== before.page) this.#tick()
    this.changed()
  }
}
