/** Reads every file of a workspace directly: without git and without following links. */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { access, constants, readdir, readFile, readlink } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { type BytePath, type Entries, GITLINK, treePlacesIn } from '../objects/tree.ts'
import { type IgnoreRules, isToolFile, isToolFolder } from './ignore-rules.ts'

export interface FoundFile {
  readonly path: BytePath
  readonly sizeBytes: number
  readonly executable: boolean
}
interface FoundLink {
  readonly path: BytePath
  readonly target: Buffer
}
export interface WalkFindings {
  readonly files: FoundFile[]
  readonly links: FoundLink[]
  /** Submodules of the base whose folder still exists. */
  readonly submodules: BytePath[]
  /** Pipes, sockets and devices. */
  readonly special: BytePath[]
  /** Files and folders that belong to another user, or have too long a path. */
  readonly unreadable: BytePath[]
  /** Folders that contain a `.git`. */
  readonly nested: BytePath[]
  /** Names that git refuses to store. */
  readonly reserved: BytePath[]
  /** Ignored files, and ignored folders with the number of files below them. */
  readonly ignored: Map<BytePath, number>
}

/** Names at the root of a workspace that belong to pm-agent. */
const OURS = new Set(['.pm-agent', '.pm-agent-result.json'])
export const isOurs = (path: BytePath): boolean => OURS.has(path.split('/', 1)[0]!)

const IGNORE_FILE_BYTES_MAX = 1_000_000
/** Counting stops here. */
export const COUNT_MAX = 10_000
/** About ten milliseconds. */
const TURN_FILES = 2_000

interface Walk {
  readonly place: (path: BytePath) => string | Buffer
  readonly base: Entries
  readonly baseFolders: ReadonlySet<BytePath>
  readonly rules: IgnoreRules
  readonly findings: WalkFindings
  /** Our user id, and how many more files to read before yielding to the event loop. */
  readonly uid: number | undefined
  turnLeft: number
}

/** Walks in the order of names; `base` lists the tracked files, which are never ignored. */
export async function walkWorkspace(root: string, base: Entries, rules: IgnoreRules): Promise<WalkFindings> {
  const findings: WalkFindings = {
    files: [],
    links: [],
    submodules: [],
    special: [],
    unreadable: [],
    nested: [],
    reserved: [],
    ignored: new Map(),
  }
  const uid = process.getuid?.()
  const place = { place: treePlacesIn(root), base, baseFolders: foldersOf(base), rules, findings }
  await visit({ ...place, uid, turnLeft: TURN_FILES }, '')
  return findings
}

