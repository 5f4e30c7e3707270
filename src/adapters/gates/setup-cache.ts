import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** What decides which packages a setup brings, by name; at the top of the tree or one folder below. */
const MANIFESTS =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|\.npmrc|\.yarnrc\.yml|requirements.*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(\.lock)?|Cargo\.(toml|lock)|go\.(mod|sum)|Gemfile(\.lock)?|composer\.(json|lock))$/

/** What setup made, kept by everything that it depends on, so that it runs once and not once per room. */
export interface SetupCache {
  /** The key of a folder under a setup command; the same key means the same result. */
  keyOf(dir: string, command: string): Promise<string>
  /** Puts what is kept under a key into a folder; false when nothing is. */
  restore(key: string, dir: string, isWanted?: (path: string) => Promise<boolean>): Promise<boolean>
  /** Keeps what a setup added to a folder: its new entries at the top. */
  keep(key: string, dir: string, before: ReadonlySet<string>): Promise<void>
}

/** A cache below a folder of ours; an entry is complete or absent. Files are copied, never linked: nobody shares a file with it. */
export function createSetupCache(root: string, environment: string): SetupCache {
  const entry = (key: string) => join(root, key)
  return {
    keyOf: async (dir, command) => {
      const hash = createHash('sha256').update(JSON.stringify(['1', command, environment]))
      for (const path of await manifestsIn(dir)) hash.update(`\0${path}\0`).update(await readFile(join(dir, path)))
      return hash.digest('hex')
    },
    restore: async (key, dir, isWanted = async () => true) => {
      if (!existsSync(entry(key))) return false
      for (const name of await readdir(entry(key)))
        if (await isWanted(name)) await copyTree(join(entry(key), name), join(dir, name))
      return true
    },
    keep: async (key, dir, before) => {
      const made = (await readdir(dir)).filter(name => !before.has(name))
      const aside = join(root, `.${basename(key)}-${randomUUID()}`)
      await mkdir(aside, { recursive: true })
      for (const name of made) await copyTree(join(dir, name), join(aside, name))
      // Somebody else may have kept the same meanwhile; one of them is enough.
      await rename(aside, entry(key)).catch(() => rm(aside, { recursive: true, force: true }))
    },
  }
}

/** By reflink where the file system can, as a plain copy elsewhere; links stay links, times stay as they are. */
const copyTree = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, mode: REFLINK, force: true })

/** COPYFILE_FICLONE: copy-on-write if there is such a thing here. */
const REFLINK = 2

async function manifestsIn(dir: string): Promise<readonly string[]> {
  const found: string[] = []
  const entries = await readdir(dir, { withFileTypes: true })
  for (const { name } of entries.filter(item => item.isFile())) if (MANIFESTS.test(name)) found.push(name)
  const folders = entries.filter(item => item.isDirectory() && item.name !== '.git' && item.name !== 'node_modules')
  for (const folder of folders)
    for (const item of await readdir(join(dir, folder.name), { withFileTypes: true }))
      if (item.isFile() && MANIFESTS.test(item.name)) found.push(`${folder.name}/${item.name}`)
  return found.sort()
}
