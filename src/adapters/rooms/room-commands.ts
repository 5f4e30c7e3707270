import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Tree } from '../../core/plan/ids.ts'
import type { Compiler } from '../../core/proof/compilers.ts'
import type { RoomChanges } from '../../core/run/ending.ts'
import { type Fittings, fittingsOf } from '../../core/settings/config.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { CommandResult, CommandSpec, Furniture, Rewriting, Room, RoomEnvironment, Rooms } from '../../ports.ts'
import { runChild } from '../process/child.ts'
import { childLimits } from '../process/child-limits.ts'
import {
  draftSetupEnvironment,
  type Environment,
  gateEnvironment,
  sessionEnvironment,
  setupEnvironment,
} from '../process/environment.ts'
import { isDiskFull } from '../process/full-disk.ts'
import { holdPorts, releasePorts } from '../process/port-range.ts'
import { openPrivateHome, type PrivateHome } from '../process/private-home.ts'
import type { Enclosure } from '../process/sandbox/enclosure.ts'
import type { PinnedPrograms } from '../process/sandbox/pinned-programs.ts'
import { Sandbox } from '../process/sandbox/sandbox.ts'
import { findShell } from '../process/shell.ts'
import { CompilerCache, type RoomCache } from './compiler-cache.ts'
import { copyFiles, digestOfCopies, missingFiles } from './copied-files.ts'
import { bringUp, type RunService, type Up } from './services.ts'
import { SetupCache } from './setup-cache.ts'
import { type SetupSurroundings, setupKey } from './setup-key.ts'
import { compareWith, readTexts, takeSnapshot } from './setup-output.ts'
import { ShutIn } from './shut-in.ts'
import { Tools } from './tools.ts'
import { layOutTools } from './tools-folder.ts'

const MEGABYTE_BYTES = 1024 * 1024
const GRACE_MS = 2_000

/** Detects changes that commands make to the tracked files of a room. */
interface RoomWatch {
  begin(): void
  look(): Promise<RoomChanges>
}

/** Dependencies of rooms. */
export interface RoomParts {
  readonly checkout: {
    open(tree: Tree): Promise<{ readonly dir: string; readonly guard?: RoomWatch }>
    close(dir: string): Promise<void>
  }
  readonly outputsDir: string
  /** The parent of each command's own home and temporary folder; never inside a room. */
  readonly tempRoot: string
  /** The folder of cached setup results. */
  readonly cacheDir: string
  /** The user's checkout, the source of copied files. */
  readonly usersTop: string
  /** Folders to hide from commands, besides the user's home and checkout. */
  readonly hidden?: readonly string[]
  /** The same sandbox as for agents; absent without agents. */
  readonly sandbox?: Sandbox
  /** The programs at the start of the run; absent if nothing is proven. */
  readonly programs?: PinnedPrograms
  readonly userEnv: Readonly<Record<string, string | undefined>>
}

/** Rooms whose commands run in a shell, each with its own processes, home, ports and limits, and with access to the cache. */
export interface CommandRooms extends Rooms {
  /** The cache key of this command in a folder. */
  setupKey(dir: string, command: string, fittings: Fittings): Promise<string>
}

export function createRooms(parts: RoomParts): CommandRooms {
  return new RoomsOnDisk(parts)
}

interface SetupSpec extends CommandSpec {
  /** Without a sandbox, packages are installed without running their scripts. */
  readonly withoutScripts?: boolean
}

interface OpenRoom {
  readonly fittings: Fittings
  readonly built: RoomCache
  readonly guard: RoomWatch | null
  up: { readonly services: Up; readonly place: PrivateHome } | null
}

class RoomsOnDisk implements CommandRooms {
  readonly #parts: RoomParts
  readonly #shell: string
  readonly #tools: Tools
  readonly #cache: SetupCache
  readonly #compilers: CompilerCache
  readonly #open = new Map<string, OpenRoom>()
  readonly #shutIn: ShutIn
  /** The end of the last command with exclusive services. */
  #exclusive: Promise<unknown> = Promise.resolve()

