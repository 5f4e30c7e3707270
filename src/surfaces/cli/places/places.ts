import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gitVersion } from '../../../adapters/git/git.ts'
import { findRepository, type NoRepository, type Repository } from '../../../adapters/git/repository/repository.ts'
import { unreachable } from '../../../core/result.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { diskFullProblem } from './full-disks.ts'
import { journalFileIn } from './journal-file.ts'
import { stateFolder } from './state-folder.ts'

/** Storage locations: the journal and the vault with the repository, everything big outside of it. */
export interface Places {
  readonly repository: Repository
  readonly journalFile: string
  readonly vaultDir: string
  /** The parent of everything outside of the repository. */
  readonly state: string
  readonly workspaces: string
  readonly rooms: string
  readonly outputs: string
  readonly temp: string
  /** Setup output, by everything it depends on. */
  readonly cache: string
}

/** The repository around the current folder and our locations in it, or the obstacle. With `elsewhere` all of them are there. */
export async function findPlaces(context: Context, elsewhere?: string): Promise<Places> {
  const repository = await findUsersRepository(context)
  const journalFile = journalFileIn(elsewhere ?? repository.commonDir)
  const ours = dirname(journalFile)
  const vaultDir = join(ours, 'vault.git')
  const link = [ours, journalFile, vaultDir].find(path => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
  if (link)
    throw new Problem(`${link} is a link`, [
      'agents are kept from the git folder only: move the files that it leads to into its place, or remove it',
    ])
  try {
    mkdirSync(ours, { recursive: true, mode: 0o700 })
    const named = elsewhere ? join(elsewhere, 'state') : stateFolder(context.env, ours, repository.commonDir)
    mkdirSync(named, { recursive: true, mode: 0o700 })
    // Nothing can be mounted behind a link: `~/.local` may lead to another disk.
    const state = realpathSync(named)
    const places = {
      repository,
      journalFile,
      vaultDir,
      state,
      workspaces: join(state, 'workspaces'),
      rooms: join(state, 'rooms'),
      outputs: join(state, 'outputs'),
      temp: join(state, 'tmp'),
      cache: join(state, 'cache'),
    }
    for (const dir of [places.workspaces, places.rooms, places.outputs, places.temp, places.cache])
      mkdirSync(dir, { recursive: true, mode: 0o700 })
    return places
  } catch (error) {
    if (error instanceof Problem) throw error
    const full = diskFullProblem(error, [['journal and vault', ours]])
    if (full) throw full
    throw new Problem(`cannot write here: ${error instanceof Error ? error.message : error}`, [
      'pm-agent keeps its journal in .git/pm-agent/ and its workspaces in the state folder (XDG_STATE_HOME)',
    ])
  }
}

async function findUsersRepository(context: Context): Promise<Repository> {
  const version = await gitVersion()
  if (!version.ok) {
    const { error } = version
    switch (error.is) {
      case 'no-git':
        throw new Problem('git is not installed', ['install git 2.38 or newer and make sure that it is on the PATH'])
      case 'git-too-old':
        throw new Problem(`git ${error.version} is too old`, ['pm-agent needs git 2.38 or newer'])
      default:
        return unreachable(error)
    }
  }
  const found = await findRepository(context.cwd)
  if (found.ok) return found.value
  throw repositoryProblem(context.cwd, found.error)
}

function repositoryProblem(cwd: string, error: NoRepository): Problem {
  switch (error.is) {
    case 'not-a-repository':
      return new Problem(`${cwd} is not in a git repository`, ['cd into one, or make one: git init'])
    case 'bare-repository':
      return new Problem(`${cwd} is a bare repository`, ['run pm-agent in a clone or a worktree of it'])
    case 'inside-git-folder':
      return new Problem(`${cwd} is inside a git folder`, ['cd into the work tree that it belongs to'])
    case 'newline-in-path':
      return new Problem(`the path of this repository contains a line break: ${JSON.stringify(cwd)}`, [
        'git cannot handle such a path; rename the folder',
      ])
    case 'unreadable-repository':
      return new Problem(`git cannot use the repository at ${cwd}: ${error.detail}`, [
        'git status shows the same problem: solve it there first (a newer git, or a repaired repository)',
      ])
    default:
      return unreachable(error)
  }
}
