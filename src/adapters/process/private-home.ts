import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteTree } from '../work-tree/delete-tree.ts'

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
  return { root: dir, home, tmp, tools: join(dir, 'r'), remove: () => deleteTree(root, dir) }
}
