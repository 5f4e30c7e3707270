import type { DatabaseSync } from 'node:sqlite'
import { StoreProblem } from './problem.ts'
import { sealAll } from './sealing.ts'
import { inSnapshot, inTransaction } from './transaction.ts'

/** Marks the database as ours in the file header: "pmag". */
const APPLICATION_ID = 0x706d6167

type Migration = string | ((database: DatabaseSync) => void)

/** Migration n leads to `user_version` n; a released one is never changed. */
const MIGRATIONS: readonly Migration[] = [
  `
  CREATE TABLE meta (event_schema INTEGER NOT NULL) STRICT;
  INSERT INTO meta VALUES (1);
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, plan_id TEXT NOT NULL, plan_path TEXT NOT NULL, opened_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE events (
    run TEXT NOT NULL REFERENCES runs, version INTEGER NOT NULL, at INTEGER NOT NULL,
    type TEXT NOT NULL, schema INTEGER NOT NULL, body TEXT NOT NULL,
    UNIQUE (run, version)
  ) STRICT;
  CREATE TABLE leases (
    run TEXT PRIMARY KEY REFERENCES runs, token INTEGER NOT NULL, held INTEGER NOT NULL,
    pid INTEGER NOT NULL, start_time TEXT NOT NULL, host TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES runs,
    at INTEGER NOT NULL, command TEXT NOT NULL, answer TEXT
  ) STRICT;
  CREATE INDEX inbox_pending ON inbox (run, id) WHERE answer IS NULL;
  CREATE TABLE results (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  sealAll,
]

/** The table layout and the event schema that this pm-agent writes. */
export interface JournalFormat {
  readonly migrations: readonly Migration[]
  /** The oldest layout that can be read as it is. */
  readonly readableFrom: number
  readonly eventSchema: number
}

/** The tables of today, with events of this schema. Without seals a journal can still be read. */
export const formatOf = (eventSchema: number): JournalFormat => ({
  migrations: MIGRATIONS,
  readableFrom: 1,
  eventSchema,
})

interface Found {
  readonly tables: number
  readonly events: number
}

/** Creates the tables of a new journal and migrates an older one; throws a StoreProblem for a foreign or newer one. */
export function migrate(database: DatabaseSync, file: string, format: JournalFormat): void {
  const found = inSnapshot(database, () => readFormat(database, file, format))
  if (found.tables === format.migrations.length && found.events === format.eventSchema) return
  inTransaction(database, () => {
    // Read again: another process may have migrated it while we waited for the write lock.
    const { tables } = readFormat(database, file, format)
    for (const migration of format.migrations.slice(tables))
      if (typeof migration === 'string') database.exec(migration)
      else migration(database)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${format.migrations.length}`)
    database.prepare('UPDATE meta SET event_schema = ?').run(format.eventSchema)
  })
}

/** Ensures that a journal can be read as it is; older events are fine, because they are upcast on read. */
export function expectReadable(database: DatabaseSync, file: string, format: JournalFormat): void {
  const { tables } = inSnapshot(database, () => readFormat(database, file, format))
  if (tables === 0) throw new StoreProblem('journal-missing', file)
  if (tables < format.readableFrom) throw new StoreProblem('journal-too-old', file)
}

function readFormat(database: DatabaseSync, file: string, format: JournalFormat): Found {
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)
  const tables = pragma('user_version')
  const isOurs = pragma('application_id') === APPLICATION_ID
  if (!isOurs && (tables > 0 || pragma('schema_version') > 0)) {
    throw new StoreProblem('journal-damaged', file, 'a database of another program')
  }
  if (tables > format.migrations.length) throw new StoreProblem('journal-too-new', file, `format ${tables}`)
  if (tables === 0) return { tables, events: 0 }
  const events = Number(database.prepare('SELECT event_schema FROM meta').get()?.event_schema ?? 0)
  if (events > format.eventSchema) throw new StoreProblem('journal-too-new', file, `events of schema ${events}`)
  return { tables, events }
}
