import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isProcessAlive, type ProcessIdentity, thisProcess } from '../process/process-identity.ts'

/** A git whose pm-agent was killed goes on for a moment; it holds a lock on a ref for much less than this. */
const ORPHAN_MS = 1_000
/** No process holds a lock for minutes. */
const LOCK_AGE_MS_MAX = 10 * 60 * 1000

const presenceDir = (vaultDir: string): string => join(vaultDir, 'open')
const claimsDir = (vaultDir: string): string => join(vaultDir, 'claims')

/** Says that this process has the vault open, until it is told otherwise. */
export async function enterVault(vaultDir: string): Promise<() => Promise<void>> {
  const file = join(presenceDir(vaultDir), randomUUID())
  await writeRecord(presenceDir(vaultDir), file, thisProcess())
  return () => forget(file)
}

/** Removes the locks in the vault that no process holds: only pm-agents and their gits write there, and none has it open. */
export async function dropVaultLocks(vaultDir: string): Promise<void> {
  const refs = await readdir(join(vaultDir, 'refs'), { recursive: true })
  const locks = ['packed-refs.lock', ...refs.filter(name => name.endsWith('.lock')).map(name => join('refs', name))]
  const present = await recordsIn<ProcessIdentity>(presenceDir(vaultDir))
  const alive = present.filter(({ record }) => isProcessAlive(record))
  for (const { file, record } of present) if (!isProcessAlive(record)) await forget(file)
  // A lock older than the last boot has no owner.
  const ageMsMax = alive.length === 0 ? ORPHAN_MS : Math.min(LOCK_AGE_MS_MAX, uptime() * 1000)
  for (const lock of locks) await dropLock(join(vaultDir, lock), { ageMsMax, waits: alive.length === 0 })
}

/** A lock that our git may take in the user's repository, and what it writes into it. */
export interface LockClaim {
  readonly ref: string
  readonly value: string
}

interface RecordedClaims extends ProcessIdentity {
  readonly at: number
  readonly gitDir: string
  readonly claims: readonly LockClaim[]
}

/**
 * Writes refs of the user's repository. What is about to be locked is recorded first, so that a lock that our git leaves
 * when it is killed, or when we are, is known as ours and removed.
 */
export async function withClaims<T>(
  { vaultDir, gitDir }: { readonly vaultDir: string; readonly gitDir: string },
  claims: readonly LockClaim[],
  work: () => Promise<T>,
): Promise<T> {
  const dir = claimsDir(vaultDir)
  for (const { file, record } of await recordsIn<RecordedClaims>(dir)) {
    if (isProcessAlive(record)) continue
    await dropClaimed(record, true)
    await forget(file)
  }
  const recorded: RecordedClaims = { ...thisProcess(), at: Date.now(), gitDir, claims }
  const file = join(dir, randomUUID())
  await writeRecord(dir, file, recorded)
  try {
    return await work()
  } finally {
    await dropClaimed(recorded, false)
    await forget(file)
  }
}

/** A lock is ours when it came after the claim and holds nothing, or what our git would have written. */
async function dropClaimed({ at, gitDir, claims }: RecordedClaims, isOrphan: boolean): Promise<void> {
  for (const { ref, value } of claims) {
    const lock = join(gitDir, `${ref}.lock`)
    const found = await stat(lock).catch(() => null)
    const text = found && (await readFile(lock, 'utf8').catch(() => null))
    // File times are coarser than the clock.
    if (!found || found.mtimeMs < at - ORPHAN_MS || !(text === '' || text?.trim() === value)) continue
    await dropLock(lock, { ageMsMax: isOrphan ? ORPHAN_MS : 0, waits: isOrphan })
  }
}

async function dropLock(
  path: string,
  { ageMsMax, waits }: { readonly ageMsMax: number; readonly waits: boolean },
): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null) return
  const ageMs = Date.now() - found.mtimeMs
  if (ageMs <= ageMsMax && !waits) return
  if (ageMs <= ageMsMax) await delay(ageMsMax - ageMs)
  const now = await stat(path).catch(() => null)
  if (now !== null && now.ino === found.ino && now.mtimeMs === found.mtimeMs) await rm(path, { force: true })
}

/** A record that a failing disk keeps is that of a dead process later on: it hides no other failure, and is none itself. */
const forget = (file: string): Promise<void> => rm(file, { force: true }).catch(() => {})

async function writeRecord(dir: string, file: string, record: object): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify(record), { mode: 0o600 })
}

async function recordsIn<T>(dir: string): Promise<readonly { readonly file: string; readonly record: T }[]> {
  const names = await readdir(dir).catch((): readonly string[] => [])
  const read = names.map(async name => {
    const file = join(dir, name)
    try {
      return [{ file, record: JSON.parse(await readFile(file, 'utf8')) as T }]
    } catch {
      // Half written by a process that died: it contains nothing, and no process needs it.
      await forget(file)
      return []
    }
  })
  return (await Promise.all(read)).flat()
}
