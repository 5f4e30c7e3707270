import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { PlanFile } from '../../ports.ts'
import { readOrdinaryFile } from '../work-tree/ordinary-file.ts'
import { addTasks, taskLinesIn } from './add.ts'
import { tickBoxes, tickedBoxes } from './tick.ts'

type ReadBytes = (path: string) => Promise<Buffer>

/** The plan document at a path; tests let a human edit it between a reading and what follows. */
export function createPlanFile(absolutePath: string, read: ReadBytes = ordinaryBytes): PlanFile {
  const beside = (relativePath: string) => resolve(dirname(absolutePath), relativePath)
  return {
    read: () => textOf(absolutePath, read),
    ticks: tickedBoxes,
    add: addTasks,
    linesOf: taskLinesIn,
    tick: tickBoxes,
    replace: (expected, text) => replaceFile(absolutePath, expected, text, read),
    beside: relativePath => ({
      read: () => textOf(beside(relativePath), read),
      replace: (expected, text) => replaceFile(beside(relativePath), expected, text, read),
    }),
    readBeside: relativePath => textOf(beside(relativePath), read),
    writeBeside: async (relativePath, text) => {
      const path = beside(relativePath)
      await mkdir(dirname(path), { recursive: true })
      const put = async (aside: string) => {
        await rename(aside, path)
        return true
      }
      await writeAside(path, text, 0o666, { isStillMeant: async () => true, put })
    },
  }
}

/** False if the file has changed since it was read: the other writer's version stays. */
async function replaceFile(linkOrPath: string, expected: string, text: string, read: ReadBytes): Promise<boolean> {
  // Renaming onto a symbolic link would replace the link and leave its target unchanged.
  const path = await realpath(linkOrPath).catch(unlessGone)
  const mode = path === null ? null : await stat(path).then(found => found.mode & 0o7777, unlessGone)
  if (path === null || mode === null) return false
  // Compares bytes, not text: a file that is not UTF-8 decodes to different text and must not be written.
  const before = Buffer.from(expected, 'utf8')
  return writeAside(path, text, mode, {
    isStillMeant: async () => (await bytesOf(path, read))?.equals(before) ?? false,
    put: async aside => exchange(aside, path, before),
  })
}

/**
 * Renames onto the file, and keeps the old one under a second name, where its last look is compared with the text that was
 * expected: a text that somebody wrote into it meanwhile is put back, and the caller begins again with it. All of it in one
 * step without waiting, because a file that an editor renamed into place after the look would be gone without a trace.
 */
function exchange(aside: string, path: string, expected: Buffer): boolean {
  const old = `${aside}.old`
  const isLinked = isDone(() => linkSync(path, old))
  // A file system without hard links cannot offer more than a look before.
  const kept = isLinked ? old : path
  try {
    if (!isDone(() => statSync(path)) || !readFileSync(kept).equals(expected)) return false
    if (statSync(path).ino !== statSync(kept).ino) return false
    renameSync(aside, path)
    if (!isLinked || readFileSync(old).equals(expected)) return true
    renameSync(old, path)
    return false
  } finally {
    rmSync(old, { force: true })
  }
}

function isDone(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

interface Writing {
  /** Whether the file may still be written. */
  readonly isStillMeant: () => Promise<boolean>
  /** Puts the finished text in place; false if the file was changed by others. */
  readonly put: (aside: string) => Promise<boolean>
}

/** Writes next to the file and renames, so that the complete old or new text exists at every moment. */
async function writeAside(path: string, text: string, mode: number, { isStillMeant, put }: Writing): Promise<boolean> {
  if (!(await isStillMeant())) return false
  const aside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    const file = await open(aside, 'wx', mode)
    try {
      await file.writeFile(text, 'utf8')
      // The umask reduces the mode given to open; a replaced file keeps exactly its old mode.
      if (mode !== 0o666) await file.chmod(mode)
      await file.sync()
    } finally {
      await file.close()
    }
    if (!(await isStillMeant())) return false
    const isPut = await put(aside)
    await syncDirectory(dirname(path))
    return isPut
  } finally {
    await rm(aside, { force: true })
  }
}

/** A rename is durable only when the directory is synced. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** What is no file any more counts as removed. */
async function ordinaryBytes(path: string): Promise<Buffer> {
  const read = readOrdinaryFile(path)
  if (read.ok) return read.value
  const { is, words } = read.error
  throw Object.assign(new Error(`${path} cannot be read: ${words}`), is === 'unreadable' ? {} : { code: 'ENOENT' })
}

const textOf = async (path: string, read: ReadBytes): Promise<string | null> =>
  (await bytesOf(path, read))?.toString('utf8') ?? null

const bytesOf = (path: string, read: ReadBytes): Promise<Buffer | null> => read(path).catch(unlessGone)

function unlessGone(problem: NodeJS.ErrnoException): null {
  if (problem.code === 'ENOENT' || problem.code === 'ENOTDIR') return null
  throw problem
}
