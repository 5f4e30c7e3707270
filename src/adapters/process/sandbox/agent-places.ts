/** Files that an agent needs besides its workspace: its own files, and the programs that its command names. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { AGENT_CLIS, type AgentCli, isAgentCli } from '../../../core/settings/agent-clis.ts'
import { SHARED } from './bubblewrap.ts'

type UserEnvironment = Readonly<Record<string, string | undefined>>

/** The words of a command line that may be paths or names. */
const words = (command: string): readonly string[] => command.split(/[\s'"=;]+/).filter(Boolean)

/** A CLI's own folders and files below the home, or where its variables point. */
export interface OwnPlaces {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/**
 * Folders and files of the CLI that a command starts. They need not be there yet: its first session has to outlast its first
 * launch. A command without a known CLI may be a wrapper script of any of them, so it gets the files of those that were used before.
 */
export function ownPlaces(command: readonly string[], userEnv: UserEnvironment): OwnPlaces {
  const { HOME } = userEnv
  if (!HOME) return { folders: [], files: [] }
  const named = command
    .flatMap(words)
    .map(word => basename(word))
    .filter(isAgentCli)
  const clis: readonly AgentCli[] = named.length > 0 ? named.map(name => AGENT_CLIS[name]) : Object.values(AGENT_CLIS)
  const elsewhere = clis.flatMap(cli =>
    cli.logins.flatMap(({ below, file }) => {
      const dir = below === 'HOME' ? undefined : userEnv[below]
      return dir && isAbsolute(dir) ? [dirname(join(dir, file))] : []
    }),
  )
  const folders = [...clis.flatMap(cli => cli.folders.map(folder => join(HOME, folder))), ...elsewhere]
  const files = clis.flatMap(cli => cli.files.map(file => join(HOME, file)))
  return named.length > 0
    ? { folders, files }
    : { folders: folders.filter(existsSync), files: files.filter(existsSync) }
}

/** Programs and files that a command names, with the package around them: a script loads other files of its package. */
export function namedPlaces(command: readonly string[], homes: readonly string[]): readonly string[] {
  const tooWide = new Set(['/', ...SHARED, ...homes])
  return [...new Set(command.flatMap(words).filter(word => isAbsolute(word) && existsSync(word)))].map(path => {
    if (statSync(path).isDirectory()) return path
    const folder = packageAround(path, tooWide) ?? dirname(path)
    return tooWide.has(folder) ? path : folder
  })
}

/** The nearest folder above a file that is a package or a repository; null if there is none. */
function packageAround(path: string, tooWide: ReadonlySet<string>): string | null {
  for (let dir = dirname(path); !tooWide.has(dir); dir = dirname(dir))
    if (['package.json', '.git'].some(name => existsSync(join(dir, name)))) return dir
  return null
}
