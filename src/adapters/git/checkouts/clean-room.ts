import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '../../../core/plan/ids.ts'
import type { CheckoutStock } from './checkout-stock.ts'
import { openRoomDir } from './lay-out.ts'
import { removeDir } from './removal.ts'
import { RoomGuard } from './room-guard.ts'

export interface RoomCheckout {
  open(tree: Tree): Promise<{ readonly dir: string; readonly guard: RoomGuard }>
  close(dir: string): Promise<void>
}
export interface RoomPlace {
  readonly vaultDir: string
  readonly root: string
  /** Prepares checkouts in advance and deletes them in the background. */
  readonly stock?: Pick<CheckoutStock, 'take' | 'remove'>
}

/** Checkouts that no agent has touched, each in its own directory below `root`. */
export function createRoomCheckout({ vaultDir, root, stock }: RoomPlace): RoomCheckout {
  return {
    open: async tree => {
      const dir = join(root, randomUUID())
      await mkdir(root, { recursive: true, mode: 0o700 })
      if (!(await stock?.take(tree, dir))) await openRoomDir(vaultDir, tree, dir)
      return { dir, guard: await RoomGuard.over(vaultDir, tree, dir) }
    },
    close: dir => (stock ? stock.remove(dir) : removeDir(root, dir)),
  }
}
