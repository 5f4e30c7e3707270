import { Worker } from 'node:worker_threads'
import type { Receipt } from '../../core/proof/receipt.ts'
import { unreachable } from '../../core/result.ts'
import type { LandedDelta } from '../../core/told/landed-delta.ts'
import { type ReadDelta, withoutTexts } from '../../engine/context/landed-delta.ts'
import type { ProofOptions, Prover } from '../../engine/proof/case.ts'
import { Interrupted } from '../../engine/proof/suite/bench.ts'
import { NESTED_TOO_DEEPLY, Unreadable } from '../../engine/proof/unreadable.ts'
import { CALLED, type Called, type FromThread, SIGNAL, type ThreadWork, type ToThread } from './messages.ts'

const PING_EVERY_MS = 1_000
/** Each costs about 40 MB. Proofs mostly wait for commands, so that a few threads serve any number of them. */
const THREADS_MAX = 2
/** To load a thread's program takes long on a busy machine, and no draft is at fault. */
const START_SECONDS_MAX = 120
/** Walking code calls itself for each level of nesting. */
const STACK_MB = 32

export interface ProofThreadsOptions {
  /** The program of a thread, which calls `serveProofs`. */
  readonly program: URL
  /** How long a thread may be busy without a word, in whole seconds of the driver's own time. */
  readonly busySecondsMax?: number
  /** How many threads there are; more proofs than that share them. */
  readonly threadsMax?: number
}

/**
 * Proves and reads drafts in a few threads: however long reading a draft takes, the driver hears signals, keeps limits and renews its
 * lease. A thread that is busy for too long is ended. If it had one draft, that one counts as unreadable; if it had several,
 * each is proven again in a thread of its own, which shows whose fault it was.
 */
export class ProofThreads {
  readonly #options: Required<ProofThreadsOptions>
  readonly #shared = new Set<ProofThread>()
  readonly #all = new Set<ProofThread>()

  constructor({ program, busySecondsMax = 60, threadsMax = THREADS_MAX }: ProofThreadsOptions) {
    this.#options = { program, busySecondsMax, threadsMax }
  }

  readonly prove: Prover = async (ports, subject, options) => {
    const asked: ThreadWork = { is: 'prove', subject, token: options.token, leaveOut: ports.leaveOut }
    const ask = (thread: ProofThread) => thread.work<Receipt>(asked, ports, options)
    try {
      return await ask(this.#leastBusy())
    } catch (error) {
      if (!(error instanceof NotAlone)) throw error
    }
    const alone = this.#start()
    try {
      return await ask(alone)
    } finally {
      await alone.end()
    }
  }

  /** What cannot be read in time has no signatures: it has landed, and only a prompt is shorter. */
  readonly readDelta: ReadDelta = async (vault, trees, changes) => {
    try {
      const asked: ThreadWork = { is: 'compare', trees, changes }
      return await this.#leastBusy().work<LandedDelta>(asked, { vault }, { signal: new AbortController().signal })
    } catch (error) {
      if (error instanceof NotAlone || error instanceof Unreadable) return withoutTexts(changes)
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map(thread => thread.end()))
  }

  #leastBusy(): ProofThread {
    const alive = [...this.#shared].filter(({ isAlive }) => isAlive)
    const [least] = alive.toSorted((one, other) => one.jobs - other.jobs)
    if (least && (least.jobs === 0 || alive.length >= this.#options.threadsMax)) return least
    const thread = this.#start()
    this.#shared.add(thread)
    return thread
  }

  #start(): ProofThread {
    const thread = new ProofThread(this.#options, () => {
      this.#all.delete(thread)
      this.#shared.delete(thread)
    })
    this.#all.add(thread)
    return thread
  }
}

/** A thread ended while it had several drafts: which of them caused it is unknown. */
class NotAlone extends Error {}

type Work = Pick<ProofOptions, 'signal' | 'onStep'>

interface Job {
  readonly ports: { readonly [port in Called]?: object }
  readonly options: Work
  /** Ends the commands of the work: the run stops, or the thread is gone. */
  readonly signal: AbortSignal
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

class ProofThread {
  readonly #worker: Worker
  readonly #busySecondsMax: number
  readonly #jobs = new Map<number, Job>()
  #pinging: NodeJS.Timeout | undefined
  #count = 0
  #unanswered = 0
  #isLoaded = false
  isAlive = true

