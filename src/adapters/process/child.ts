import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { err, ok, type Result } from '../../core/result.ts'
import type { Ending } from '../../core/run/ending.ts'
import type { ProcessMark } from '../../core/run/event.ts'
import { BoundedText } from './bounded-text.ts'
import { createEnd, watchLimits, watchUse } from './ending.ts'
import { type OutputFile, openOutputFile } from './output-file.ts'
import { type MakeFifos, PipeStock } from './pipes/pipe-stock.ts'
import { openStdio, SPOKEN_WITH } from './pipes/stdio.ts'
import { carriesToken, findProcesses, hasProcessTable, readStat, TOKEN_VARIABLE } from './process-table.ts'
import { findProgram } from './shell.ts'
import { groupGone, sweep } from './sweep.ts'

const MEGABYTE_BYTES = 1024 * 1024
/** How long a pipe may stay open after all known processes have died. */
const DRAIN_MS_MAX = 2_000
const OUTPUT_KEPT = { headBytesMax: 64 * 1024, tailBytesMax: 192 * 1024 }
/** Larger, because test reports are read from here. */
const STDOUT_KEPT = { headBytesMax: 4 * MEGABYTE_BYTES, tailBytesMax: 4 * MEGABYTE_BYTES }

/** A program to run, and every limit it runs under. */
export interface ChildSpec {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment; only the token is added. */
  readonly env: Readonly<Record<string, string>>
  /** Written to the program's stdin, followed by end of file; without it stdin is empty. */
  readonly stdin?: string | undefined
  /** Instead of `stdin`: a conversation with the running program. Its input is kept in the output file too. */
  readonly speak?: (input: ChildInput) => void
  readonly wallMs: number
  /** Maximum silence; null if silence is fine. */
  readonly idleMs: number | null
  readonly outputBytesMax: number
  /** Whether stdout need not be kept separately. */
  readonly forgetsStdout?: true
  /** Maximum total memory of its process tree; unlimited if absent. */
  readonly memoryBytesMax?: number
  /** Maximum number of processes in its tree; unlimited if absent. */
  readonly processesMax?: number
  readonly outputFile: string
  /** Marks the program and its process tree. */
  readonly token: string
  /** From asking it to end until it is killed. */
  readonly graceMs: number
  /** This is only the sandbox wrapper: signal the program inside it, which must exit first to clean up. */
  readonly isEnclosure?: boolean
  /** Receives stdout as it is kept. */
  readonly onStdout?: (chunk: Buffer) => void
}

/** A child's input, line by line. A child that does not read, or has exited, blocks nothing. */
export interface ChildInput {
  write(line: string): void
  end(): void
}

/** The result of a child: the same shape however it ended. */
export interface ChildResult {
  readonly ending: Ending
  /** Both streams in order of arrival, truncated in the middle if long. */
  readonly output: string
  readonly stdout: string
  readonly outputFile: string
  readonly outputBytes: number
  /** SHA-256 of the output file, in hexadecimal. */
  readonly outputDigest: string
  readonly durationMs: number
}

/**
 * Runs a program to its end and returns when its whole process tree has ended.
 * Rejects only if the machine fails: output that cannot be written, processes that cannot be killed.
 */
export async function runChild(
  spec: ChildSpec,
  signal: AbortSignal,
  onStarted: (mark: ProcessMark) => Promise<void> = async () => {},
): Promise<ChildResult> {
  const startedAt = performance.now()
  const writingFailed = new AbortController()
  const file = await openOutputFile(spec.outputFile, { sizeBytesMax: spec.outputBytesMax }, () => writingFailed.abort())
  const output = new BoundedText(OUTPUT_KEPT)
  const stdout = spec.forgetsStdout ? null : new BoundedText(STDOUT_KEPT)

  const take = (chunk: Buffer, isStdout: boolean): 'taken' | 'too-much' => {
    const kept = file.write(chunk)
    output.push(kept)
    if (isStdout) {
      stdout?.push(kept)
      spec.onStdout?.(kept)
    }
    return kept.length < chunk.length ? 'too-much' : 'taken'
  }
  const ending = await live(spec, { file, take }, [signal, writingFailed.signal], onStarted).catch(async error => {
    await file.close().catch(() => {})
    throw error
  })
  const { digest, sizeBytes } = await file.close()
  return {
    ending,
    output: output.text(),
    stdout: stdout?.text() ?? '',
    outputFile: spec.outputFile,
    outputBytes: sizeBytes,
    outputDigest: digest,
    durationMs: Math.round(performance.now() - startedAt),
  }
}

