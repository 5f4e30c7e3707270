/**
 * Settings files of a CLI that lie directly in a home. A CLI replaces such a file by a rename, and the mount of a single file
 * does not allow that: the agent gets a copy, and a changed copy is brought back when its processes have ended.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { realOf } from './bubblewrap.ts'

const SIZE_BYTES_MAX = 64 * 1024 * 1024

/** Copies the files into a folder; returns the function that brings changed ones back. */
export async function lendFiles(files: readonly string[], folder: string): Promise<() => Promise<void>> {
  const lent = await Promise.all(files.map(path => lend(path, join(folder, basename(path)))))
  return async () => {
    for (const bringBack of lent) await bringBack()
  }
}

async function lend(path: string, copy: string): Promise<() => Promise<void>> {
  // A link stays a link: the file that it leads to is replaced.
  const original = realOf(path) ?? path
  const before = await contentOf(original)
  if (before !== null) await write(copy, before, await modeOf(original))
  return async () => {
    const after = await contentOf(copy)
    if (after === null || sameBytes(after, before)) return
    // The user's own program, or another agent, may have written meanwhile: its file is newer than the one that was lent.
    if (!sameBytes(await contentOf(original), before)) return
    const beside = `${original}.${randomUUID()}`
    try {
      await write(beside, after, before === null ? 0o600 : await modeOf(original))
      await rename(beside, original)
    } catch {
      // A home that cannot be written: the CLI could not have written there without a sandbox either.
      await rm(beside, { force: true }).catch(() => {})
    }
  }
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

/** Null for everything but an ordinary file of a bearable size: an agent can put a link or a pipe into its place. */
async function contentOf(path: string): Promise<Buffer | null> {
  let file: FileHandle | null = null
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    return found.isFile() && found.size <= SIZE_BYTES_MAX ? await file.readFile() : null
  } catch {
    return null
  } finally {
    await file?.close()
  }
}

async function write(path: string, content: Buffer, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(content)
    await file.chmod(mode)
  } finally {
    await file.close()
  }
}

const sameBytes = (a: Buffer | null, b: Buffer | null): boolean => (a === null ? b === null : b !== null && a.equals(b))
