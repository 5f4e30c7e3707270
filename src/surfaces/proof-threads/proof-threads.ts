import { Worker } from 'node:worker_threads'
import type { Receipt } from '../../core/proof/receipt.ts'
import { unreachable } from '../../core/result.ts'
import type { ProofOptions, Prover, Subject } from '../../engine/proof/case.ts'
import { Interrupted } from '../../engine/proof/suite/bench.ts'
import { NESTED_TOO_DEEPLY, Unreadable } from '../../engine/proof/unreadable.ts'
import { CALLED, type FromThread, SIGNAL, type ToThread } from './messages.ts'

const PING_EVERY_MS = 1_000
/** Walking code calls itself for each level of nesting. */
const STACK_MB = 32

export interface ProofThreadsOptions {
  /** The program of a thread, which calls `serveProofs`. */
  readonly program: URL
  /** How long a thread may be busy without a word, in whole seconds of the driver's own time. */
  readonly busySecondsMax?: number
}

/**
 * Proves drafts in threads of their own, one draft each: however long reading a draft takes, the driver hears signals, keeps
 * limits and renews its lease. A thread that is busy for too long is ended, and the draft counts as unreadable.
 */
export class ProofThreads {
  readonly #program: URL
  readonly #busySecondsMax: number
  readonly #idle: ProofThread[] = []
  readonly #all = new Set<ProofThread>()

  constructor({ program, busySecondsMax = 60 }: ProofThreadsOptions) {
    this.#program = program
    this.#busySecondsMax = busySecondsMax
  }

  readonly prove: Prover = async (ports, subject, options) => {
    const thread = this.#idle.pop() ?? this.#start()
    try {
      return await thread.prove(ports, subject, options)
    } finally {
      if (thread.isAlive) this.#idle.push(thread)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map(thread => thread.end()))
  }

  #start(): ProofThread {
    const thread = new ProofThread(this.#program, this.#busySecondsMax, () => this.#all.delete(thread))
    this.#all.add(thread)
    return thread
  }
}

interface Job {
  readonly ports: Parameters<Prover>[0]
  readonly options: ProofOptions
  readonly resolve: (receipt: Receipt) => void
  readonly reject: (error: Error) => void
}

class ProofThread {
  readonly #worker: Worker
  readonly #busySecondsMax: number
  readonly #onEnd: () => void
  #job: Job | null = null
  isAlive = true
  #unanswered = 0

  constructor(program: URL, busySecondsMax: number, onEnd: () => void) {
    this.#busySecondsMax = busySecondsMax
    this.#onEnd = onEnd
    this.#worker = new Worker(program, { execArgv: [], resourceLimits: { stackSizeMb: STACK_MB } })
    // A thread that has nothing to do keeps nobody from ending.
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (error: Error & { code?: string }) => {
      this.isAlive = false
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#fail(isMemory ? new Unreadable('The changed files cannot be read: they need too much memory.') : error)
    })
    this.#worker.on('exit', () => {
      this.isAlive = false
      this.#fail(new Error('the thread that proves ended'))
      this.#onEnd()
    })
  }

  prove(ports: Job['ports'], subject: Subject, options: ProofOptions): Promise<Receipt> {
    const stop = () => this.#say({ is: 'stop' })
    const pinging = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#unanswered = 0
    this.#worker.ref()
    return new Promise<Receipt>((resolve, reject) => {
      this.#job = { ports, options, resolve, reject }
      this.#say({ is: 'prove', subject, token: options.token, leaveOut: ports.leaveOut })
      options.signal.addEventListener('abort', stop, { once: true })
      if (options.signal.aborted) stop()
    }).finally(() => {
      this.#job = null
      clearInterval(pinging)
      options.signal.removeEventListener('abort', stop)
      this.#worker.unref()
    })
  }

  async end(): Promise<void> {
    this.isAlive = false
    await this.#worker.terminate()
  }

  #say(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  /** Seconds are counted by pings: while the machine sleeps, none is sent. */
  #ping(): void {
    if (this.#unanswered++ < this.#busySecondsMax) {
      this.#say({ is: 'ping' })
      return
    }
    void this.end()
    const words = `reading them took longer than ${this.#busySecondsMax} seconds`
    this.#fail(new Unreadable(`The changed files cannot be read: ${words}.`))
  }

  #hear(message: FromThread): void {
    const job = this.#job
    if (!job) return
    // Whoever speaks is not stuck.
    this.#unanswered = 0
    switch (message.is) {
      case 'call':
        void this.#call(job, message)
        break
      case 'step':
        job.options.onStep?.(message.step)
        break
      case 'proven':
        job.resolve(message.receipt)
        break
      case 'failed':
        job.reject(errorOf(message))
        break
      case 'pong':
        break
      default:
        unreachable(message)
    }
  }

  async #call(job: Job, { call, port, method, args }: Extract<FromThread, { is: 'call' }>): Promise<void> {
    try {
      const target = CALLED.includes(port) ? job.ports[port] : null
      const asked = (target as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!
      const given = args.map(arg => (arg === SIGNAL ? job.options.signal : arg))
      this.#say({ is: 'answer', call, value: await asked.apply(target, given) })
    } catch (error) {
      this.#say({ is: 'failure', call, problem: error instanceof Error ? error.message : String(error) })
    }
  }

  #fail(error: Error): void {
    this.#job?.reject(error)
  }
}

function errorOf({ why, problem }: Extract<FromThread, { is: 'failed' }>): Error {
  if (why === 'interrupted') return new Interrupted(problem)
  return why === 'too-deep' ? new Unreadable(NESTED_TOO_DEEPLY) : new Error(problem)
}
