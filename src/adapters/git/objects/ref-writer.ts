/** Moves refs of the vault through one long-lived git process: each transaction is durable and atomic. */
import { type StayingGit, stayGit } from '../git.ts'

/** Sets it to `to` if it is at `from`; a `from` of zeros requires that the ref does not exist. */
export interface RefUpdate {
  readonly ref: string
  readonly to: string
  readonly from?: string
}

const writers = new Map<string, RefWriter>()

/** Moves refs in one transaction; if nothing was moved, returns why. */
export function updateRefs(gitDir: string, updates: readonly RefUpdate[]): Promise<Error | null> {
  const known = writers.get(gitDir)
  const writer = known ?? new RefWriter(gitDir)
  if (!known) writers.set(gitDir, writer)
  return writer.move(updates)
}

/** Ends the git process that moves refs here; the next move starts another one. */
export async function closeWriter(gitDir: string): Promise<void> {
  await writers.get(gitDir)?.end()
}

class RefWriter {
  readonly #gitDir: string
  #last: Promise<unknown> = Promise.resolve()
  #git: StayingGit | null = null
  #heard = ''
  #answer: (problem: Error | null) => void = () => {}

  constructor(gitDir: string) {
    this.#gitDir = gitDir
  }

  async end(): Promise<void> {
    await this.#last
    await this.#git?.end()
  }

  move(updates: readonly RefUpdate[]): Promise<Error | null> {
    const lines = updates.map(({ ref, to, from }) => `update ${ref} ${to}${from === undefined ? '' : ` ${from}`}\n`)
    const done = this.#last.then(() => this.#transact(`start\n${lines.join('')}prepare\ncommit\n`))
    this.#last = done
    return done
  }

  #transact(words: string): Promise<Error | null> {
    return new Promise(resolve => {
      const git = this.#git ?? this.#start()
      this.#heard = ''
      this.#answer = problem => {
        git.setAwaited(false)
        resolve(problem)
      }
      git.setAwaited(true)
      git.say(words)
    })
  }

  /** Git prints `commit: ok`, or exits with an error message. */
  #start(): StayingGit {
    const git = stayGit(
      { gitDir: this.#gitDir, args: ['update-ref', '--no-deref', '--stdin'] },
      {
        output: chunk => {
          this.#heard += chunk.toString()
          if (this.#heard.endsWith('commit: ok\n')) this.#answer(null)
        },
        end: problem => {
          if (this.#git === git) this.#git = null
          this.#answer(problem)
        },
      },
    )
    this.#git = git
    return git
  }
}
