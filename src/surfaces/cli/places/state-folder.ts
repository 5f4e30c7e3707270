import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { userHome } from '../../../adapters/process/user-home.ts'
import { Problem } from '../problem.ts'

/** The state folder of a repository, and the repository's path at that time. */
interface Claim {
  readonly folder: string
  readonly repository: string
}

/**
 * The location of everything big. Trees nested in a repository would find the parent's node_modules and prove too much,
 * so they are elsewhere. Journal and vault move with the repository, and must then find their state folder again: so its
 * name is stored beside the journal. A copy of a repository gets its own folder.
 */
export function stateFolder(env: NodeJS.ProcessEnv, ours: string, commonDir: string): string {
  const home = userHome(env)
  if (!env.XDG_STATE_HOME && home === null)
    throw new Problem('this user has no home folder, and no other place for workspaces is named', [
      'set HOME, or XDG_STATE_HOME to a folder that this user may write',
    ])
  const root = env.XDG_STATE_HOME || join(home!, '.local', 'state')
  return join(root, 'pm-agent', claimed(join(ours, 'state-folder.json'), commonDir))
}

function claimed(file: string, repository: string): string {
  const found = readClaim(file)
  if (found?.repository === repository) return found.folder
  if (found && !existsSync(found.repository)) {
    write(file, { folder: found.folder, repository })
    return found.folder
  }
  const fresh = { folder: freshName(repository), repository }
  if (found) write(file, fresh)
  // Of two concurrent starts the first one names the folder.
  else if (!writeFirst(file, fresh)) return readClaim(file)?.folder ?? fresh.folder
  return fresh.folder
}

const freshName = (commonDir: string): string => {
  const top = basename(commonDir) === '.git' ? basename(dirname(commonDir)) : basename(commonDir)
  return `${top}-${randomBytes(5).toString('hex')}`
}

/** Also null for foreign content: the name becomes part of a path. */
function readClaim(file: string): Claim | null {
  try {
    const { folder, repository } = JSON.parse(readFileSync(file, 'utf8'))
    const isName = typeof folder === 'string' && basename(folder) === folder && !folder.startsWith('.')
    return isName && typeof repository === 'string' ? { folder, repository } : null
  } catch {
    return null
  }
}

/** Written beside it first: a full disk must not destroy the existing name. */
function write(file: string, claim: Claim): void {
  const aside = `${file}.new-${randomBytes(5).toString('hex')}`
  writeFileSync(aside, textOf(claim), { mode: 0o600 })
  renameSync(aside, file)
}

const textOf = (claim: Claim): string => `${JSON.stringify(claim)}\n`

function writeFirst(file: string, claim: Claim): boolean {
  try {
    writeFileSync(file, textOf(claim), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (readClaim(file)) return false
    write(file, claim)
    return true
  }
}
