/** For tests only: throw-away directories, a user with a repository, and an agent that runs git normally. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
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
import { dirname, join } from 'node:path'
import { createWorkspaces } from '../../src/adapters/git/checkouts/workspace.ts'
import { git } from '../../src/adapters/git/git.ts'
import { findRepository, type Repository } from '../../src/adapters/git/repository/repository.ts'
import { type Importing, openVault } from '../../src/adapters/git/vault.ts'
import { type Commit, runId, taskId } from '../../src/core/plan/ids.ts'
import type { Draft } from '../../src/core/proof/draft.ts'
import type { Vault, WorkspaceId, Workspaces } from '../../src/ports.ts'

/** A directory that is deleted when the variable goes out of scope. */
export interface Scratch extends Disposable {
  readonly dir: string
}

export function scratch(): Scratch {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-test-'))
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) }
}

/** Runs git like a user or an agent, with hooks and filters; configuration outside the repository is empty. */
export async function gitIn(dir: string, ...args: readonly string[]): Promise<string> {
  const environment = {
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  return (await git({ as: 'users', startDir: dir, args, environment })).toString().trimEnd()
}

export type Files = Readonly<Record<string, string | Buffer>>

/** Writes files below a directory; one whose name ends in `*` is executable. */
export function writeFiles(dir: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(dir, name.replace(/\*$/, ''))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    if (name.endsWith('*')) chmodSync(path, 0o755)
  }
}

/** A user's repository with one commit, or with none if there are no files. */
export async function createUserRepository(dir: string, files: Files): Promise<Repository> {
  mkdirSync(dir, { recursive: true })
  await gitIn(dir, 'init', '--quiet', '--initial-branch=main')
  if (Object.keys(files).length > 0) await commitFiles(dir, files)
  return repositoryAt(dir)
}

export async function commitFiles(dir: string, files: Files): Promise<string> {
  writeFiles(dir, files)
  await gitIn(dir, 'add', '--all', '--force')
  await gitIn(dir, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message=work')
  return gitIn(dir, 'rev-parse', 'HEAD')
}

export async function repositoryAt(dir: string): Promise<Repository> {
  const found = await findRepository(dir)
  if (!found.ok) throw new Error(found.error.is)
  return found.value
}

/** Everything below a directory by the bytes of its name: type, mode and a digest of the content. */
export function fingerprint(dir: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const visit = (folder: string) => {
    for (const entry of readdirSync(Buffer.from(folder, 'latin1'), { withFileTypes: true, encoding: 'buffer' })) {
      const path = `${folder}/${entry.name.toString('latin1')}`
      const place = Buffer.from(path, 'latin1')
      const name = path.slice(dir.length + 1)
      if (entry.isDirectory()) visit(path)
      else if (entry.isSymbolicLink()) found[name] = `-> ${readlinkSync(place)}`
      else if (entry.isFile()) found[name] = `${lstatSync(place).mode.toString(8)} ${digest(readFileSync(place))}`
    }
  }
  visit(dir)
  return found
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A user, a vault with the user's HEAD in it, and workspaces, all in one throw-away directory. */
export interface World extends Disposable {
  readonly dir: string
  readonly user: Repository
  readonly vaultDir: string
  readonly vault: Vault & Importing
  readonly workspaces: Workspaces
}

export async function createWorld(files: Files): Promise<World> {
  const { dir, [Symbol.dispose]: dispose } = scratch()
  const user = await createUserRepository(join(dir, 'user'), files)
  const vaultDir = join(user.commonDir, 'pm-agent', 'vault')
  const vault = await openVault({ vaultDir, userRepo: user })
  const workspaces = createWorkspaces({ vaultDir, root: join(dir, 'state', 'workspaces') })
  return { dir, user, vaultDir, vault, workspaces, [Symbol.dispose]: dispose }
}

/** A world with one workspace in it, where a test plays the agent. */
export interface Bench extends Disposable {
  readonly world: World
  readonly base: Commit
  readonly dir: string
  collect(fileMb?: number): Promise<Draft>
}

export async function createBench(files: Files): Promise<Bench> {
  return benchIn(await createWorld(files))
}

export async function benchIn(world: World): Promise<Bench> {
  const base = await world.vault.importHead()
  if (base === null) throw new Error('the user has no commit')
  const { dir } = await world.workspaces.prepare(attempt(), { base, from: null, files: { 'PLAN.md': 'recipe' } })
  const collect = async (fileMb = 50): Promise<Draft> => {
    const draft = await world.workspaces.collect(attempt(), { base, limits: { fileMb }, at: 0 })
    if (draft === null) throw new Error('the workspace is gone')
    return draft
  }
  return { world, base, dir, collect, [Symbol.dispose]: world[Symbol.dispose] }
}

/** A draft's changes, one line each. */
export const changed = (draft: Draft): readonly string[] => draft.changes.map(({ status, path }) => `${status} ${path}`)

export const attempt = (number = 1, task = '1'): WorkspaceId => ({
  run: runId('run-1'),
  task: taskId(task),
  attempt: number,
})
