import type { DatabaseSync } from 'node:sqlite'
import { type RunId, runId } from '../../core/plan/ids.ts'
import { invariant } from '../../core/result.ts'
import type { Event, Recorded } from '../../core/run/event.ts'
import type { RunRow } from '../../ports.ts'
import { StoreProblem } from './problem.ts'
import { eventSchema, type OldEvent, type UpcastStep, upcast } from './upcast.ts'

/** Runs and their events. Versions of a run count from 1 without gaps; a row is never changed. */
export function openJournal(database: DatabaseSync, file: string, steps: readonly UpcastStep[]) {
  const schema = eventSchema(steps)
  const insertRun = database.prepare('INSERT INTO runs VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const findRun = database.prepare('SELECT id, plan_id, plan_path, opened_at FROM runs WHERE id = ?')
  const listRuns = database.prepare(`
    SELECT id, plan_id, plan_path, opened_at FROM runs
    WHERE EXISTS (SELECT 1 FROM events WHERE run = runs.id) ORDER BY opened_at, rowid`)
  const insertEvent = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)')
  const lastVersion = database.prepare('SELECT max(version) AS version FROM events WHERE run = ?')
  const listEvents = database.prepare(
    'SELECT version, at, schema, body FROM events WHERE run = ? AND version > ? ORDER BY version',
  )

  const toRecorded = (row: Record<string, unknown>): Recorded => {
    const [version, written] = [Number(row.version), Number(row.schema)]
    // A newer pm-agent may have taken over while we had the journal open.
    if (written > schema) throw new StoreProblem('journal-too-new', file, `events of schema ${written}`)
    return { version, at: Number(row.at), event: upcast(parse(String(row.body), file, version), written, steps) }
  }
  return {
    create: (row: RunRow): void => {
      const { changes } = insertRun.run(row.id, row.planId, row.planPath, row.openedAt)
      if (changes === 1) return
      const existing = findRun.get(row.id)
      const isSame = existing !== undefined && JSON.stringify(toRunRow(existing)) === JSON.stringify(inOrder(row))
      invariant(isSame, `run ${row.id} is created once`)
    },
    runs: (): readonly RunRow[] => listRuns.all().map(toRunRow),
    read: (run: RunId, afterVersion: number): readonly Recorded[] => listEvents.all(run, afterVersion).map(toRecorded),
    version: (run: RunId): number => Number(lastVersion.get(run)?.version ?? 0),
    /** Part of an append, and of its transaction. */
    write: (run: RunId, version: number, at: number, event: Event): void =>
      void insertEvent.run(run, version, at, event.type, schema, JSON.stringify(event)),
  }
}

function parse(body: string, file: string, version: number): OldEvent {
  try {
    return JSON.parse(body)
  } catch {
    throw new StoreProblem('journal-damaged', file, `event ${version} is not JSON`)
  }
}

const toRunRow = (row: Record<string, unknown>): RunRow => ({
  id: runId(String(row.id)),
  planId: String(row.plan_id),
  planPath: String(row.plan_path),
  openedAt: Number(row.opened_at),
})

const inOrder = ({ id, planId, planPath, openedAt }: RunRow): RunRow => ({ id, planId, planPath, openedAt })
