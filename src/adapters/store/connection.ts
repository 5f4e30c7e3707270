import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StoreProblem } from './problem.ts'
import { expectReadable, type JournalFormat, migrate } from './schema.ts'

const BUSY_TIMEOUT_MS = 5_000
const OPEN_TRIES_MAX = 200
const OPEN_PAUSE_MS = 25

/** Opens the journal for its writer and lays it out where it is new; throws what `asStoreProblem` understands. */
export function openForWriting(file: string, format: JournalFormat): DatabaseSync {
  makePrivate(file)
  // Switching a new database to WAL fails at once, timeout or not, while somebody else is just doing the same.
  for (let tries = 1; ; tries += 1) {
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    try {
      database.exec(DURABLE)
      migrate(database, file, format)
      // From here on somebody else waits for the lock, without keeping everything else waiting (`patience.ts`).
      database.exec('PRAGMA busy_timeout = 0')
      return database
    } catch (error) {
      database.close()
      if (!isBusy(error) || tries === OPEN_TRIES_MAX) throw error
      pause(OPEN_PAUSE_MS)
    }
  }
}

// FULL syncs the log at every commit, so that what was acknowledged survives a power cut; it is the default
// of today's SQLite and too important to be left to a default. On macOS only F_FULLFSYNC reaches the disk.
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
  // Only the owner can change it, and what belongs to somebody else is not ours to close.
  if ((found.mode & 0o777) !== mode && found.uid === process.getuid?.()) chmodSync(path, mode)
}

/** Opens the journal for looking at it; leaves nothing behind and creates no journal. */
export function openForReading(file: string, format: JournalFormat): DatabaseSync {
  if (!existsSync(file)) throw new StoreProblem('journal-missing', file)
  const database = openFirst([
    // A read-only connection would leave SQLite's two side files behind, which only a writing one removes.
    () => connect(file, { mode: 'rw' }),
    () => connect(file, { mode: 'ro' }),
    // Side files can be neither found nor made: then nobody writes, and the file may be taken as it lies there.
    ...(existsSync(`${file}-wal`) ? [] : [() => connect(file, { mode: 'ro', immutable: '1' })]),
  ])
  try {
    expectReadable(database, file, format)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function connect(file: string, parameters: Record<string, string>): DatabaseSync {
  const url = pathToFileURL(file)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const database = new DatabaseSync(url, { timeout: BUSY_TIMEOUT_MS, readOnly: parameters.mode === 'ro' })
  try {
    // Reading one value shows whether the side files of WAL can be had.
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
      problem ??= error
    }
  }
  throw problem
}

/** Another connection has the lock that this statement needs; nothing of it was done. */
export const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5

/** Opening is synchronous, so waiting for our turn has to be as well. */
function pause(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}
