/** The history that an agent can read: a pack made once and copied into each workspace, plus newer commits. */
import { createHash, hash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Commit, commit } from '../../../core/plan/ids.ts'
import { moveToBin } from '../checkouts/removal.ts'
import { GitFailure, git } from '../git.ts'
import { readBytes } from '../objects/object-reader.ts'
import { writeObject } from '../objects/object-writer.ts'
import { GITLINK } from '../objects/tree.ts'
import { FOLDER_MODE, readFolder } from '../objects/tree-object.ts'
import { transfer } from './transfer.ts'

/** Number of commits of history in a workspace. */
const DEPTH = 50
/** Up to this many commits on top of a pack are copied one by one while a new pack is made. */
const SINCE_MAX = 20
const SINCE_MANY = 5
const SMALL_BYTES = 4 * 1024 * 1024

interface Pack {
  readonly base: Commit
  readonly dir: string
  /** Files below `dir` with their digests from when they were made. */
  readonly files: ReadonlyMap<string, string>
}

export class Histories {
  readonly #vaultDir: string
  readonly #root: string
  #pack: Promise<Pack> | null = null

  constructor(place: { readonly vaultDir: string; readonly root: string }) {
    this.#vaultDir = place.vaultDir
    this.#root = place.root
  }

  /** Fills the object store of a new repository with a commit and its history. Shares no file with any other repository. */
  async put(base: Commit, gitDir: string): Promise<void> {
    const known = await this.#pack?.catch(() => null)
    const since = known ? await this.#since(known.base, base) : null
    if (known && since && (await copied(known, gitDir))) {
      for (const one of since) await this.#bring(one, gitDir)
      if (since.length >= SINCE_MANY) this.#renew(base)
      return
    }
    const made = await this.#renew(base)
    if (!(await copied(made, gitDir))) throw new Error('the history of a workspace changed while it was being copied')
  }

  #renew(base: Commit): Promise<Pack> {
    const old = this.#pack
    const making = makePack(this.#vaultDir, this.#root, base)
    this.#pack = making
    making
      .then(async () => {
        const before = await old
        if (before) await moveToBin(this.#root, before.dir)
      })
      .catch(() => {})
    return making
  }

  /** The commits from one to another, oldest first; null unless they form a short straight line. */
  async #since(from: Commit, to: Commit): Promise<readonly Commit[] | null> {
    const line: Commit[] = []
    for (let at = to; at !== from; ) {
      const { parents } = await this.#commit(at)
      if (parents.length !== 1 || line.length === SINCE_MAX) return null
      line.unshift(at)
      at = parents[0]!
    }
    return line
  }

  async #commit(id: Commit): Promise<{ bytes: Buffer; tree: string; parents: readonly Commit[] }> {
    const bytes = await readBytes(this.#vaultDir, id)
    const [head = ''] = bytes.toString('latin1').split('\n\n', 1)
    const named = (key: string) => [...head.matchAll(new RegExp(`^${key} ([0-9a-f]+)$`, 'gm'))].map(match => match[1]!)
    return { bytes, tree: named('tree')[0]!, parents: named('parent').map(commit) }
  }

  async #bring(id: Commit, gitDir: string): Promise<void> {
    const { bytes, tree, parents } = await this.#commit(id)
    const options = { idLength: id.length, durable: false }
    const bringFolder = async (old: string | null, now: string): Promise<void> => {
      if (old === now) return
      const before = old === null ? new Map() : await readFolder(this.#vaultDir, old)
      for (const [name, { mode, id: object }] of await readFolder(this.#vaultDir, now)) {
        const was = before.get(name)
        if (was?.id === object || mode === GITLINK) continue
        if (mode === FOLDER_MODE) await bringFolder(was?.mode === FOLDER_MODE ? was.id : null, object)
        else await writeObject(gitDir, 'blob', await readBytes(this.#vaultDir, object), options)
      }
      await writeObject(gitDir, 'tree', await readBytes(this.#vaultDir, now), options)
    }
    await bringFolder((await this.#commit(parents[0]!)).tree, tree)
    await writeObject(gitDir, 'commit', bytes, options)
  }
}

/** Uses fetch: git knows what belongs to a shallow history, and the vault itself may be shallow. */
async function makePack(vaultDir: string, root: string, base: Commit): Promise<Pack> {
  const dir = join(root, `.history-${process.pid}-${randomUUID()}`)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const format = `--object-format=${base.length === 64 ? 'sha256' : 'sha1'}`
  await git({ durable: false, args: ['init', '--quiet', '--bare', '--template=', format, dir] })
  const outcome = await transfer({
    into: dir,
    from: vaultDir,
    refspec: `${base}:refs/heads/base`,
    depth: DEPTH,
    durable: false,
    config: [['fetch.unpackLimit', '1']],
  })
  if (outcome.code !== 0) throw new GitFailure({ args: ['fetch', base] }, outcome)
  const packs = (await readdir(join(dir, 'objects', 'pack'))).filter(name => /\.(pack|idx)$/.test(name))
  const paths = packs.map(name => `objects/pack/${name}`)
  const shallow = await readFile(join(dir, 'shallow')).catch(() => null)
  const files = new Map<string, string>()
  for (const path of shallow ? [...paths, 'shallow'] : paths) files.set(path, await digestOf(join(dir, path)))
  return { base, dir, files }
}

/** False if the kept pack is missing or modified: agents running in the meantime could have changed it. */
async function copied(pack: Pack, gitDir: string): Promise<boolean> {
  for (const [path, digest] of pack.files) {
    const place = join(gitDir, path)
    try {
      await copyFile(join(pack.dir, path), place)
      if ((await digestOf(place)) !== digest) return false
    } catch {
      return false
    }
  }
  return true
}

async function digestOf(path: string): Promise<string> {
  // Streams are costly, and most files are small.
  if (statSync(path).size <= SMALL_BYTES) return hash('sha256', readFileSync(path), 'hex')
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) sum.update(chunk)
  return sum.digest('hex')
}

/** An empty repository whose branch points at a commit. */
export function createGitDir(
  gitDir: string,
  at: { readonly branch: string; readonly commit: Commit; readonly config: string },
): void {
  const sha256 = at.commit.length === 64
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(gitDir, folder), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), `ref: refs/heads/${at.branch}\n`)
  writeFileSync(join(gitDir, 'refs', 'heads', at.branch), `${at.commit}\n`)
  const core = [
    '[core]',
    `\trepositoryformatversion = ${sha256 ? 1 : 0}`,
    '\tfilemode = true',
    '\tbare = false',
    '\tlogallrefupdates = true',
    ...(sha256 ? ['[extensions]', '\tobjectformat = sha256'] : []),
  ]
  writeFileSync(join(gitDir, 'config'), `${core.join('\n')}\n${at.config}`)
}
