import type { DatabaseSync } from 'node:sqlite'
import type { SealBreak } from '../../core/journal/seal-break.ts'
import { runId } from '../../core/plan/ids.ts'
import type { RunRow } from '../../ports.ts'
import { firstSeal, nextSeal, resultSeal, type Sealed } from './seal.ts'

/** The migration that gives every event and remembered result of a journal its seal, as they are found. */
export function sealAll(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE seals (run TEXT NOT NULL, version INTEGER NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (run, version))
      STRICT, WITHOUT ROWID;
    CREATE TABLE result_seals (key TEXT PRIMARY KEY, seal TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `)
  const events = listWritten(database)
  const putSeal = database.prepare('INSERT INTO seals VALUES (?, ?, ?)')
  for (const row of database.prepare('SELECT id, plan_id, plan_path, opened_at FROM runs').all().map(toRunRow)) {
    let seal = firstSeal(row)
    for (const event of events(row.id, Number.MIN_SAFE_INTEGER)) {
      seal = nextSeal(seal, event)
      putSeal.run(row.id, event.version, seal)
    }
  }
  const putResult = database.prepare('INSERT INTO result_seals VALUES (?, ?)')
  for (const { key, value } of database.prepare('SELECT key, value FROM results').all())
    putResult.run(String(key), resultSeal(String(key), String(value)))
}

/** Whether this journal has seals: one of before that is only looked at has none. */
export const isSealed = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'seals'").get() !== undefined

/** Rows as arrays cost a third of rows as objects, and all events of a run are read at every look. */
export function listWritten(database: DatabaseSync): (run: string, after: number) => readonly Sealed[] {
  const list = database.prepare(
    'SELECT version, at, type, schema, body FROM events WHERE run = ? AND version > ? ORDER BY version',
  )
  list.setReturnArrays(true)
  return (run, after) =>
    (list.all(run, after) as unknown as readonly (readonly unknown[])[]).map(([version, at, type, schema, body]) => ({
      version: Number(version),
      at: Number(at),
      type: String(type),
      schema: Number(schema),
      body: String(body),
    }))
}

export const toRunRow = (row: Record<string, unknown>): RunRow => ({
  id: runId(String(row.id)),
  planId: String(row.plan_id),
  planPath: String(row.plan_path),
  openedAt: Number(row.opened_at),
})

/** Results of commands by key, each with its seal; the newest one counts. */
export function openResults(database: DatabaseSync, altered: (breaks: readonly SealBreak[]) => Error) {
  const sealed = isSealed(database)
  const seal = sealed ? '(SELECT seal FROM result_seals WHERE key = results.key)' : 'NULL'
  const find = database.prepare(`SELECT value, ${seal} AS seal FROM results WHERE key = ?`)
  const list = database.prepare(`SELECT key, value, ${seal} AS seal FROM results`)
  const put = database.prepare('INSERT OR REPLACE INTO results VALUES (?, ?)')
  const putSeal = sealed ? database.prepare('INSERT OR REPLACE INTO result_seals VALUES (?, ?)') : null
  const drop = database.prepare('DELETE FROM results WHERE key = ?')

  const changedKeys = (): readonly string[] =>
    sealed
      ? list.all().flatMap(row => (row.seal === resultSeal(String(row.key), String(row.value)) ? [] : String(row.key)))
      : []
  return {
    recall: (key: string): string | null => {
      const row = find.get(key)
      if (typeof row?.value !== 'string') return null
      if (sealed && row.seal !== resultSeal(key, row.value)) throw altered([{ is: 'result-changed', key }])
      return row.value
    },
    /** Part of a transaction: a result without its seal would count as changed. */
    remember: (key: string, value: string): void => {
      put.run(key, value)
      putSeal?.run(key, resultSeal(key, value))
    },
    breaks: (): readonly SealBreak[] => changedKeys().map(key => ({ is: 'result-changed', key })),
    /** Part of a transaction. */
    forgetChanged: (): number => {
      const keys = changedKeys()
      for (const key of keys) drop.run(key)
      return keys.length
    },
  }
}
