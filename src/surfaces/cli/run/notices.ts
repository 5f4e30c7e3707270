import { desktopCommand } from '../../../adapters/notify/desktop.ts'
import { startNotify } from '../../../adapters/notify/notify.ts'
import { type Notice, noticeFor, releaseNotice } from '../../../core/decisions/notice.ts'
import { isAboutQuestion, QUESTIONS_FILE } from '../../../core/decisions/question-log.ts'
import type { Recorded } from '../../../core/run/event.ts'
import type { RunState } from '../../../core/run/state.ts'
import { questionsText } from '../../../core/shown/context-files.ts'
import { printable } from '../../../core/text/clean-text.ts'
import { jsonText } from '../../../core/text/json-text.ts'

/** Where notices go. */
export interface NoticePlaces {
  readonly cwd: string
  readonly userEnv: NodeJS.ProcessEnv
  readonly tempRoot: string
  /** Writes a file beside a plan outside of git. */
  readonly writeBeside: (path: string, text: string) => Promise<void>
  readonly note: (words: string) => void
  /** Rings the terminal; absent without one. */
  readonly ring?: (() => void) | undefined
  /** Shows messages on the desktop too; not in CI. */
  readonly desktop: boolean
}

/** Tells a human who is elsewhere that he is needed: the user's command, and the file of questions. Never hurts the run. */
export class Notices {
  readonly #places: NoticePlaces
  readonly #ended = new AbortController()
  readonly #told = new Set<string>()
  #hasGate = false
  #work: Promise<void> = Promise.resolve()

  constructor(places: NoticePlaces) {
    this.#places = places
  }

  record(record: Recorded, state: RunState): void {
    if (state.opened.rehearsal) return
    const { place } = state.opened
    if (place.contextKept === 'in-place' && isAboutQuestion(record.event.type))
      this.#after(() => this.#places.writeBeside(`${place.contextDir}/${QUESTIONS_FILE}`, questionsText(state)))
    if (record.event.type === 'release-gate-recorded') this.#hasGate = true
    this.#tell(state, noticeFor(record, state))
  }

  #tell({ config: { notify } }: RunState, notice: Notice | null): void {
    if (notice === null || this.#told.has(notice.cause)) return
    this.#told.add(notice.cause)
    this.#places.ring?.()
    const { desktop } = this.#places
    if (desktop) this.#after(() => this.#show(notice))
    if (notify === undefined) return
    this.#after(async () => {
      const { cwd, userEnv, tempRoot, note } = this.#places
      const failure = await startNotify(notify, jsonText(notice), { cwd, userEnv, tempRoot }, this.#ended.signal)
      if (failure !== null) note(`notify did not work (${failure}): ${notify}`)
    })
  }

  /** On the desktop, if there is one; a failure is not reported. */
  async #show({ title, problem }: Notice): Promise<void> {
    const { cwd, userEnv, tempRoot } = this.#places
    const text = { title: `pm-agent: ${printable(title)}`, text: printable(problem) }
    const command = desktopCommand(text, { env: userEnv })
    if (command !== null) await startNotify(command, '', { cwd, userEnv, tempRoot }, this.#ended.signal)
  }

  /** The run has ended: only now it is known that no task repairs a branch that cannot be released. Waits for the notices. */
  settle(state: RunState): Promise<void> {
    if (this.#hasGate && !state.opened.rehearsal) this.#tell(state, releaseNotice(state))
    return this.#work
  }

  /** Ends what is still under way. */
  async close(): Promise<void> {
    this.#ended.abort()
    await this.#work
  }

  /** One after the other, in the order of the facts. */
  #after(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#places.note(`a notification failed: ${error instanceof Error ? error.message : error}`)
    })
  }
}