  constructor(parts: RoomParts) {
    this.#parts = parts
    this.#shell = findShell(parts.userEnv)
    this.#tools = new Tools(parts)
    this.#cache = new SetupCache(parts.cacheDir, this.#tools)
    this.#compilers = new CompilerCache(parts, this.#tools)
    const sandbox =
      parts.sandbox ??
      new Sandbox({
        userEnv: parts.userEnv,
        checkout: parts.usersTop,
        masked: parts.hidden ?? [],
        tempRoot: parts.tempRoot,
        works: (file, args) => this.#tools.works(file, args),
      })
    this.#shutIn = new ShutIn(this.#tools, this.#shell, sandbox)
  }

  async open(tree: Tree, fittings: Fittings = fittingsOf({})): Promise<Room> {
    const room = await this.#parts.checkout.open(tree)
    this.#open.set(room.dir, { fittings, built: { dir: null }, guard: room.guard ?? null, up: null })
    await copyFiles(this.#parts.usersTop, fittings.copy, room.dir)
    return { dir: room.dir }
  }

  /** Setup is the only command with the user's home, and the only one with a cached result. */
  run(room: Room, spec: CommandSpec, signal: AbortSignal): Promise<CommandResult> {
    if (spec.home === 'users') return this.#setUp(room, spec, signal)
    const { services } = this.#fittings(room)
    if (!services) return this.#command(room, spec, signal)
    if (!services.exclusive) return this.#withServices(room, spec, signal)
    const turn = async () => {
      for (const [dir, other] of this.#open) if (dir !== room.dir && other.up) await this.#takeDown(dir)
      return this.#withServices(room, spec, signal)
    }
    const mine = this.#exclusive.then(turn, turn)
    this.#exclusive = mine.catch(() => {})
    return mine
  }

  async rewrite(room: Room, spec: CommandSpec, paths: readonly string[], signal: AbortSignal): Promise<Rewriting> {
    const before = await takeSnapshot(room.dir)
    const result = await this.run(room, spec, signal)
    const wanted = new Set(paths)
    const { touched } = await compareWith(before, room.dir)
    const others = touched.filter(path => !wanted.has(path) && before.get(path) !== 'folder')
    return { result, texts: await readTexts(room.dir, paths), others }
  }

  async close(room: Room): Promise<void> {
    await this.#takeDown(room.dir)
    const open = this.#open.get(room.dir)
    if (open) await this.#compilers.drop(open.built)
    this.#open.delete(room.dir)
    releasePorts(room.dir)
    await this.#parts.checkout.close(room.dir)
  }

  async furnish(dir: string, furniture: Furniture, signal: AbortSignal): Promise<void> {
    const { fittings, setup, tree, as, isIgnored } = furniture
    await copyFiles(this.#parts.usersTop, fittings.copy, dir)
    if (!setup) return
    const key = await this.setupKey(dir, setup.command, fittings)
    let entry = await this.#cache.find(key)
    if (entry === null && tree !== null) {
      const room = await this.open(tree, fittings)
      await this.#setUp(room, setup, signal).finally(() => this.close(room))
      entry = await this.#cache.find(key)
    }
    // Setup results are restored only to ignored paths, where they can never become part of the work.
    if (entry) await this.#cache.put(entry, { dir, as, isWanted: isIgnored })
  }

  async altered(): Promise<readonly string[]> {
    return this.#parts.programs?.changes() ?? []
  }

  async environment(
    fittings: Fittings = fittingsOf({}),
    compilers: readonly Compiler[] = [],
  ): Promise<RoomEnvironment> {
    const { copy, env, services } = fittings
    const { usersTop } = this.#parts
    const missing = missingFiles(usersTop, copy)
    return {
      toolchain: {
        ...(await this.#parts.programs?.digests()),
        ...(await this.#tools.toolchain(this.#shell, compilers)),
        ...(copy.length > 0 ? { copied: digestOfCopies(usersTop, copy) } : {}),
        ...(env.pass.length > 0 || Object.keys(env.set).length > 0
          ? { variables: this.#variablesDigest(fittings) }
          : {}),
        ...(services ? { services: digest(JSON.stringify(services)) } : {}),
      },
      sandbox: await this.#shutIn.words(fittings),
      ...((await this.#shutIn.isThere()) ? {} : { unprotected: true }),
      ...(missing.length > 0 ? { missing } : {}),
    }
  }

  async setupKey(dir: string, command: string, fittings: Fittings): Promise<string> {
    const around: SetupSurroundings = {
      environment: JSON.stringify([await this.#tools.toolchain(this.#shell), this.#variablesDigest(fittings)]),
      searchPath: this.#parts.userEnv.PATH ?? '',
    }
    return setupKey(dir, command, around)
  }

  #fittings(room: Room): Fittings {
    return this.#open.get(room.dir)?.fittings ?? fittingsOf({})
  }

  /** Uses the cache if the same setup ran before. Packages from a draft's own manifests are never kept. */
  async #setUp(room: Room, spec: CommandSpec, signal: AbortSignal): Promise<CommandResult> {
    const started = performance.now()
    const key = await this.setupKey(room.dir, spec.command, this.#fittings(room))
    return this.#cache.turn(key, async () => {
      const entry = await this.#cache.find(key)
      if (entry && (await this.#cache.put(entry, { dir: room.dir, as: room.dir })))
        return { ...FROM_CACHE, durationMs: Math.round(performance.now() - started) }
      const before = spec.ofBase && entry === null ? await takeSnapshot(room.dir) : null
      // A setup that no base has used belongs to a manifest of the draft.
      const result = await this.#command(room, { ...spec, withoutScripts: !spec.ofBase && entry === null }, signal)
      const isGreen = result.ending.is === 'exited' && result.ending.code === 0
      if (before && isGreen) {
        const setup = { key, command: spec.command, durationMs: result.durationMs }
        const same = key === (await this.setupKey(room.dir, spec.command, this.#fittings(room)))
        await this.#cache.keep(setup, room.dir, { ...(await compareWith(before, room.dir)), sameKey: same })
      }
      return result
    })
  }

  async #withServices(room: Room, spec: CommandSpec, signal: AbortSignal): Promise<CommandResult> {
    const open = this.#open.get(room.dir)!
    if (!open.up) {
      const place = await openPrivateHome(this.#parts.tempRoot)
      const around = { run: this.#serviceRunner(room, place), token: spec.token, tmp: place.tmp }
      const up = await bringUp(open.fittings.services!, around, signal)
      if (!up.ok) {
        await place.remove()
        return neverRan(signal.aborted ? { is: 'stopped' } : { is: 'could-not-start', problem: up.error })
      }
      open.up = { services: up.value, place }
    }
    return this.#command(room, spec, signal)
  }

  async #takeDown(dir: string): Promise<void> {
    const open = this.#open.get(dir)
    if (!open?.up) return
    const { services, place } = open.up
    open.up = null
    await services.down()
    await place.remove()
  }

  /** Services are the user's own programs: they may need the user's home, and a reachable network. */
  #serviceRunner(room: Room, place: PrivateHome): RunService {
    return (command, { token, wallMs }, signal) =>
      runChild(
        {
          file: this.#shell,
          args: ['-c', command],
          cwd: room.dir,
          env: setupEnvironment(this.#parts.userEnv, place, this.#variables(room)),
          wallMs,
          idleMs: null,
          outputBytesMax: MEGABYTE_BYTES * 100,
          outputFile: join(this.#parts.outputsDir, `${randomUUID()}.log`),
          token,
          graceMs: GRACE_MS,
        },
        signal,
      )
  }

  async #command(room: Room, spec: SetupSpec, signal: AbortSignal): Promise<CommandResult> {
    const { tempRoot, outputsDir, usersTop } = this.#parts
    const fittings = this.#fittings(room)
    const [missing] = missingFiles(usersTop, fittings.copy)
    if (missing) return neverRan({ is: 'could-not-start', problem: missing })
    const place = await openPrivateHome(tempRoot)
    const built = spec.home === 'empty' ? this.#open.get(room.dir)?.built : undefined
    try {
      if (built) await this.#compilers.bring(built, place.home)
      const tools = spec.tools ? await layOutTools(place.tools, spec.tools) : null
      const own = { file: this.#shell, args: ['-c', tools ? tools.fill(spec.command) : spec.command] }
      const enclosure = await this.#enclosureFor(room, spec, place)
      const env = this.#environmentOf(room, spec, { place, isShutIn: enclosure !== null })
      const guard = this.#open.get(room.dir)?.guard
      guard?.begin()
      const result = await runChild(
        {
          ...(enclosure ? { file: enclosure.file, args: [...enclosure.args, own.file, ...own.args] } : own),
          cwd: room.dir,
          env,
          // Compilers and test suites may be silent for their whole time limit.
          ...childLimits({ ...spec.limits, minutes: spec.minutes, idleMinutes: null }),
          outputFile: join(outputsDir, `${randomUUID()}.log`),
          token: spec.token,
          graceMs: GRACE_MS,
        },
        signal,
      )
      const { ending, output, stdout, outputFile, outputDigest, durationMs } = result
      const report = tools && { report: await tools.readReport() }
      const isGood = ending.is === 'exited' && ending.code === 0 && report?.report !== null
      if (!isGood && ending.is !== 'stopped') expectSpace([room.dir, place.root])
      if (built) await this.#compilers.take(built, place.home, spec.ofBase === true && ending.is === 'exited')
      const withheld = spec.home === 'session' ? { withheld: this.#withheld(room, place, env) } : {}
      const tracked = await touchedBy(guard)
      const said = { ending, output: cleanText(output), stdout, outputFile, outputDigest, durationMs }
      return { ...said, ...report, ...withheld, ...(tracked ? { tracked } : {}) }
    } finally {
      await place.remove()
    }
  }

  /** Only the user's own session is not isolated: it runs only code that they committed. */
  #enclosureFor(room: Room, { home, ofBase }: CommandSpec, place: PrivateHome): Promise<Enclosure | null> {
    const places = { room: room.dir, place: place.root }
    if (home === 'session') return Promise.resolve(null)
    if (home === 'users') return this.#shutIn.setup(places, ofBase === true)
    return this.#shutIn.command(this.#fittings(room), places)
  }

  #environmentOf(
    room: Room,
    { home, ofBase, withoutScripts }: SetupSpec,
    { place, isShutIn }: { readonly place: PrivateHome; readonly isShutIn: boolean },
  ): Environment {
    const { userEnv } = this.#parts
    const extra = this.#variables(room)
    if (home === 'session') return sessionEnvironment(userEnv, extra)
    if (home === 'empty') return gateEnvironment(userEnv, place, extra)
    if (isShutIn || ofBase) return setupEnvironment(userEnv, place, extra)
    return draftSetupEnvironment(userEnv, place, { ...extra, withoutScripts: withoutScripts === true })
  }

  /** Variables of a session that a gate does not have; empty variables do not count. */
  #withheld(room: Room, place: PrivateHome, session: Environment): readonly string[] {
    const given = gateEnvironment(this.#parts.userEnv, place, this.#variables(room))
    return Object.keys(session).filter(name => session[name] !== '' && !(name in given) && !OF_SHELLS.has(name))
  }

  /** A program under test gets as few of our variables as possible: ports only if services need them. */
  #variables(room: Room) {
    const { env, services } = this.#fittings(room)
    return services ? { ...env, set: { ...env.set, PM_AGENT_PORT_BASE: String(holdPorts(room.dir)) } } : env
  }

  #variablesDigest({ env }: Fittings): string {
    return digest(JSON.stringify([env.set, env.pass.map(name => [name, this.#parts.userEnv[name]])]))
  }
}

/** Variables that every shell sets by itself. */
const OF_SHELLS: ReadonlySet<string> = new Set(['_', 'PWD', 'OLDPWD', 'SHLVL'])

async function touchedBy(guard: RoomWatch | null | undefined): Promise<RoomChanges | null> {
  const seen = await guard?.look()
  return seen && seen.changed.length + seen.restored.length > 0 ? seen : null
}

/** On a full disk the result of a command is about the machine and not about the code. */
function expectSpace(folders: readonly string[]): void {
  const full = folders.find(isDiskFull)
  if (full !== undefined) throw new Error(`ENOSPC: no space left on device while a command ran in ${full}`)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const neverRan = (ending: CommandResult['ending']): CommandResult => ({
  ending,
  output: ending.is === 'could-not-start' ? ending.problem : '',
  stdout: '',
  outputFile: '',
  outputDigest: '',
  durationMs: 0,
})

const FROM_CACHE: CommandResult = {
  ...neverRan({ is: 'exited', code: 0 }),
  output: 'put in place from the setup cache',
  cached: true,
}
