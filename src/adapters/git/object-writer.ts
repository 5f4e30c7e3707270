/** Objects written as git writes them: compressed, synced to the disk, and put in place by renaming. */
import { hash, randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'

export type ObjectType = 'blob' | 'tree' | 'commit'

/** The length of ids says which hash a repository uses. */
export const algorithmOf = (idLength: number): 'sha1' | 'sha256' => (idLength === 64 ? 'sha256' : 'sha1')

const whole = (type: ObjectType, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`, 'latin1'), bytes])

/** The id that git gives these bytes. */
export const objectId = (type: ObjectType, bytes: Buffer, idLength: number): string =>
  hash(algorithmOf(idLength), whole(type, bytes), 'hex')

/** Stores an object and gives its id. Durable when it returns; storing it again costs nothing. */
export async function writeObject(
  gitDir: string,
  type: ObjectType,
  bytes: Buffer,
  options: { readonly idLength: number; readonly durable?: boolean },
): Promise<string> {
  const object = whole(type, bytes)
  const id = hash(algorithmOf(options.idLength), object, 'hex')
  const path = join(gitDir, 'objects', id.slice(0, 2), id.slice(2))
  if (await isThere(path)) return id
  await mkdir(dirname(path), { recursive: true })
  const aside = join(dirname(path), `tmp_obj_${randomUUID()}`)
  try {
    const file = await open(aside, 'wx', 0o444)
    try {
      await file.writeFile(deflateSync(object, { level: 1 }))
      if (options.durable !== false) await file.datasync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (problem) {
    await rm(aside, { force: true })
    throw problem
  }
  return id
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
