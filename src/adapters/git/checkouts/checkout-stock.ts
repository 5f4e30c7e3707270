/** Checkouts prepared in advance while agents work; the next tree usually differs from the last in a few files. */
import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '../../../core/plan/ids.ts'
import type { Checkouts } from '../../../ports.ts'
import { type FileStats, fileStatsOf, isSameEntry } from '../objects/index-file.ts'
import { readEntries } from '../objects/tree.ts'
import { changeCheckout, isExactly } from './exact-checkout.ts'
import type { Look } from './file-work.ts'
import { openRoomDir } from './lay-out.ts'
import { emptyBin, moveToBin } from './removal.ts'

interface Spare {
  readonly tree: Tree
  readonly dir: string
  /** Null if it could not be created. */
  readonly made: Promise<Made | null>
}
interface Made {
  /** When the last file was written, by the clock of its disk. */
  readonly sealedAt: number
  readonly stats: FileStats
}

/** Maximum number of checkouts prepared in advance. */
const SPARES_MAX = 6

/** Maximum number waiting for deletion; with the packages that setup installs, each can be large. */
const REMOVED_MAX = 8

/**
 * Each checkout is used once and deleted after commands or an agent ran in it. A prepared checkout is compared byte by
 * byte before use, because agents running in the meantime could have modified it.
 */
export class CheckoutStock implements Checkouts {
  readonly #vaultDir: string
  /** Also the queue for other background preparation that must finish before this is settled. */
  readonly root: string
  readonly #spares: Spare[] = []
  /** Background work in progress; checkouts are made one at a time. */
  #making: Promise<unknown> = Promise.resolve()
  #clearing: Promise<unknown> = Promise.resolve()
  #isSettled = false
  #removed = 0

  constructor(place: { readonly vaultDir: string; readonly root: string }) {
    this.#vaultDir = place.vaultDir
    this.root = place.root
  }

  /** Announces that this many checkouts of about this tree will be needed soon. Returns at once; never rejects. */
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
   * Checks a tree out into a directory that does not exist yet, and returns what is known about its files; null if no
   * prepared checkout is usable. Checkouts for proofs are compared byte by byte. A workspace is hashed when it is
   * collected, which reveals any changed byte, so for it comparing time stamps is enough.
   */
  async take(tree: Tree, dir: string, look: Look = 'bytes'): Promise<FileStats | null> {
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

  async #stillTrue(stats: FileStats, was: Tree, is: Tree): Promise<FileStats> {
    if (was === is) return stats
    const [before, after] = [await readEntries(this.#vaultDir, was), await readEntries(this.#vaultDir, is)]
    return new Map([...stats].filter(([path]) => isSameEntry(before.get(path)!, after.get(path))))
  }

  /** Removes a directory; deletion happens in the background, or at once if too many are waiting. */
  async remove(dir: string): Promise<void> {
    await moveToBin(this.root, dir)
    this.#removed += 1
    if (this.#removed >= REMOVED_MAX) void this.#clearLater()
  }

  /** Nothing more is needed: deletes the prepared checkouts and everything waiting for deletion. */
  async settle(): Promise<void> {
    this.#isSettled = true
    this.#spares.splice(0)
    await this.#clearLater()
  }

  /** Runs after work that a caller waits for: creating files is many times faster before a deletion than after one. */
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
    return { sealedAt: ctimeMs, stats: await fileStatsOf(dir, [...(await readEntries(this.#vaultDir, tree)).keys()]) }
  }

  /** Also removes checkouts prepared by a pm-agent that has died. */
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
