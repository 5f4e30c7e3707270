import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** An empty home and temporary folder for one command. */
export interface PrivateHome {
  /** The parent folder. */
  readonly root: string
  readonly home: string
  readonly tmp: string
  /** For our files that the command needs; not created yet. */
  readonly tools: string
  remove(): Promise<void>
}

/** Creates both below `root`; the names are short, because socket paths are limited. */
export async function openPrivateHome(root: string): Promise<PrivateHome> {
  await mkdir(root, { recursive: true })
  const dir = await mkdtemp(join(root, 'c-'))
  const [home, tmp] = [join(dir, 'h'), join(dir, 't')]
  await Promise.all([mkdir(home), mkdir(tmp)])
  return { root: dir, home, tmp, tools: join(dir, 'r'), remove: () => removeTree(dir) }
}

async function removeTree(dir: string): Promise<void> {
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 3 })
  // Some tools write-protect their cache folders, and a protected folder cannot be emptied.
  await remove().catch(async () => {
    await unprotect(dir)
    await remove()
  })
}

async function unprotect(dir: string): Promise<void> {
  await chmod(dir, 0o700)
  for (const entry of await readdir(dir, { withFileTypes: true }))
    if (entry.isDirectory()) await unprotect(join(dir, entry.name))
}
