import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '../../../core/plan/ids.ts'
import { git } from '../git.ts'
import type { CheckoutStock } from './checkout-stock.ts'
import { removeDir } from './removal.ts'

/** As many hands as there are cores, where there is enough to do for more than one. */
const MANY_FILES = [
  ['checkout.workers', '0'],
  ['checkout.thresholdForParallelism', '1000'],
] as const

/** Lays a tree out in an empty directory, byte for byte; the index lies beside it, and is gone afterwards. */
export async function openRoomDir(vaultDir: string, tree: Tree, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const indexFile = `${dir}.index`
  try {
    await git({
      gitDir: vaultDir,
      workTree: dir,
      indexFile,
      durable: false,
      config: MANY_FILES,
      args: ['read-tree', '--reset', '-u', tree],
    })
  } finally {
    for (const file of [indexFile, `${indexFile}.lock`]) await rm(file, { force: true })
  }
}

export interface RoomCheckout {
  open(tree: Tree): Promise<{ readonly dir: string }>
  close(dir: string): Promise<void>
}
export interface RoomPlace {
  readonly vaultDir: string
  readonly root: string
  /** Where checkouts are made ahead, and deleted when there is time. */
  readonly stock?: Pick<CheckoutStock, 'take' | 'remove'>
}

/** Checkouts that no agent has touched, each in a directory of its own below `root`. */
export function createRoomCheckout({ vaultDir, root, stock }: RoomPlace): RoomCheckout {
  return {
    open: async tree => {
      const dir = join(root, randomUUID())
      await mkdir(root, { recursive: true, mode: 0o700 })
      if (!(await stock?.take(tree, dir))) await openRoomDir(vaultDir, tree, dir)
      return { dir }
    },
    close: dir => (stock ? stock.remove(dir) : removeDir(root, dir)),
  }
}
