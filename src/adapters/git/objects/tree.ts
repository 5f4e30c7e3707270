/** Trees as maps from path to entry. */

import type { Tree } from '../../../core/plan/ids.ts'
import type { ChangeStatus, FileChange } from '../../../core/proof/draft.ts'
import { FOLDER_MODE, type Folder, type FolderEntry, readFolder, sortName, writeFolder } from './tree-object.ts'

/** A path as git stores it: one character per byte, because names need not be valid UTF-8. */
export type BytePath = string

/** A byte that is not part of a UTF-8 character, or a control character, represented in text as a lone surrogate. */
const LONE = /[\udc00-\udc1f\udc7f-\udcff]/u
const LONE_MIN = 0xdc00
/** Paths that are the same as text: printable ASCII. */
const PLAIN = /^[ -~]*$/
/** UTF-8 without control characters, over one character per byte. */
const VALID =
  /(?:[ -~]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+/g

/** The bytes of a path given as text. */
export function bytePath(path: string): BytePath {
  if (!LONE.test(path)) return Buffer.from(path).toString('latin1')
  const part = (text: string) =>
    LONE.test(text) ? String.fromCharCode(text.charCodeAt(0) - LONE_MIN) : Buffer.from(text).toString('latin1')
  return path
    .split(/([\udc00-\udc1f\udc7f-\udcff])/u)
    .map(part)
    .join('')
}

/** File system paths of entries below a folder. Plain ASCII names, nearly all, need no byte conversion. */
export function treePlacesIn(dir: string): (path: BytePath) => string | Buffer {
  const root = Buffer.from(`${dir}/`)
  return path => (ASCII.test(path) ? `${dir}/${path}` : Buffer.concat([root, Buffer.from(path, 'latin1')]))
}
const ASCII = /^[\x01-\x7f]*$/

/**
 * A path as text. Bytes that are not UTF-8 are encoded reversibly (see `bytePath`), so that distinct names stay distinct; so are
 * control characters: the line break of a name must not begin a line of a report or of a prompt.
 */
export function shownPath(path: BytePath): string {
  if (PLAIN.test(path)) return path
  let shown = ''
  let at = 0
  for (const { 0: valid, index } of path.matchAll(VALID)) {
    shown += lone(path.slice(at, index)) + Buffer.from(valid, 'latin1').toString()
    at = index + valid.length
  }
  return shown + lone(path.slice(at))
}

const lone = (bytes: BytePath): string =>
  bytes.replace(/./gs, byte => String.fromCharCode(byte.charCodeAt(0) + LONE_MIN))

export type TreeEntry = FolderEntry
export type Entries = ReadonlyMap<BytePath, TreeEntry>

/** The mode of a submodule: a commit of another repository. */
export const GITLINK = '160000'
export const LINK = '120000'

/** All entries of a tree by path, cached for some recent trees. */
const WHOLE_MAX = 16
const whole = new Map<string, Promise<Entries>>()

/** Every file, link and submodule of a tree. */
export function readEntries(gitDir: string, from: Tree): Promise<Entries> {
  const key = `${gitDir}\0${from}`
  const known = whole.get(key)
  if (known) return known
  const read = readWhole(gitDir, from)
  whole.set(key, read)
  read.catch(() => whole.delete(key))
  if (whole.size > WHOLE_MAX) whole.delete(whole.keys().next().value!)
  return read
}

async function readWhole(gitDir: string, from: Tree): Promise<Entries> {
  const entries = new Map<BytePath, TreeEntry>()
  const visit = async (id: string): Promise<readonly (readonly [string, TreeEntry, Below | null])[]> => {
    const folder = [...(await readFolder(gitDir, id))]
    return Promise.all(
      folder.map(
        async ([name, entry]) => [name, entry, entry.mode === FOLDER_MODE ? await visit(entry.id) : null] as const,
      ),
    )
  }
  const flatten = (prefix: BytePath, folder: Below) => {
    for (const [name, entry, below] of folder) {
      if (below === null) entries.set(prefix + name, entry)
      else flatten(`${prefix}${name}/`, below)
    }
  }
  flatten('', await visit(from))
  return entries
}

type Below = readonly (readonly [string, TreeEntry, Below | null])[]

/** Writes the tree with entries `after`, starting from tree `from` with entries `before`. */
export async function writeEntries(gitDir: string, from: Tree, before: Entries, after: Entries): Promise<Tree> {
  const changes = new Map<BytePath, TreeEntry | null>()
  for (const path of before.keys()) {
    if (!after.has(path)) changes.set(path, null)
  }
  for (const [path, entry] of after) {
    const old = before.get(path)
    if (old?.id !== entry.id || old.mode !== entry.mode) changes.set(path, entry)
  }
  if (changes.size === 0) return from
  return (await changeFolder(gitDir, from, changes, from.length)) ?? writeFolder(gitDir, new Map(), from.length)
}

/** Writes a folder and only the changed folders below it; null if it becomes empty. */
async function changeFolder(
  gitDir: string,
  from: string | null,
  changes: ReadonlyMap<BytePath, TreeEntry | null>,
  idLength: number,
): Promise<Tree | null> {
  const entries = new Map(from === null ? [] : await readFolder(gitDir, from))
  const below = new Map<string, Map<BytePath, TreeEntry | null>>()
  const here: [string, TreeEntry][] = []
  for (const [path, entry] of changes) {
    const slash = path.indexOf('/')
    if (slash < 0) {
      // A folder may have replaced a file, or a file a folder: deletions first.
      if (entries.get(path)?.mode !== FOLDER_MODE) entries.delete(path)
      if (entry !== null) here.push([path, entry])
      continue
    }
    const name = path.slice(0, slash)
    below.set(name, (below.get(name) ?? new Map()).set(path.slice(slash + 1), entry))
  }
  const folders = [...below].map(async ([name, inside]) => {
    const old = entries.get(name)
    const id = old?.mode === FOLDER_MODE ? old.id : null
    return [name, await changeFolder(gitDir, id, inside, idLength)] as const
  })
  for (const [name, id] of await Promise.all(folders)) {
    if (id === null) entries.delete(name)
    else entries.set(name, { mode: FOLDER_MODE, id })
  }
  for (const [name, entry] of here) entries.set(name, entry)
  return entries.size === 0 ? null : writeFolder(gitDir, entries, idLength)
}

/** What changed between two trees, in git's order of paths. */
export async function changesBetween(gitDir: string, from: Tree, to: Tree): Promise<readonly FileChange[]> {
  const changes: FileChange[] = []
  const compare = async (prefix: BytePath, before: string | null, after: string | null): Promise<void> => {
    if (before === after) return
    const [old, now] = await Promise.all([before, after].map(id => (id === null ? NOTHING : readFolder(gitDir, id))))
    for (const [name, was, is] of sideBySide(old!, now!)) {
      const path = prefix + name
      const isFolder = (was ?? is)!.mode === FOLDER_MODE
      if (isFolder) await compare(`${path}/`, was?.id ?? null, is?.id ?? null)
      else if (was?.id !== is?.id || was?.mode !== is?.mode)
        changes.push({ path: shownPath(path), status: statusOf(was, is) })
    }
  }
  await compare('', from, to)
  return changes
}

function statusOf(was: FolderEntry | null, is: FolderEntry | null): ChangeStatus {
  if (was === null) return 'added'
  return is === null ? 'deleted' : 'modified'
}

const NOTHING: Folder = new Map()

/** The entries of two folders by name. A file and a folder of the same name are separate entries. */
function sideBySide(old: Folder, now: Folder): readonly (readonly [string, FolderEntry | null, FolderEntry | null])[] {
  const rows = new Map<string, [string, FolderEntry | null, FolderEntry | null]>()
  for (const [name, entry] of old) rows.set(sortName(name, entry), [name, entry, null])
  for (const [name, entry] of now) {
    const key = sortName(name, entry)
    rows.set(key, [name, rows.get(key)?.[1] ?? null, entry])
  }
  return [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row)
}
