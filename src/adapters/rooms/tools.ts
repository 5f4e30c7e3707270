import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPILERS, type Compiler } from '../../core/proof/compilers.ts'
import { plainPath } from '../../core/text/paths.ts'
import { type ChildResult, runChild } from '../process/child.ts'
import { gateEnvironment } from '../process/environment.ts'
import { openPrivateHome } from '../process/private-home.ts'

const MEGABYTE_BYTES = 1024 * 1024
const MINUTE_MS = 60_000
const GRACE_MS = 2_000
/** COPYFILE_FICLONE: copy-on-write if the file system supports it. */
const REFLINK = 2

/** System programs that rooms use, each with a separate home. */
export class Tools {
  readonly #place: { readonly tempRoot: string; readonly userEnv: Readonly<Record<string, string | undefined>> }
  readonly #versions = new Map<string, Promise<Readonly<Record<string, string>>>>()

  constructor(place: { readonly tempRoot: string; readonly userEnv: Readonly<Record<string, string | undefined>> }) {
    this.#place = place
  }

  /** The versions that a command would use, not those of our own process. */
  async toolchain(shell: string, compilers: readonly Compiler[] = []): Promise<Readonly<Record<string, string>>> {
    const versions = await Promise.all([
      ...['node', 'git'].map(program => this.#version(program, ['--version'])),
      ...compilers.map(program => this.#version(program, COMPILERS[program].asks)),
    ])
    return { ...Object.assign({}, ...versions), platform: process.platform, arch: process.arch, shell }
  }

  /** Called once per process; empty if there is no such program. */
  #version(program: string, asks: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const known = this.#versions.get(program)
    if (known) return known
    const asked = this.#run(program, asks).then(
      (result): Readonly<Record<string, string>> =>
        exitCode(result) === 0 ? { [program]: result.stdout.trim().split('\n')[0] ?? '' } : {},
    )
    this.#versions.set(program, asked)
    return asked
  }

  async works(file: string, args: readonly string[]): Promise<boolean> {
    return exitCode(await this.#run(file, args)) === 0
  }

  /** Uses the system's `cp`, which is several times faster; falls back to Node. */
  async copy(from: string, to: string): Promise<void> {
    const done = await this.#run('cp', ['-a', '--reflink=auto', '--', from, to], { wallMs: 20 * MINUTE_MS })
    if (exitCode(done) === 0) return
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, mode: REFLINK })
  }

  /** Files below a folder that contain a text; null if that is unknown. */
  async naming(dir: string, text: string): Promise<readonly string[] | null> {
    const found = await this.#run('grep', ['-rlF', '--null', '-e', text, '.'], { wallMs: 5 * MINUTE_MS, cwd: dir })
    const code = exitCode(found)
    if (code !== 0 && code !== 1) return null
    return found.stdout.split('\0').filter(Boolean).map(plainPath)
  }

  async #run(
    file: string,
    args: readonly string[],
    { wallMs = 20_000, cwd }: { readonly wallMs?: number; readonly cwd?: string } = {},
  ): Promise<ChildResult> {
    const { tempRoot, userEnv } = this.#place
    const place = await openPrivateHome(tempRoot)
    try {
      return await runChild(
        {
          file,
          args,
          cwd: cwd ?? place.home,
          env: gateEnvironment(userEnv, place),
          wallMs,
          idleMs: null,
          outputBytesMax: 4 * MEGABYTE_BYTES,
          outputFile: join(place.tmp, 'tool.log'),
          token: randomUUID(),
          graceMs: GRACE_MS,
        },
        new AbortController().signal,
      )
    } finally {
      await place.remove()
    }
  }
}

const exitCode = ({ ending }: ChildResult): number | null => (ending.is === 'exited' ? ending.code : null)
