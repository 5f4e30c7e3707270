import { closeSync, constants, openSync, rmSync } from 'node:fs'

/** Creates pipes with these names; false if the machine cannot. */
export type MakeFifos = (paths: readonly string[]) => Promise<boolean>

/** Both ends of a pipe without a name. */
export interface OpenPipe {
  /** Ours: reading does not block. */
  readonly readEnd: number
  readonly writeEnd: number
}

/** Enough for a task: its agent and a few commands. */
const MADE_AT_ONCE = 16

/** Pipes for the output of children, made ahead: each making costs a process. Nothing remains of them when this process ends. */
export class PipeStock {
  readonly #makeFifos: MakeFifos
  readonly #pipes: OpenPipe[] = []
  #making: Promise<boolean> | null = null

  constructor(makeFifos: MakeFifos) {
    this.#makeFifos = makeFifos
  }

  /** So many pipes; `base` is the beginning of their names while they are made. Null if the machine cannot make any. */
  async take(base: string, count: number): Promise<readonly OpenPipe[] | null> {
    while (this.#pipes.length < count) {
      this.#making ??= this.#make(base).finally(() => {
        this.#making = null
      })
      if (!(await this.#making)) return null
    }
    return this.#pipes.splice(0, count)
  }

  async #make(base: string): Promise<boolean> {
    const paths = Array.from({ length: MADE_AT_ONCE }, (_, at) => `${base}.pipe-${at}`)
    try {
      if (!(await this.#makeFifos(paths))) return false
      for (const path of paths) this.#pipes.push(openBothEnds(path))
      return true
    } finally {
      for (const path of paths) rmSync(path, { force: true })
    }
  }
}

/** The order matters: a non-blocking reader may come first, a writer would wait for the reader. */
function openBothEnds(path: string): OpenPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) }
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}
