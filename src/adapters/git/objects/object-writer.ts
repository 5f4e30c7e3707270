/** Writes loose objects as git does: compressed, fsynced, and renamed into place. */
import { hash, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fdatasync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { remember } from './recent-objects.ts'

export type ObjectType = 'blob' | 'tree' | 'commit'

/** The length of its ids tells which hash a repository uses. */
export const algorithmOf = (idLength: number): 'sha1' | 'sha256' => (idLength === 64 ? 'sha256' : 'sha1')

const whole = (type: ObjectType, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`, 'latin1'), bytes])

/** The id that git gives these bytes. */
export const objectId = (type: ObjectType, bytes: Buffer, idLength: number): string =>
  hash(algorithmOf(idLength), whole(type, bytes), 'hex')

/** Stores an object and returns its id. Durable on return; storing it again is free. */
export async function writeObject(
  gitDir: string,
  type: ObjectType,
  bytes: Buffer,
  options: { readonly idLength: number; readonly durable?: boolean },
): Promise<string> {
  const object = whole(type, bytes)
  const id = hash(algorithmOf(options.idLength), object, 'hex')
  const path = join(gitDir, 'objects', id.slice(0, 2), id.slice(2))
  if (existsSync(path)) return id
  makeFolder(dirname(path))
  const aside = join(dirname(path), `tmp_obj_${randomUUID()}`)
  try {
    const file = openSync(aside, 'wx', 0o400)
    try {
      writeFileSync(file, deflateSync(object, { level: 1 }))
      // Only this call waits for the disk; the others take a few microseconds.
      if (options.durable !== false) await sync(file)
    } finally {
      closeSync(file)
    }
    renameSync(aside, path)
    remember(gitDir, { id, type, bytes })
  } catch (problem) {
    rmSync(aside, { force: true })
    throw problem
  }
  return id
}

/** Creates only the last folder: a vault that was moved away must not be recreated at its old path. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const sync = promisify(fdatasync)
