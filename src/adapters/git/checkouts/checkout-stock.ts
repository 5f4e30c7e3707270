/** Checkouts made ahead, while agents work: what is wanted next differs in a few files from what is there already. */
import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '../../../core/plan/ids.ts'
import type { Checkouts } from '../../../ports.ts'
import { isSame, type Stats, statsOf } from '../objects/index-file.ts'
import { readEntries } from '../objects/tree.ts'
import { changeCheckout, isExactly } from './exact-checkout.ts'
import type { Look } from './file-work.ts'
import { openRoomDir } from './lay-out.ts'
import { emptyBin, moveToBin } from './removal.ts'

interface Spare {
  readonly tree: Tree
  readonly dir: string
  /** Null when it could not be made. */
  readonly made: Promise<Made | null>
}
interface Made {
  /** When the last of it was written, by the clock of its disk. */
  readonly sealedAt: number
  readonly stats: Stats
}

/** No more than this is ever made ahead. */
const SPARES_MAX = 6

/** So many may wait to be deleted: with the packages that setup brought, each can be as large as a disk is small. */
const REMOVED_MAX = 8

/**
 * Each checkout is used once: where commands ran or an agent worked, it is thrown away. One that waited is looked at
 * byte by byte before it is used, because the agents that worked meanwhile could have reached it.
 */
export class CheckoutStock implements Checkouts {
  readonly #vaultDir: string
  /** Also the place for whatever else is made ahead and goes when this is settled. */
  readonly root: string
  readonly #spares: Spare[] = []
  /** The ends of what was begun in the background: one checkout is made after the other. */
  #making: Promise<unknown> = Promise.resolve()
  #clearing: Promise<unknown> = Promise.resolve()
  #isSettled = false
  #removed = 0

  constructor(place: { readonly vaultDir: string; readonly root: string }) {
    this.#vaultDir = place.vaultDir
    this.root = place.root
  }

  /** So many checkouts of about this tree will soon be wanted. Nobody has to wait for them; never rejects. */
  async expect(tree: Tree, count: number): Promise<void> {
    this.#isSettled = false
    while (this.#spares.length < Math.min(count, SPARES_MAX)) {
      const dir = join(this.root, `.ahead-${process.pid}-${randomUUID()}`)
      const made = this.#making.then(() => (this.#isSettled ? null : this.#make(tree, dir))).catch(() => null)
      this.#making = made
      this.#spares.push({ tree, dir, made })
    }
    await this.#clearLater()
  }

  /**
   * Lays a tree out in a directory that is not there yet, and says what is known of its files; null when nothing was
   * made ahead that could be used. What is proven is proven on bytes that were looked at. A workspace is hashed when it
   * is collected, so that a byte that changed unseen is seen then: for it, times are enough.
   */
  async take(tree: Tree, dir: string, look: Look = 'bytes'): Promise<Stats | null> {
    for (let spare = this.#spares.shift(); spare; spare = this.#spares.shift()) {
      const made = await spare.made
      if (made === null) continue
      if (await isExactly(this.#vaultDir, spare.tree, { dir: spare.dir, sealedAt: made.sealedAt, look })) {
        await rename(spare.dir, dir)
        await changeCheckout(this.#vaultDir, dir, spare.tree, tree)
        return this.#stillTrue(made.stats, spare.tree, tree)
      }
      await moveToBin(this.root, spare.dir)
    }
    return null
  }

  async #stillTrue(stats: Stats, was: Tree, is: Tree): Promise<Stats> {
    if (was === is) return stats
    const [before, after] = [await readEntries(this.#vaultDir, was), await readEntries(this.#vaultDir, is)]
    return new Map([...stats].filter(([path]) => isSame(before.get(path)!, after.get(path))))
  }

  /** Takes a directory away; it is deleted when there is time, or when too many wait for it. */
  async remove(dir: string): Promise<void> {
    await moveToBin(this.root, dir)
    this.#removed += 1
    if (this.#removed >= REMOVED_MAX) void this.#clearLater()
  }

  /** Nothing more is expected: what was made ahead goes, and what was taken away is deleted. */
  async settle(): Promise<void> {
    this.#isSettled = true
    this.#spares.splice(0)
    await this.#clearLater()
  }

  /** After what will be waited for: files are made many times faster before others were deleted. */
  #clearLater(): Promise<unknown> {
    this.#removed = 0
    this.#clearing = Promise.all([this.#making, this.#clearing])
      .then(() => this.#clear())
      .catch(() => null)
    return this.#clearing
  }

  async #make(tree: Tree, dir: string): Promise<Made> {
    await mkdir(this.root, { recursive: true, mode: 0o700 })
    await openRoomDir(this.#vaultDir, tree, dir)
    const seal = `${dir}.seal`
    await writeFile(seal, '')
    const { ctimeMs } = await lstat(seal)
    await rm(seal)
    return { sealedAt: ctimeMs, stats: await statsOf(dir, [...(await readEntries(this.#vaultDir, tree)).keys()]) }
  }

  /** Also what a pm-agent that is dead made ahead. */
  async #clear(): Promise<void> {
    for (const name of await readdir(this.root)) {
      const pid = Number(/^\.(?:ahead|history)-(\d+)-/.exec(name)?.[1])
      const isOver = pid === process.pid ? this.#isSettled : pid > 0 && !isAlive(pid)
      if (isOver) await moveToBin(this.root, join(this.root, name))
    }
    await emptyBin(this.root)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}