  constructor({ program, busySecondsMax }: Required<ProofThreadsOptions>, onEnd: () => void) {
    this.#busySecondsMax = busySecondsMax
    this.#worker = new Worker(program, { execArgv: [], resourceLimits: { stackSizeMb: STACK_MB } })
    // An idle thread does not keep the process from ending.
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
      onEnd()
    })
  }

  get jobs(): number {
    return this.#jobs.size
  }

  async work<T>(asked: ThreadWork, ports: Job['ports'], options: Work): Promise<T> {
    const work = ++this.#count
    const stop = () => this.#say({ is: 'stop', work })
    const gone = new AbortController()
    const signal = AbortSignal.any([options.signal, gone.signal])
    if (this.#jobs.size === 0) this.#watch()
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#jobs.set(work, { ports, options, signal, resolve: result => resolve(result as T), reject })
        this.#say({ is: 'work', work, asked })
        options.signal.addEventListener('abort', stop, { once: true })
        if (options.signal.aborted) stop()
      })
    } finally {
      this.#jobs.delete(work)
      options.signal.removeEventListener('abort', stop)
      if (!this.isAlive) gone.abort()
      if (this.#jobs.size === 0) this.#rest()
    }
  }

  async end(): Promise<void> {
    this.isAlive = false
    await this.#worker.terminate()
  }

  #watch(): void {
    this.#unanswered = 0
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#worker.ref()
  }

  #rest(): void {
    clearInterval(this.#pinging)
    this.#worker.unref()
  }

  #say(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  /** Seconds are counted by pings: while the machine sleeps, none is sent. */
  #ping(): void {
    if (this.#unanswered++ < (this.#isLoaded ? this.#busySecondsMax : START_SECONDS_MAX)) {
      this.#say({ is: 'ping' })
      return
    }
    void this.end()
    const words = `reading them took longer than ${this.#busySecondsMax} seconds`
    this.#fail(new Unreadable(`The changed files cannot be read: ${words}.`))
  }

  #hear(message: FromThread): void {
    // A thread that sends messages is not stuck.
    this.#unanswered = 0
    this.#isLoaded = true
    if (message.is === 'pong') return
    const job = this.#jobs.get(message.work)
    if (!job) return
    switch (message.is) {
      case 'call':
        void this.#call(job, message)
        break
      case 'step':
        job.options.onStep?.(message.step)
        break
      case 'done':
        job.resolve(message.result)
        break
      case 'failed':
        job.reject(errorOf(message))
        break
      default:
        unreachable(message)
    }
  }

  async #call(job: Job, { call, port, method, args }: Extract<FromThread, { is: 'call' }>): Promise<void> {
    try {
      const target = CALLED.includes(port) ? job.ports[port] : null
      const asked = (target as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!
      const given = args.map(arg => (arg === SIGNAL ? job.signal : arg))
      this.#say({ is: 'answer', call, value: await asked.apply(target, given) })
    } catch (error) {
      this.#say({ is: 'failure', call, problem: error instanceof Error ? error.message : String(error) })
    }
  }

  /** The thread is gone, and with it every proof that it had. */
  #fail(error: Error): void {
    const jobs = [...this.#jobs.values()]
    for (const { reject } of jobs) reject(jobs.length > 1 ? new NotAlone() : error)
  }
}

function errorOf({ why, problem }: Extract<FromThread, { is: 'failed' }>): Error {
  if (why === 'interrupted') return new Interrupted(problem)
  return why === 'too-deep' ? new Unreadable(NESTED_TOO_DEEPLY) : new Error(problem)
}
