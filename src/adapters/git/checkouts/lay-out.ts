import { mkdir, rm } from 'node:fs/promises'
import type { Tree } from '../../../core/plan/ids.ts'
import { git } from '../git.ts'

/** One thread per core, if there is enough work for more than one. */
const MANY_FILES = [
  ['checkout.workers', '0'],
  ['checkout.thresholdForParallelism', '1000'],
] as const

/** Checks a tree out into an empty directory, byte for byte; the index file beside it is temporary. */
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
