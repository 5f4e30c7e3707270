/** The only file that runs git: every command is built here, with its own environment and configuration. */
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { NOT_EXECUTABLE } from '../../core/exit-codes.ts'
import { err, ok, type Result } from '../../core/result.ts'
import type { Identity } from '../../core/run/event.ts'
import { findProgram } from '../process/shell.ts'
import { GitHelper } from './git-helper.ts'
import { type GitOutcome, type GitRequest, runToEnd, startGit } from './git-process.ts'

/** The oldest git that supports every option used here (`cat-file -z`, `safe.directory` on the command line). */
const VERSION_MIN = [2, 38] as const

/** Identity for pm-agent's own commits, and for users without one in their git configuration. */
export const OWN_IDENTITY: Identity = { name: 'pm-agent', email: 'pm-agent@localhost' }

export interface GitCall {
  readonly args: readonly string[]
  /** Git directory, given explicitly: without discovery no other repository can take its place. */
  readonly gitDir?: string
  readonly workTree?: string
  readonly indexFile?: string
  /** Start of discovery, for the few commands that must find the repository themselves. */
  readonly startDir?: string
  readonly stdin?: string | Buffer
  /** Configuration of this call; overrides every file. */
  readonly config?: readonly (readonly [key: string, value: string])[]
  readonly environment?: Readonly<Record<string, string>>
  /** False if losing the result in a power cut is acceptable, because it can be recreated. */
  readonly durable?: boolean | undefined
  /** `users`: the user's own environment and configuration instead of ours. */
  readonly as?: 'pm-agent' | 'users'
}

/** Why git is unusable. */
export type GitProblem = { readonly is: 'no-git' } | { readonly is: 'git-too-old'; readonly version: string }

/** An unexpected failure of git: a full disk, a damaged repository, or a bug here. */
export class GitFailure extends Error {
  readonly code: number
  readonly stderr: string

  constructor(call: GitCall, outcome: GitOutcome) {
    super(`git ${call.args.slice(0, 2).join(' ')} ended with ${outcome.code}: ${outcome.stderr.trim()}`)
    this.name = 'GitFailure'
    this.code = outcome.code
    this.stderr = outcome.stderr
  }
}

/** Keeps our commands from starting any program named by a repository's configuration. */
const FIXED_CONFIG: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.alternateRefsCommand', 'true'],
  ['core.quotePath', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.version', '2'],
  ['protocol.file.allow', 'always'],
  // The user runs pm-agent on this repository deliberately, even if a container changed its owner.
  ['safe.directory', '*'],
]

/**
 * The serving side of a fetch. Fetch removes a call's configuration from the environment before it starts the other
 * side, so that side's configuration is part of its own command. Grafts would leave out parts of a commit.
 */
export const UPLOAD_PACK =
  "GIT_GRAFT_FILE=/dev/null git -c safe.directory='*' -c core.hooksPath=/dev/null -c core.alternateRefsCommand=true" +
  ' -c uploadpack.allowAnySHA1InWant=true upload-pack'

/** Variables of a surrounding git process (a hook, an alias) that would redirect our commands to another repository. */
const REPOSITORY_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_CEILING_DIRECTORIES',
]

function ownEnvironment(call: GitCall): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    TMPDIR: tmpdir(),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_AUTHOR_NAME: OWN_IDENTITY.name,
    GIT_AUTHOR_EMAIL: OWN_IDENTITY.email,
    GIT_COMMITTER_NAME: OWN_IDENTITY.name,
    GIT_COMMITTER_EMAIL: OWN_IDENTITY.email,
  }
  const fsync = ['core.fsync', call.durable === false ? 'none' : 'all'] as const
  const config = [...FIXED_CONFIG, fsync, ...(call.config ?? [])]
  environment.GIT_CONFIG_COUNT = String(config.length)
  for (const [index, [key, value]] of config.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}

function usersEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !REPOSITORY_VARIABLES.includes(name)) environment[name] = value
  }
  return environment
}

function environmentOf(call: GitCall): Record<string, string> {
  const environment = call.as === 'users' ? usersEnvironment() : ownEnvironment(call)
  if (call.gitDir !== undefined) environment.GIT_DIR = call.gitDir
  if (call.workTree !== undefined) environment.GIT_WORK_TREE = call.workTree
  if (call.indexFile !== undefined) environment.GIT_INDEX_FILE = call.indexFile
  return { ...environment, ...call.environment }
}

/** Searched once, so that a later program on the search path cannot replace it. */
let found: string | null = null
function gitProgram(): string {
  found ??= findProgram('git', process.env.PATH ?? '')
  return found ?? 'git'
}

function requestOf(call: GitCall): GitRequest {
  const place = call.startDir === undefined ? [] : ['-C', call.startDir]
  const args = [...place, ...call.args]
  return { program: gitProgram(), args, env: environmentOf(call), stdin: call.stdin ?? '' }
}

let helper: GitHelper | null = null

/** From now on a small process starts git for this one: a driver is large, and starts many. */
export function startGitElsewhere(): void {
  helper ??= new GitHelper()
}

/** Runs one git command to its end and returns the outcome; never rejects. */
export function runGit(call: GitCall): Promise<GitOutcome> {
  const request = requestOf(call)
  return helper ? helper.run(request) : runToEnd(request)
}

/** A long-lived git process that answers one query after the other. */
export interface StayingGit {
  say(words: string): void
  /** Whether this process waits for an answer; otherwise git does not keep it alive. */
  setAwaited(awaited: boolean): void
  /** Closes it; resolves when it has exited. */
  end(): Promise<void>
}

/** Starts a command that reads queries from stdin; it exits with us, because its input closes. */
export function stayGit(
  call: GitCall,
  on: { readonly output: (chunk: Buffer) => void; readonly end: (problem: Error) => void },
): StayingGit {
  const child = startGit(requestOf(call))
  const stderr: Buffer[] = []
  child.on('error', on.end)
  const gone = new Promise<void>(resolve => child.once('close', () => resolve()))
  child.on('close', code => {
    const stdout = Buffer.alloc(0)
    on.end(new GitFailure(call, { code: code ?? NOT_EXECUTABLE, stdout, stderr: Buffer.concat(stderr).toString() }))
  })
  child.stdout.on('data', on.output)
  child.stderr.on('data', chunk => stderr.push(chunk))
  child.stdin.on('error', () => {})
  const held = [child, ...[child.stdin, child.stdout, child.stderr].filter(stream => stream instanceof Socket)]
  return {
    say: words => void child.stdin.write(words),
    setAwaited: awaited => {
      for (const one of held) awaited ? one.ref() : one.unref()
    },
    end: () => {
      for (const one of held) one.ref()
      child.stdin.end()
      return gone
    },
  }
}

/** Runs a command that should not fail and returns its output. */
export async function git(call: GitCall): Promise<Buffer> {
  const outcome = await runGit(call)
  if (outcome.code !== 0) throw new GitFailure(call, outcome)
  return outcome.stdout
}

/** The output of a command that prints one short line. */
export async function gitLine(call: GitCall): Promise<string> {
  return (await git(call)).toString().trim()
}

/** The version of git, or why it is unusable. */
export async function gitVersion(): Promise<Result<string, GitProblem>> {
  const outcome = await runGit({ args: ['--version'] })
  if (outcome.code !== 0) return err({ is: 'no-git' })
  const version = /\d+(\.\d+)+/.exec(outcome.stdout.toString())?.[0] ?? ''
  return isRecent(version) ? ok(version) : err({ is: 'git-too-old', version })
}

/** Whether pm-agent supports a git version such as `2.39.5`. */
export function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1])
}
