import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Recorded } from '../../../src/core/run/event.ts'
import { MAIN } from '../program.ts'

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  readonly done: Promise<Finished>
  kill(signal: NodeJS.Signals): void
  /** Sends it again and again until the process has ended, as somebody without patience does. */
  insist(signal: NodeJS.Signals): void
  /** Resolves when the text has been printed. */
  printed(words: string): Promise<void>
  /** Resolves with the standard output so far when this many lines have been printed. */
  lines(count: number): Promise<string>
}

/** The sources as they were compiled for the processes before. */
export const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

/** A user's repository in an empty folder, with its own home and state folder. */
export class Project implements Disposable {
  readonly root: string
  readonly dir: string
  readonly home: string
  /** The pm-agent program, unless a test is about the packed one. */
  main = MAIN

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.root = mkdtempSync(join(tmpdir(), 'pm-agent-test-'))
    this.dir = join(this.root, 'repo')
    this.home = join(this.root, 'home')
    mkdirSync(this.dir)
    mkdirSync(this.home)
    this.write(files)
  }

  /** A repository whose files are committed. */
  static async with(files: Readonly<Record<string, string>>): Promise<Project> {
    const project = new Project(files)
    await project.git('init', '--quiet', '--initial-branch=main')
    await project.git('config', 'user.name', 'Ada')
    await project.git('config', 'user.email', 'ada@example.org')
    if (Object.keys(files).length > 0) await project.commit('begin')
    return project
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true })
      writeFileSync(join(this.dir, path), text)
    }
  }

  read(path: string): string {
    return readFileSync(join(this.dir, path), 'utf8')
  }

  async commit(message: string): Promise<void> {
    await this.git('add', '--all')
    await this.git('commit', '--quiet', '--message', message)
  }

  /** The user's own git. */
  git(...args: readonly string[]): Promise<string> {
    return this.gitWith({}, ...args)
  }

  async gitWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await start('git', args, { cwd: this.dir, env: this.env(env) }).done
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }

  /** Git in another folder; returns its output, even if it fails. */
  async gitIn(dir: string, ...args: readonly string[]): Promise<string> {
    return (await start('git', args, { cwd: dir, env: this.env() }).done).stdout.trim()
  }

  /** A shell command in some folder. */
  shell(dir: string, command: string): Promise<Finished> {
    return start('sh', ['-c', command], { cwd: dir, env: this.env() }).done
  }

  env(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.home,
      XDG_STATE_HOME: join(this.root, 'state'),
      NO_COLOR: '1',
      // Wider than any line, so that a test finds every sentence in one piece; tests of the layout choose a width.
      COLUMNS: '10000',
      ...extra,
    }
  }

  /** pm-agent as a process, as a user starts it. */
  start(
    args: readonly string[],
    options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
  ): Running {
    // Users have the packed program, which loads in a fraction of the time of the sources.
    const env = this.env({ NODE_COMPILE_CACHE: COMPILED, ...options.env })
    return start(process.execPath, [this.main, ...args], { cwd: options.cwd ?? this.dir, env })
  }

  pm(...args: readonly string[]): Promise<Finished> {
    return this.start(args).done
  }

  async status(): Promise<Status> {
    const { stdout, stderr } = await this.pm('status', '--json')
    if (!stdout) throw new Error(stderr)
    return JSON.parse(stdout)
  }

  /** All events of the newest run. */
  async facts(): Promise<readonly Recorded[]> {
    const { stdout } = await this.pm('log', '--json')
    return stdout
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  }

  /** Files on a branch, according to git. */
  async show(ref: string, path: string): Promise<string> {
    const { stdout } = await start('git', ['show', `${ref}:${path}`], { cwd: this.dir, env: this.env() }).done
    return stdout
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 })
  }
}

export interface Status {
  readonly run: {
    readonly id: string
    readonly phase: string
    readonly branch: string
    readonly head: string
    readonly base: string
    readonly published: boolean
    readonly cost_usd: number | null
  }
  readonly tasks: readonly {
    readonly id: string
    readonly state: string
    readonly outcome: string | null
    readonly reason: string | null
    readonly tier: string
    readonly attempts: number
    readonly commit: string | null
    readonly gates: readonly { readonly gate: string; readonly verdict: string; readonly evidence: string }[]
  }[]
  readonly escalations: readonly { readonly task: string; readonly problem: string }[]
}

export function start(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Running {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  const heard = () => {
    for (const listener of listeners) listener()
  }
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
    heard()
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
    heard()
  })
  const done = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  const until = (holds: () => boolean, words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!holds()) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      look()
      void done.then(() => reject(new Error(`ended without ${words}:\n${stdout}\n${stderr}`)))
    })
  const printed = (words: string) => until(() => `${stdout}${stderr}`.includes(words), `saying "${words}"`)
  const lines = async (count: number) => {
    await until(() => stdout.split('\n').length > count, `printing ${count} lines`)
    return stdout
  }
  const insist = (signal: NodeJS.Signals) => {
    const again = setInterval(() => child.kill(signal), 100)
    child.once('exit', () => clearInterval(again))
  }
  return { pid: child.pid!, done, printed, lines, insist, kill: signal => void child.kill(signal) }
}

/** Every file below a folder with its mode and content, to show that nothing was touched. */
export function fingerprint(
  dir: string,
  leaveOut: (path: string) => boolean = () => false,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const walk = (at: string) => {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name)
      const shown = relative(dir, path)
      if (leaveOut(shown)) continue
      const stat = lstatSync(path)
      if (stat.isDirectory()) walk(path)
      else
        found[shown] = `${stat.mode.toString(8)} ${createHash('sha1')
          .update(stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path))
          .digest('hex')}`
    }
  }
  if (existsSync(dir)) walk(dir)
  return found
}

/** Live processes with one of our tokens in their environment that work below this folder. */
export function processesOf(root: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')[0]
        const ours = environment.includes('PM_AGENT_TOKEN=') && environment.includes(root)
        return ours && state !== 'Z'
          ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`]
          : []
      } catch {
        return []
      }
    })
}
