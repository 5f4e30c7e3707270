import { writeSync } from 'node:fs'
import type { Size } from './live-view.ts'

// The escape codes of every terminal since the VT100, and three younger ones: 1049 is the alternate screen, 2026 asks to
// show a frame as a whole, and 7 is automatic wrapping: a line that a terminal takes for wider than we do is cut.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J'
const LEAVE = '\u001b[?7h\u001b[?1049l\u001b[?25h'
const FRAME_BEGINS = '\u001b[?2026h\u001b[H'
const FRAME_ENDS = '\u001b[?2026l'
// At the start of a line, because after its last column the cursor stands on a character that would be erased.
const ERASE_LINE = '\u001b[2K'
const ERASE_ALL = '\u001b[2J'

const USUAL: Size = { columns: 80, rows: 24 }

/** What comes from the terminal. */
export interface TerminalEvents {
  readonly onInput: (sent: string) => void
  readonly onResize: () => void
}

/** The terminal of this process as a screen of its own; given back on every way out that a process can notice. */
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
    // Also when something calls `process.exit`, and before the report of an exception that nobody caught.
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

  /** What Ctrl-Z does outside: gives the terminal back and stops the whole job; `fg` brings all of it back. */
  suspend(): void {
    this.#leave()
    process.kill(0, 'SIGTSTP')
  }

  close(): void {
    // Also after the terminal hung up: as long as somebody listens to its input, the process does not end.
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
   * The terminal may be gone, or somebody may only have sent the signal. What can be given back is; where nothing is left to
   * write to, that is no error. Written at once, because a stream would speak of it later.
   */
  readonly #hangUp = (): void => {
    if (this.#isEntered) {
      this.#isEntered = false
      try {
        if (this.#stdin.isTTY) this.#stdin.setRawMode(false)
        writeSync(this.#stdout.fd, LEAVE)
      } catch {
        // Nobody looks at it any more.
      }
    }
    this.#isClosed = true
  }
}
