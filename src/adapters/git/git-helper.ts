import { type ChildProcess, fork } from 'node:child_process'
import { NOT_EXECUTABLE } from '../../core/exit-codes.ts'
import { type GitOutcome, type GitRequest, runToEnd } from './git-process.ts'

export interface ToHelper {
  readonly nth: number
  readonly request: GitRequest
}

export interface FromHelper {
  readonly nth: number
  readonly code: number
  readonly stdout: Uint8Array
  readonly stderr: string
}

/**
 * A small process that starts git for a large one. To start a program, the system copies the page tables of the process that
 * starts it: 10 ms for a driver of 250 MB, less than 1 ms for the helper, and a task takes a dozen gits. It ends with us.
 */
export class GitHelper {
  readonly #program: URL
  readonly #asked = new Map<number, (outcome: GitOutcome) => void>()
  #process: ChildProcess | null = null
  #isBroken = false
  #count = 0

  constructor(program = programOf(import.meta.url)) {
    this.#program = program
  }

  /** Without a helper that works, git is started here. */
  run(request: GitRequest): Promise<GitOutcome> {
    this.#process ??= this.#isBroken ? null : this.#start()
    const helper = this.#process
    if (helper === null) return runToEnd(request)
    const nth = this.#count++
    if (this.#asked.size === 0) helper.channel?.ref()
    return new Promise(resolve => {
      this.#asked.set(nth, resolve)
      helper.send({ nth, request } satisfies ToHelper, problem => {
        if (problem) this.#answer(nth, unanswered(problem.message))
      })
    })
  }

  #start(): ChildProcess {
    const helper = fork(this.#program, [], {
      cwd: '/',
      env: {},
      execArgv: ['--no-warnings', '--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Ctrl-C in the terminal is for us.
      detached: true,
    })
    helper.unref()
    helper.channel?.unref()
    helper.on('message', ({ nth, code, stdout, stderr }: FromHelper) =>
      this.#answer(nth, { code, stdout: Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength), stderr }),
    )
    const end = (why: string) => {
      this.#process = null
      this.#isBroken = true
      for (const nth of this.#asked.keys()) this.#answer(nth, unanswered(why))
    }
    helper.on('error', ({ message }) => end(message))
    helper.on('exit', (code, signal) => end(`ended by ${signal ?? code}`))
    return helper
  }

  #answer(nth: number, outcome: GitOutcome): void {
    this.#asked.get(nth)?.(outcome)
    this.#asked.delete(nth)
    if (this.#asked.size === 0) this.#process?.channel?.unref()
  }
}

/** Like a git that was killed: how far it came is unknown. */
const unanswered = (why: string): GitOutcome => ({ code: NOT_EXECUTABLE, stdout: Buffer.alloc(0), stderr: why })

const programOf = (here: string): URL =>
  new URL(here.endsWith('.ts') ? './git-helper-program.ts' : './git-helper.js', here)
