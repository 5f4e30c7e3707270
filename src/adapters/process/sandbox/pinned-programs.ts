/** The programs of proofs, pinned at the start of the run: a proof by a changed program shows nothing. */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAgentCli } from '../../../core/settings/agent-clis.ts'
import { findProgram } from '../shell.ts'
import { registrySettingsIn } from './known-places.ts'

type UserEnvironment = Readonly<Record<string, string | undefined>>

/** Programs whose digests are on receipts. */
const NAMED = ['git', 'node', 'sh', 'bash', 'bwrap'] as const
const DIGEST_LENGTH = 16

/** Every program that a command can name, registry settings, and files that Python loads automatically. */
export class PinnedPrograms {
  readonly #userEnv: UserEnvironment
  readonly #also: readonly string[]
  readonly #marks: ReadonlyMap<string, string>
  #digests: Promise<Readonly<Record<string, string>>> | null = null

  /** `also`: folders whose files count too. */
  constructor(userEnv: UserEnvironment, also: readonly string[] = []) {
    this.#userEnv = userEnv
    this.#also = also
    this.#marks = this.#look()
  }

  /** Path and digest of the programs that every proof depends on. */
  digests(): Promise<Readonly<Record<string, string>>> {
    this.#digests ??= this.#readDigests()
    return this.#digests
  }

  /** Changes since the start: other programs under a name, other bytes, new settings. */
  changes(): readonly string[] {
    const now = this.#look()
    const changed = [...this.#marks].filter(([what, mark]) => now.get(what) !== mark)
    const added = [...now].filter(([what]) => !isProgram(what) && !this.#marks.has(what))
    return [...new Set([...changed, ...added].map(([what]) => placeOf(what, now, this.#marks)))]
  }

  #look(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const folder of (this.#userEnv.PATH ?? '').split(delimiter).filter(isAbsolute))
      for (const name of namesIn(folder)) {
        // Agent CLIs update themselves during their work, and are not used in proofs.
        if (found.has(`${PROGRAM}${name}`) || isAgentCli(name)) continue
        const mark = markOf(join(folder, name))
        if (mark) found.set(`${PROGRAM}${name}`, mark)
      }
    const { HOME } = this.#userEnv
    const files = [
      ...(HOME ? [...registrySettingsIn(HOME), ...loadedByPython(HOME)] : []),
      ...this.#also.flatMap(filesIn),
    ]
    for (const file of files) {
      const mark = markOf(file)
      if (mark) found.set(file, mark)
    }
    return found
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

const PROGRAM = 'program '
const isProgram = (what: string): boolean => what.startsWith(PROGRAM)

/** The path of a program, preferably the new one, which the user has to check. */
const placeOf = (what: string, now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): string =>
  isProgram(what) ? (now.get(what) ?? before.get(what) ?? what).split('\0')[0]! : what

/**
 * Only the system can set the time of the last change of an inode. A folder is no program, and changes with every file in
 * it: Debian links /usr/bin/X11 to /usr/bin, where the system installs its updates.
 */
function markOf(file: string): string | null {
  try {
    const stats = statSync(file)
    const { ino, size, mtimeMs, ctimeMs, mode } = stats
    return stats.isDirectory() ? null : [file, ino, size, mtimeMs, ctimeMs, mode].join('\0')
  } catch {
    return null
  }
}

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

const filesIn = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

const namesIn = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
