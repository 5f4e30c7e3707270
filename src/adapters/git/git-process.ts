/** One process of git, as `git.ts` asks for it. It needs nothing else of pm-agent, so that a small process can run it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { NOT_EXECUTABLE, NOT_FOUND } from '../../core/exit-codes.ts'

export interface GitRequest {
  readonly program: string
  readonly args: readonly string[]
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string | Uint8Array
}

export interface GitOutcome {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

export function startGit({ program, args, env }: GitRequest): ChildProcessWithoutNullStreams {
  return spawn(program, args, {
    cwd: '/',
    env,
    stdio: 'pipe',
    // Its own session: Ctrl-C in the terminal stops pm-agent cleanly instead of killing git in the middle of a write.
    detached: true,
  })
}

/** Runs git to its end and returns the outcome; never rejects. */
export function runToEnd(request: GitRequest): Promise<GitOutcome> {
  const { promise, resolve } = Promise.withResolvers<GitOutcome>()
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  const child = startGit(request)
  child.on('error', problem => {
    const code = 'code' in problem && problem.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE
    resolve({ code, stdout: Buffer.alloc(0), stderr: problem.message })
  })
  child.on('close', (code, signal) => {
    const ended = signal === null ? '' : `\nended by ${signal}`
    resolve({
      code: code ?? NOT_EXECUTABLE,
      stdout: Buffer.concat(stdout),
      stderr: Buffer.concat(stderr).toString() + ended,
    })
  })
  child.stdout.on('data', chunk => stdout.push(chunk))
  child.stderr.on('data', chunk => stderr.push(chunk))
  // A git that exits before reading all its input explains why on stderr.
  child.stdin.on('error', () => {})
  child.stdin.end(request.stdin)
  return promise
}
