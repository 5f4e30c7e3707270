import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '../../core/ids.ts'
import { git } from './git.ts'
import { removeDir } from './removal.ts'
import { withIndexFile } from './tree.ts'

/** Lays a tree out in an empty directory, byte for byte; the index lies elsewhere and is gone afterwards. */
export async function openRoomDir(vaultDir: string, tree: Tree, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  await withIndexFile(indexFile =>
    git({
      gitDir: vaultDir,
      workTree: dir,
      indexFile,
      durable: false,
      args: ['read-tree', '--reset', '-u', tree],
    }),
  )
}

export interface RoomCheckout {
  open(tree: Tree): Promise<{ readonly dir: string }>
  close(dir: string): Promise<void>
}

/** Checkouts that no agent has touched, each in a directory of its own below `root`. */
export function createRoomCheckout({ vaultDir, root }: { vaultDir: string; root: string }): RoomCheckout {
  return {
    open: async tree => {
      const dir = join(root, randomUUID())
      await mkdir(root, { recursive: true, mode: 0o700 })
      await openRoomDir(vaultDir, tree, dir)
      return { dir }
    },
    close: dir => removeDir(root, dir),
  }
}
