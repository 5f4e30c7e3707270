import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StoreProblem } from './problem.ts'
import { expectReadable, type JournalFormat, migrate } from './schema.ts'

/** How long opening waits for a program that has the journal locked: it is synchronous, and nobody is heard meanwhile. */
const LOCKED_MS_MAX = 5_000
const OPEN_PAUSE_MS = 25

/** Opens the journal for writing and creates its tables if new; throws errors that `asStoreProblem` understands. */
export function openForWriting(file: string, format: JournalFormat, lockedMsMax = LOCKED_MS_MAX): DatabaseSync {
  makePrivate(file)
  const end = performance.now() + lockedMsMax
  // Switching a new database to WAL fails at once, timeout or not, while another process does the same.
  for (;;) {
    const database = new DatabaseSync(file, { timeout: lockedMsMax })
    try {
      database.exec(DURABLE)
      migrate(database, file, format)
      // From here on `patience.ts` waits for the lock, without blocking the whole process.
      database.exec('PRAGMA busy_timeout = 0')
      return database
    } catch (error) {
      database.close()
      if (!isBusy(error) || performance.now() >= end) throw error
      pause(OPEN_PAUSE_MS)
    }
  }
}

// FULL syncs the log at every commit, so that acknowledged events survive a power cut; it is SQLite's current default,
// but too important to leave to a default. On macOS only F_FULLFSYNC reaches the disk.
const DURABLE = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON'

/**
 * A journal holds prompts, outputs and decisions: it is for its owner alone, whatever the umask says. SQLite gives its side
 * files the mode of the database.
 */
function makePrivate(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  tighten(folder, 0o700)
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-bell`]) if (existsSync(path)) tighten(path, 0o600)
}

function tighten(path: string, mode: number): void {
  const found = statSync(path)
  // Only the owner can change it; files of another user are not ours to close.
  if ((found.mode & 0o777) !== mode && found.uid === process.getuid?.()) chmodSync(path, mode)
}

/** Opens the journal for looking at it; leaves nothing behind and creates no journal. */
export function openForReading(file: string, format: JournalFormat, lockedMsMax = LOCKED_MS_MAX): DatabaseSync {
  if (!existsSync(file)) throw new StoreProblem('journal-missing', file)
  const database = openFirst([
    // A read-only connection would leave SQLite's two side files behind, which only a writing connection removes.
    () => connect(file, { mode: 'rw' }, lockedMsMax),
    () => connect(file, { mode: 'ro' }, lockedMsMax),
    // Side files neither exist nor can be created: then there is no writer, and the file can be read as it is.
    ...(existsSync(`${file}-wal`) ? [] : [() => connect(file, { mode: 'ro', immutable: '1' }, lockedMsMax)]),
  ])
  try {
    expectReadable(database, file, format)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function connect(file: string, parameters: Record<string, string>, lockedMsMax: number): DatabaseSync {
  const url = pathToFileURL(file)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const database = new DatabaseSync(url, { timeout: lockedMsMax, readOnly: parameters.mode === 'ro' })
  try {
    // Reading one value shows whether WAL's side files are available.
    database.exec('PRAGMA query_only = ON; PRAGMA schema_version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function openFirst(ways: readonly (() => DatabaseSync)[]): DatabaseSync {
  let problem: unknown
  for (const open of ways) {
    try {
      return open()
    } catch (error) {
      // Another way would wait for the same lock.
      if (isBusy(error)) throw error
      problem ??= error
    }
  }
  throw problem
}

/** Another connection holds the lock that this statement needs; the statement had no effect. */
export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5

/** Opening is synchronous, so waiting for the lock is too. */
function pause(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}
