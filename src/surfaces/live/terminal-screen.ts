import { writeSync } from 'node:fs'
import type { Size } from './live-view.ts'

// The escape codes of every terminal since the VT100, and three newer ones: 1049 is the alternate screen, 2026 shows a
// frame as a whole, and 7 is automatic wrapping: a line that the terminal measures wider than we do is cut.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J'
const LEAVE = '\u001b[?7h\u001b[?1049l\u001b[?25h'
const FRAME_BEGINS = '\u001b[?2026h\u001b[H'
const FRAME_ENDS = '\u001b[?2026l'
// At the start of a line, because after the last column the cursor is on a character that would be erased.
const ERASE_LINE = '\u001b[2K'
const ERASE_ALL = '\u001b[2J'

const USUAL: Size = { columns: 80, rows: 24 }

/** Input from the terminal. */
export interface TerminalEvents {
  readonly onInput: (sent: string) => void
  readonly onResize: () => void
}

/** The terminal of this process as a full screen; restored on every exit that a process can notice. */
export class TerminalScreen {
  readonly #on: TerminalEvents
  readonly #stdin = process.stdin
  readonly #stdout = process.stdout
  #isEntered = false
  #isClosed = false
  #hasKeys = false
  #shown = ''

  constructor(on: TerminalEvents) {
    this.#on = on
    this.#hasKeys = this.#stdin.isTTY === true
    // Also on `process.exit`, and before the report of an uncaught exception.
    process.on('exit', this.#leave)
    process.on('SIGHUP', this.#hangUp)
    process.on('SIGCONT', this.#comeBack)
    this.#stdout.on('resize', this.#resize)
    if (this.#hasKeys) {
      this.#stdin.setEncoding('utf8')
      this.#stdin.on('data', this.#hear)
      this.#stdin.on('end', this.#deafen)
      this.#stdin.on('error', this.#deafen)
    }
    this.#enter()
    if (this.#hasKeys) this.#stdin.resume()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get hasKeys(): boolean {
    return this.#hasKeys
  }

  size(): Size {
    const { columns, rows } = this.#stdout
    return { columns: columns || USUAL.columns, rows: rows || USUAL.rows }
  }

  show(lines: readonly string[]): void {
    const frame = lines.map(text => `${ERASE_LINE}${text}`).join('\r\n')
    if (!this.#isEntered || this.#isClosed || frame === this.#shown) return
    this.#shown = frame
    this.#stdout.write(`${FRAME_BEGINS}${frame}${FRAME_ENDS}`)
  }

  /** Like Ctrl-Z: restores the terminal and stops the whole job; `fg` resumes it. */
  suspend(): void {
    this.#leave()
    process.kill(0, 'SIGTSTP')
  }

  close(): void {
    // Also after the terminal hung up: a listener on its input keeps the process alive.
    this.#leave()
    this.#isClosed = true
    process.off('exit', this.#leave)
    process.off('SIGHUP', this.#hangUp)
    process.off('SIGCONT', this.#comeBack)
    this.#stdout.off('resize', this.#resize)
    this.#stdin.off('data', this.#hear)
    this.#stdin.off('end', this.#deafen)
    this.#stdin.off('error', this.#deafen)
    this.#stdin.pause()
  }

  readonly #enter = (): void => {
    if (this.#isClosed) return
    if (this.#hasKeys) this.#stdin.setRawMode(true)
    this.#isEntered = true
    this.#shown = ''
    this.#stdout.write(ENTER)
  }

  readonly #comeBack = (): void => {
    this.#enter()
    this.#on.onResize()
  }

  readonly #leave = (): void => {
    if (!this.#isEntered) return
    this.#isEntered = false
    if (this.#stdin.isTTY) this.#stdin.setRawMode(false)
    this.#stdout.write(LEAVE)
  }

  readonly #resize = (): void => {
    this.#shown = ''
    this.#stdout.write(ERASE_ALL)
    this.#on.onResize()
  }

  readonly #hear = (sent: string): void => this.#on.onInput(sent)

  readonly #deafen = (): void => {
    this.#hasKeys = false
  }

  /**
   * The terminal may be gone, or the signal may have come from elsewhere. Restores what is possible; a missing terminal is
   * not an error. Written synchronously, because a stream would report the error later.
   */
  readonly #hangUp = (): void => {
    if (this.#isEntered) {
      this.#isEntered = false
      try {
        if (this.#stdin.isTTY) this.#stdin.setRawMode(false)
        writeSync(this.#stdout.fd, LEAVE)
      } catch {
        // The terminal is gone.
      }
    }
    this.#isClosed = true
  }
}
