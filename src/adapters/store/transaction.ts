import type { DatabaseSync } from 'node:sqlite'

/** All of the work or nothing; takes the write lock at once, so that values read inside stay valid. */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => within(database, 'BEGIN IMMEDIATE', work)

/** Related reads see one state, whatever others write in the meantime. */
export const inSnapshot = <T>(database: DatabaseSync, work: () => T): T => within(database, 'BEGIN', work)

function within<T>(database: DatabaseSync, begin: string, work: () => T): T {
  database.exec(begin)
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // SQLite rolls back by itself when the disk is full or fails.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