function foldersOf(entries: Entries): ReadonlySet<BytePath> {
  const folders = new Set<BytePath>()
  for (const path of entries.keys()) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

const placeOf = (walk: Walk, path: BytePath): string | Buffer => walk.place(path)

async function visit(walk: Walk, folder: BytePath, seen: Stats | null = null): Promise<void> {
  if (seen) allow(walk, folder, seen, 0o500)
  const names = namesIn(walk, folder)
  if (names === null) {
    walk.findings.unreadable.push(folder)
    return
  }
  const beside = new Set(names)
  const prefix = folder === '' ? '' : `${folder}/`
  const stats = await lookAt(walk, prefix, names)
  for (const [at, name] of names.entries()) {
    if (name === '.gitignore') await learn(walk, folder, stats[at] ?? null)
  }
  for (const [at, name] of names.entries()) {
    const path = prefix + name
    const found = stats[at] ?? null
    if (folder === '' && (name === '.git' || OURS.has(name))) continue
    if (name === '.git') walk.findings.nested.push(folder)
    else if (found === null) walk.findings.unreadable.push(path)
    else if (isReserved(name, found)) walk.findings.reserved.push(path)
    else if (isPlain(walk, path, found)) walk.findings.files.push(fileAt(path, found))
    else if (found.isDirectory()) await enter(walk, path, name, { beside, found })
    else await meet(walk, path, name, found)
  }
}

/** An agent may take away its own rights to a file or folder, and ours are the same. Git keeps none of them. */
function allow(walk: Walk, path: BytePath, { mode, uid }: Stats, rights: number): void {
  if ((mode & rights) === rights || uid !== walk.uid) return
  try {
    chmodSync(placeOf(walk, path), (mode | rights) & 0o777)
  } catch {
    // It counts as unreadable.
  }
}

function namesIn(walk: Walk, folder: BytePath): readonly string[] | null {
  try {
    const names = readdirSync(placeOf(walk, folder), { encoding: 'buffer' })
    return names.map(name => name.toString('latin1')).sort()
  } catch {
    return null
  }
}

/** Batches of lstat calls: some thousand at once take a fifth of the time of one after the other. */
async function lookAt(walk: Walk, prefix: BytePath, names: readonly string[]): Promise<readonly (Stats | null)[]> {
  const stats: (Stats | null)[] = []
  for (const name of names) {
    if (walk.turnLeft-- === 0) {
      walk.turnLeft = TURN_FILES
      await pause()
    }
    try {
      stats.push(lstatSync(placeOf(walk, prefix + name)))
    } catch {
      stats.push(null)
    }
  }
  return stats
}

async function learn(walk: Walk, folder: BytePath, found: Stats | null): Promise<void> {
  if (!found?.isFile() || found.size > IGNORE_FILE_BYTES_MAX) return
  const path = folder === '' ? '.gitignore' : `${folder}/.gitignore`
  const text = await readFile(placeOf(walk, path), 'utf8').catch(() => '')
  walk.rules.learn(folder, text)
}

async function enter(
  walk: Walk,
  path: BytePath,
  name: string,
  { beside, found }: { readonly beside: ReadonlySet<string>; readonly found: Stats },
): Promise<void> {
  if (walk.base.get(path)?.mode === GITLINK) {
    walk.findings.submodules.push(path)
    const count = await countFiles(walk, path, COUNT_MAX)
    if (count > 0) walk.findings.ignored.set(`${path}/`, count)
    return
  }
  if (!walk.baseFolders.has(path)) {
    const isInside = (file: string) => access(placeOf(walk, `${path}/${file}`)).then(yes, no)
    if (walk.rules.ignores(`${path}/`) || (await isToolFolder(name, beside, isInside))) {
      walk.findings.ignored.set(`${path}/`, await countFiles(walk, path, COUNT_MAX))
      return
    }
  }
  await visit(walk, path, found)
}

const yes = () => true
const no = () => false

async function meet(walk: Walk, path: BytePath, name: string, found: Stats): Promise<void> {
  const { findings } = walk
  if (!walk.base.has(path) && (walk.rules.ignores(path) || isToolFile(name) || (await isToolLink(name, found)))) {
    findings.ignored.set(path, 1)
  } else if (found.isSymbolicLink()) {
    const target = await readlink(placeOf(walk, path), { encoding: 'buffer' })
    findings.links.push({ path, target })
  } else if (!found.isFile()) {
    findings.special.push(path)
  } else {
    allow(walk, path, found, 0o400)
    if (await isReadable(walk, path, found)) findings.files.push(fileAt(path, found, walk.base.get(path)?.mode))
    else findings.unreadable.push(path)
  }
}

/** Nearly every file is in the base, ours and readable, and needs no further check. */
const isPlain = (walk: Walk, path: BytePath, found: Stats): boolean =>
  found.isFile() && walk.base.has(path) && (found.mode & 0o400) !== 0 && found.uid === walk.uid

/** The mode of a file that its owner may not even read tells nothing. */
const fileAt = (path: BytePath, { size, mode }: Stats, before?: string): FoundFile => ({
  path,
  sizeBytes: size,
  executable: (mode & 0o400) === 0 ? before === '100755' : (mode & 0o100) !== 0,
})

/** Nearly every file is ours and readable by its mode; only the others need a system call. */
async function isReadable(walk: Walk, path: BytePath, { mode, uid }: Stats): Promise<boolean> {
  if ((mode & 0o400) !== 0 && uid === walk.uid) return true
  return access(placeOf(walk, path), constants.R_OK).then(yes, no)
}

/** Dependencies are often symlinked from elsewhere. */
async function isToolLink(name: string, found: Stats): Promise<boolean> {
  return found.isSymbolicLink() && (await isToolFolder(name, new Set(), async () => false))
}

async function countFiles(walk: Walk, folder: BytePath, countMax: number): Promise<number> {
  let count = 0
  const entries = await readdir(placeOf(walk, folder), { withFileTypes: true, encoding: 'buffer' }).catch(() => [])
  for (const entry of entries) {
    if (count >= countMax) break
    const path = `${folder}/${entry.name.toString('latin1')}`
    count += entry.isDirectory() ? await countFiles(walk, path, countMax - count) : 1
  }
  return count
}

/** All such names contain these two letters, or invisible characters. */
const MAYBE_RESERVED = /gi|[^\x01-\x7f]/i

/**
 * Git refuses every name that some file system could take for `.git`: other case, Windows short names and trailing
 * characters, characters that macOS ignores; and a `.gitmodules` that is a link.
 */
function isReserved(name: string, found: Stats): boolean {
  if (!MAYBE_RESERVED.test(name)) return false
  const seen = Buffer.from(name, 'latin1')
    .toString()
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
  const parts = seen.split('\\')
  if (parts.some(part => /^(\.git|git~1)[. ]*(:.*)?$/is.test(part))) return true
  return found.isSymbolicLink() && parts.some(part => /^(\.gitmodules[. ]*(:.*)?|gi[^.]*~\d+)$/is.test(part))
}
