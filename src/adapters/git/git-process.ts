/** One process of git, as `git.ts` asks for it. It needs nothing else of pm-agent, so that a small process can run it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

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

/** Exit codes of a shell that cannot start a program; git never uses them. */
export const CANNOT_START = 126
const NOT_FOUND = 127

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
    const code = 'code' in problem && problem.code === 'ENOENT' ? NOT_FOUND : CANNOT_START
    resolve({ code, stdout: Buffer.alloc(0), stderr: problem.message })
  })
  child.on('close', (code, signal) => {
    const ended = signal === null ? '' : `\nended by ${signal}`
    resolve({
      code: code ?? CANNOT_START,
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
