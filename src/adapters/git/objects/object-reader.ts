/** Reads objects through one long-lived git process: a query costs a fiftieth of a process start. */
import { type StayingGit, stayGit } from '../git.ts'
import { type FoundObject, recall, remember } from './recent-objects.ts'

interface Question {
  readonly resolve: (found: FoundObject | null) => void
  readonly reject: (problem: Error) => void
}

const readers = new Map<string, ObjectReader>()

/** The object behind a name (an id, a ref, `ref^{tree}`), or null if there is none. */
export async function readObject(gitDir: string, name: string): Promise<FoundObject | null> {
  const recent = recall(gitDir, name)
  if (recent) return recent
  const known = readers.get(gitDir)
  const reader = known ?? new ObjectReader(gitDir, () => readers.delete(gitDir))
  if (!known) readers.set(gitDir, reader)
  const found = await reader.ask(name)
  if (found) remember(gitDir, found)
  return found
}

/** Ends the git process of this repository; the next query starts another one. */
export async function closeReader(gitDir: string): Promise<void> {
  await readers.get(gitDir)?.end()
}

/** The bytes of an object that must exist. */
export async function readBytes(gitDir: string, name: string): Promise<Buffer> {
  const found = await readObject(gitDir, name)
  if (found === null) throw new Error(`${name} is missing in ${gitDir}`)
  return found.bytes
}

class ObjectReader {
  readonly #git: StayingGit
  readonly #questions: Question[] = []
  #chunks: Buffer[] = []
  #sizeBytes = 0
  /** Bytes needed before the next answer can be complete. */
  #awaitedBytes = 1

  constructor(gitDir: string, onEnd: () => void) {
    this.#git = stayGit(
      { gitDir, args: ['cat-file', '--batch'] },
      {
        output: chunk => this.#take(chunk),
        end: problem => {
          onEnd()
          for (const question of this.#questions.splice(0)) question.reject(problem)
        },
      },
    )
  }

  end(): Promise<void> {
    return this.#git.end()
  }

  ask(name: string): Promise<FoundObject | null> {
    return new Promise((resolve, reject) => {
      if (this.#questions.push({ resolve, reject }) === 1) this.#git.setAwaited(true)
      this.#git.say(`${name}\n`)
    })
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes < this.#awaitedBytes) return
    const bytes = Buffer.concat(this.#chunks)
    const rest = bytes.subarray(this.#answer(bytes))
    this.#chunks = [rest]
    this.#sizeBytes = rest.length
    if (this.#questions.length === 0) this.#git.setAwaited(false)
  }

  /** Parses repeated `<id> <type> <size>`, newline, that many bytes, newline; returns where the first incomplete answer begins. */
  #answer(bytes: Buffer): number {
    for (let at = 0; ; ) {
      const lineEnd = bytes.indexOf('\n', at)
      this.#awaitedBytes = 1
      if (lineEnd < 0) return at
      const [id = '', type = '', size] = bytes.toString('latin1', at, lineEnd).split(' ')
      const start = lineEnd + 1
      const end = start + Number(size)
      // `<name> missing`, or `ambiguous`: there is no such object.
      if (!/^\d+$/.test(size ?? '')) {
        this.#questions.shift()?.resolve(null)
        at = start
        continue
      }
      if (bytes.length <= end) {
        this.#awaitedBytes = end + 1 - at
        return at
      }
      this.#questions.shift()?.resolve({ id, type, bytes: Buffer.from(bytes.subarray(start, end)) })
      at = end + 1
    }
  }
}