/** A program that outlives this process. */
export interface DetachedChild {
  readonly pid: number
  /** Its exit code, or null after a signal; only as long as this process lives to see it. */
  readonly ended: Promise<number | null>
}

/** Starts a program in a session of its own, with its output in a file, so that neither our end nor our terminal's ends it. */
export async function startDetached(
  spec: Pick<ChildSpec, 'file' | 'args' | 'cwd' | 'outputFile'> & { readonly env: NodeJS.ProcessEnv },
): Promise<Result<DetachedChild, string>> {
  const output = openSync(spec.outputFile, 'ax', 0o600)
  try {
    const child = spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: ['ignore', output, output],
    })
    const failed = new Promise<Error>(resolve => child.on('error', resolve))
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
    if (child.pid === undefined) return err((await failed).message)
    child.unref()
    return ok({ pid: child.pid, ended })
  } finally {
    closeSync(output)
  }
}

/** Starts a program that outlives this process and that is not waited for, such as the user's browser. */
export function startAside(
  file: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): void {
  spawn(file, args, { cwd, env, detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}

/** The standard output of a program that ended well, kept in memory only: it may be a secret. Null otherwise. */
export const secretOutput = (file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> =>
  new Promise(resolve => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 })
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
    })
    child.once('error', () => resolve(null)).once('close', code => resolve(code === 0 ? text.trim() : null))
  })

interface Sink {
  readonly file: OutputFile
  readonly take: (chunk: Buffer, isStdout: boolean) => 'taken' | 'too-much'
}

/** From the start of the process to the death of the last one in its tree. */
async function live(
  spec: ChildSpec,
  sink: Sink,
  stops: readonly AbortSignal[],
  onStarted: (mark: ProcessMark) => Promise<void>,
): Promise<Ending> {
  if (stops.some(stop => stop.aborted)) return { is: 'stopped' }
  const started = await start(spec)
  if (!started.ok) return { is: 'could-not-start', problem: started.error }
  const { child, pid, pipes, input } = started.value
  const exited = new Promise<Ending>(resolve => {
    child.once('exit', (code, name) =>
      resolve(name === null ? { is: 'exited', code: code ?? 0 } : { is: 'signalled', signal: name }),
    )
  })
  const closed = Promise.all(pipes.map(pipe => new Promise<void>(resolve => pipe.once('close', () => resolve()))))
  const end = createEnd(child, pid, spec)
  const limits = watchLimits(spec, stops, end.because)
  const use = watchUse(pid, spec, end.because)
  connect(pipes, spec, sink, { onOutput: limits.onOutput, end: end.because })
  if (input) spec.speak?.(inputFor(input, sink.file))

  const mark = processMark(pid)
  const told = (async () => onStarted(mark))()
  // If the callback failed, this process is unknown to the caller and must not continue; the failure itself is thrown below.
  told.catch(() => end.because({ is: 'stopped' }))
  try {
    const ownEnding = await Promise.race([exited, end.overdue])
    limits.clear()
    use.clear()
    end.clear()
    await groupGone(pid, end.graceEndsAt() ?? 0)
    await sweep(spec.token, pid)
    await drain(pipes, closed)
    await told
    return end.reason() ?? ownEnding
  } finally {
    limits.clear()
    use.clear()
    end.clear()
    destroy(pipes)
    input?.destroy()
  }
}

function inputFor(input: Writable, file: OutputFile): ChildInput {
  input.on('error', () => {})
  return {
    write(line) {
      file.writeLine(line)
      if (input.writable) input.write(`${line}\n`)
    },
    end: () => input.end(),
  }
}

/** A process with a pid, and our ends of its standard output and error. */
interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly pipes: readonly [Readable, Readable]
  /** Our end of its input, in a conversation. */
  readonly input: Writable | null
}

