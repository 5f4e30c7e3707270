/** Cache of small objects that were recently written or read: new objects are usually requested next. */
export interface FoundObject {
  readonly id: string
  readonly type: string
  readonly bytes: Buffer
}

const OBJECT_BYTES_MAX = 64 * 1024
const KEPT_BYTES_MAX = 16 * 1024 * 1024

const kept = new Map<string, FoundObject>()
let keptBytes = 0

export const recall = (gitDir: string, id: string): FoundObject | null => kept.get(`${gitDir}\0${id}`) ?? null

export function remember(gitDir: string, object: FoundObject): void {
  const key = `${gitDir}\0${object.id}`
  if (object.bytes.length > OBJECT_BYTES_MAX || kept.has(key)) return
  kept.set(key, object)
  keptBytes += object.bytes.length
  for (const [oldest, { bytes }] of kept) {
    if (keptBytes <= KEPT_BYTES_MAX) break
    kept.delete(oldest)
    keptBytes -= bytes.length
  }
}
