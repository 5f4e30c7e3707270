import { type FSWatcher, watch } from 'node:fs'
import { openTranscript, type Transcript } from '../../../adapters/agents/transcript.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import type { Event } from '../../../core/run/event.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { maskSecrets } from '../../../core/text/secrets.ts'
import type { Remark } from '../../../core/told/remark.ts'
import { paint, type Terminal } from '../terminal.ts'
import { remarkWords } from './remark-words.ts'

const MARGIN = '          '

/** The transcript of one task's agents, attempt by attempt, between the lines of the journal. */
export class TaskTranscript {
  readonly #terminal: Terminal
  readonly #task: TaskId
  readonly #json: boolean
  #running: { readonly attempt: number; readonly path: string; readonly transcript: Transcript } | null = null

  #listener: (() => void) | null = null
  #watching: FSWatcher | null = null

  constructor(terminal: Terminal, task: TaskId, options: { readonly json?: boolean | undefined }) {
    this.#terminal = terminal
    this.#task = task
    this.#json = options.json === true
  }

  /** An agent whose end was recorded prints nothing more; a launched one begins to. */
  async before(event: Event): Promise<void> {
    if (event.type === 'agent-launched') {
      await this.end()
      const { attempt, outputFile } = event
      this.#running = { attempt, path: outputFile, transcript: openTranscript(outputFile) }
      this.#watchRunning()
    }
    if (event.type === 'attempt-ended') await this.end()
  }

  /** Shows new remarks. */
  async read(): Promise<void> {
    await this.#running?.transcript.read(remark => this.#show(remark))
  }

  async end(): Promise<void> {
    await this.#running?.transcript.end(remark => this.#show(remark))
    this.#watching?.close()
    this.#running = null
  }

  /** From now on calls back when an agent of the task has printed something. */
  watch(listener: () => void): void {
    this.#listener = listener
    this.#watchRunning()
  }

  #watchRunning(): void {
    if (this.#running === null || this.#listener === null) return
    try {
      this.#watching = watch(this.#running.path, this.#listener).on('error', () => {})
    } catch {
      // The file is gone, so there is nothing more to read.
    }
  }

  #show(remark: Remark): void {
    if (this.#json) {
      const line = jsonText({ task: this.#task, attempt: this.#running?.attempt, remark })
      this.#terminal.print(maskSecrets(line))
      return
    }
    const isBad = remark.is === 'denied' || remark.is === 'error' || remark.is === 'limit'
    for (const line of remarkWords(remark)) {
      const words = remark.is === 'text' ? line : paint(this.#terminal, isBad ? 'red' : 'dim', line)
      this.#terminal.print(`${MARGIN}${words}`)
    }
  }
}