async function start(spec: ChildSpec): Promise<Result<Started, string>> {
  // A missing folder and a missing program give the same error, so the folder is checked first.
  if (!statSync(spec.cwd, { throwIfNoEntry: false })?.isDirectory()) return err(`there is no folder ${spec.cwd}`)
  const stdio = await openStdio(spec.outputFile, spec.speak ? SPOKEN_WITH : spec.stdin, { makeFifos, pipes })
  try {
    const child = spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: { ...spec.env, [TOKEN_VARIABLE]: spec.token },
      // Its own session and group, so that the whole group can be signalled, and Ctrl-C in a terminal reaches only us.
      detached: true,
      stdio: [...stdio.given],
    })
    const failed = new Promise<Error>(resolve => child.on('error', resolve))
    if (child.pid === undefined) throw await failed
    const pipes = stdio.readers ?? [child.stdout!, child.stderr!]
    return ok({ child, pid: child.pid, pipes, input: stdio.writer ?? child.stdin })
  } catch (error) {
    destroy(stdio.readers ?? [])
    stdio.writer?.destroy()
    return err(startProblem(spec, error as Error))
  } finally {
    stdio.closeGiven()
  }
}

/** Searched once, so that a later program on the search path cannot replace it. */
let mkfifo: string | null = null

const makeFifos: MakeFifos = paths =>
  new Promise(resolve => {
    mkfifo ??= findProgram('mkfifo', process.env.PATH ?? '') ?? 'mkfifo'
    const child = spawn(mkfifo, ['-m', '600', ...paths], { stdio: 'ignore' })
    child.once('error', () => resolve(false)).once('exit', code => resolve(code === 0))
  })

const pipes = new PipeStock(makeFifos)

function startProblem(spec: ChildSpec, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `there is no program ${spec.file}`
  if (error.code === 'EACCES') return `${spec.file} may not be executed`
  return `${spec.file} could not be started: ${error.message}`
}

function connect(
  pipes: Started['pipes'],
  spec: ChildSpec,
  sink: Sink,
  on: { readonly onOutput: () => void; readonly end: (why: Ending) => void },
): void {
  for (const pipe of pipes) {
    pipe.on('data', (chunk: Buffer) => {
      on.onOutput()
      if (sink.take(chunk, pipe === pipes[0]) === 'too-much')
        on.end({ is: 'output-limit', megabytes: spec.outputBytesMax / MEGABYTE_BYTES })
      if (!sink.file.isBehind || pipe.isPaused()) return
      // Backpressure: the child waits for the disk, instead of filling our memory.
      for (const each of pipes) each.pause()
      sink.file.drained().then(() => {
        for (const each of pipes) each.resume()
      })
    })
    pipe.on('error', () => {})
  }
}

/** Drains the pipes, but does not wait long for an unknown process that keeps one open. */
async function drain(pipes: Started['pipes'], closed: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => destroy(pipes), DRAIN_MS_MAX)
  await closed
  clearTimeout(timer)
}

function destroy(pipes: readonly Readable[]): void {
  for (const pipe of pipes) pipe.destroy()
}

/** Identifies a process even after its pid was reused. */
export const processMark = (pid: number): ProcessMark => ({ pid, startTime: look(pid)?.startTime ?? '' })

/** Whether exactly this process is still running. */
export function isAlive(mark: ProcessMark): boolean {
  const seen = look(mark.pid)
  return seen?.alive === true && seen.startTime === mark.startTime
}

/** Ends the leftover processes of an earlier launch with this token; a reused pid is left alone. */
export async function reap(token: string, mark: ProcessMark | null): Promise<void> {
  await sweep(token, mark !== null && (isAlive(mark) || groupCarries(token, mark.pid)) ? mark.pid : null)
}

function groupCarries(token: string, leader: number): boolean {
  if (!hasProcessTable) return false
  return findProcesses(token, leader).pids.some(pid => readStat(pid)?.group === leader && carriesToken(pid, token))
}

function look(pid: number): { readonly alive: boolean; readonly startTime: string } | null {
  if (hasProcessTable) return readStat(pid)
  const seen = spawnSync('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  })
  const [, state, startTime] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(seen.stdout ?? '') ?? []
  if (state === undefined || startTime === undefined) return null
  return { alive: !state.startsWith('Z'), startTime }
}
