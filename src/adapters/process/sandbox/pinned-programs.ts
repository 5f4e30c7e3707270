/** The programs of proofs, pinned at the start of the run: a proof by a changed program shows nothing. */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, type Stats, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAgentCli } from '../../../core/settings/agent-clis.ts'
import { findProgram } from '../shell.ts'
import { FolderEntries, isSameInode } from './folder-entries.ts'
import { registrySettingsIn } from './known-places.ts'

type UserEnvironment = Readonly<Record<string, string | undefined>>

/** Programs whose digests are on receipts. */
const NAMED = ['git', 'node', 'sh', 'bash', 'bwrap'] as const
const DIGEST_LENGTH = 16

/** Every program that a command can name, registry settings, and files that Python loads automatically. */
export class PinnedPrograms {
  readonly #userEnv: UserEnvironment
  readonly #also: readonly string[]
  readonly #folders = new FolderEntries()
  readonly #before: Look
  #digests: Promise<Readonly<Record<string, string>>> | null = null

  /** `also`: folders whose files count too. */
  constructor(userEnv: UserEnvironment, also: readonly string[] = []) {
    this.#userEnv = userEnv
    this.#also = also
    this.#before = this.#look()
  }

  /** Path and digest of the programs that every proof depends on. */
  digests(): Promise<Readonly<Record<string, string>>> {
    this.#digests ??= this.#readDigests()
    return this.#digests
  }

  /** Changes since the start: other programs under a name, other bytes, new settings. */
  changes(): readonly string[] {
    const [before, now] = [this.#before, this.#look()]
    const programs = [...before.programs].flatMap(([name, seen]) => {
      const found = now.programs.get(name)
      // Agent CLIs update themselves during their work, and are not used in proofs.
      return isSame(seen, found) || isAgentCli(name) ? [] : [(found ?? seen).file]
    })
    const changed = [...before.files].filter(([file, seen]) => !isSame(seen, now.files.get(file)))
    const added = [...now.files].filter(([file]) => !before.files.has(file))
    return [...new Set([...programs, ...[...changed, ...added].map(([file]) => file)])]
  }

  #look(): Look {
    const programs = new Map<string, Seen>()
    for (const folder of (this.#userEnv.PATH ?? '').split(delimiter).filter(isAbsolute))
      for (const { name, file } of this.#folders.of(folder)) {
        const seen = programs.has(name) ? null : see(file)
        if (seen) programs.set(name, seen)
      }
    const { HOME } = this.#userEnv
    const files = new Map<string, Seen>()
    for (const file of [
      ...(HOME ? [...registrySettingsIn(HOME), ...loadedByPython(HOME)] : []),
      ...this.#also.flatMap(dir => this.#filesIn(dir)),
    ]) {
      const seen = see(file)
      if (seen) files.set(file, seen)
    }
    return { programs, files }
  }

  #filesIn(dir: string): readonly string[] {
    return this.#folders
      .of(dir)
      .flatMap(({ file, kind }) => (kind === 'folder' ? this.#filesIn(file) : kind === 'file' ? [file] : []))
  }

  async #readDigests(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {}
    for (const name of NAMED) {
      const file = findProgram(name, this.#userEnv.PATH ?? '')
      if (file === null) continue
      const hash = createHash('sha256')
      await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
      found[`${name} program`] = `${file} ${hash.digest('hex').slice(0, DIGEST_LENGTH)}`
    }
    return found
  }
}

/** One look: the program under each name, and the other files. */
interface Look {
  readonly programs: ReadonlyMap<string, Seen>
  readonly files: ReadonlyMap<string, Seen>
}

interface Seen {
  readonly file: string
  readonly stats: Stats
}

/** A folder is no program, and changes with every file in it: Debian links /usr/bin/X11 to /usr/bin. */
function see(file: string): Seen | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats && !stats.isDirectory() ? { file, stats } : null
  } catch {
    return null
  }
}

const isSame = (one: Seen, other: Seen | undefined): boolean =>
  one.file === other?.file && isSameInode(one.stats, other.stats)

function loadedByPython(home: string): readonly string[] {
  const lib = join(home, '.local/lib')
  return namesIn(lib)
    .filter(name => name.startsWith('python'))
    .map(name => join(lib, name, 'site-packages'))
    .flatMap(dir =>
      namesIn(dir)
        .filter(name => name.endsWith('.pth') || /^(site|user)customize\.py$/.test(name))
        .map(name => join(dir, name)),
    )
}

const namesIn = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
