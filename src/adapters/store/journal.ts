import type { DatabaseSync } from 'node:sqlite'
import { isEventType } from '../../core/journal/event-types.ts'
import { breaksLine, type SealBreak } from '../../core/journal/seal-break.ts'
import type { RunId } from '../../core/plan/ids.ts'
import { invariant } from '../../core/result.ts'
import type { Event, Recorded } from '../../core/run/event.ts'
import type { RunRow } from '../../ports.ts'
import { narrowJson } from './narrow-json.ts'
import { StoreProblem } from './problem.ts'
import { breaksOf, firstSeal, nextSeal, type Seal, type Sealed } from './seal.ts'
import { isSealed, listWritten, toRunRow } from './sealing.ts'
import { inSnapshot } from './transaction.ts'
import { eventSchema, type OldEvent, type UpcastStep, upcast } from './upcast.ts'

/** Runs and their events. Versions of a run count from 1 without gaps; a row is never changed, and each has its seal. */
export function openJournal(database: DatabaseSync, file: string, steps: readonly UpcastStep[]) {
  const schema = eventSchema(steps)
  const insertRun = database.prepare('INSERT INTO runs VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const findRun = database.prepare('SELECT id, plan_id, plan_path, opened_at FROM runs WHERE id = ?')
  const listRuns = database.prepare(`
    SELECT id, plan_id, plan_path, opened_at FROM runs
    WHERE EXISTS (SELECT 1 FROM events WHERE run = runs.id) ORDER BY opened_at, rowid`)
  const insertEvent = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)')
  const lastVersion = database.prepare('SELECT max(version) AS version FROM events WHERE run = ?')
  const listEvents = listWritten(database)
  const seals = openSeals(database)

  const rowOf = (run: RunId): RunRow | null => {
    const row = findRun.get(run)
    return row === undefined ? null : toRunRow(row)
  }
  const before = (run: RunId, after: number): string | null => {
    if (after > 0) return seals.at(run, after)
    const row = rowOf(run)
    return row && firstSeal(row)
  }
  const look = (run: RunId, after: number): { readonly written: readonly Sealed[]; breaks: readonly SealBreak[] } => {
    const written = listEvents(run, after)
    return { written, breaks: seals.breaks(run, after, before(run, after), written) }
  }
  const toRecorded = ({ version, at, schema: age, body }: Sealed): Recorded => {
    // A newer pm-agent may have taken over while we had the journal open.
    if (age > schema) throw new StoreProblem('journal-too-new', file, `events of schema ${age}`)
    return { version, at, event: upcast(parse(body, file, version), age, steps) }
  }
  const altered = (breaks: readonly SealBreak[]): StoreProblem =>
    new StoreProblem('journal-altered', file, breaksLine(breaks))
  return {
    altered,
    create: (row: RunRow): void => {
      const { changes } = insertRun.run(row.id, row.planId, row.planPath, row.openedAt)
      if (changes === 1) return
      const existing = rowOf(row.id)
      const isSame = existing !== null && JSON.stringify(existing) === JSON.stringify(inOrder(row))
      invariant(isSame, `run ${row.id} is created once`)
    },
    runs: (): readonly RunRow[] => listRuns.all().map(toRunRow),
    read: (run: RunId, after: number): readonly Recorded[] => {
      const { written, breaks } = inSnapshot(database, () => look(run, after))
      if (breaks.length > 0) throw altered(breaks)
      const records = written.map(toRecorded)
      const strange = unknownIn(run, records)
      if (strange.length > 0) throw altered(strange)
      return records
    },
    breaks: (only?: RunId): readonly SealBreak[] =>
      inSnapshot(database, () => {
        const runs = only === undefined ? seals.runs() : [only]
        return runs.flatMap(run => look(run, 0).breaks)
      }),
    version: (run: RunId): number => Number(lastVersion.get(run)?.version ?? 0),
    /** Part of an append, and of its transaction; gives the seal, which counts once that is through. */
    write: (run: RunId, version: number, at: number, event: Event): string => {
      const written: Sealed = { version, at, type: event.type, schema, body: narrowJson(event) }
      const previous = before(run, version - 1)
      if (previous === null || !seals.isOurs(run, version - 1, previous))
        throw altered([{ is: 'changed', run, version: version - 1 }])
      insertEvent.run(run, version, at, written.type, schema, written.body)
      return seals.put(run, version, nextSeal(previous, written))
    },
    /** The newest event of a run that this connection wrote. */
    wrote: seals.wrote,
  }
}

/** The seals of a journal, and what this connection has seen of them. */
function openSeals(database: DatabaseSync) {
  const sealed = isSealed(database)
  const insert = sealed ? database.prepare('INSERT INTO seals VALUES (?, ?, ?)') : null
  const find = sealed ? database.prepare('SELECT seal FROM seals WHERE run = ? AND version = ?') : null
  const list = sealed
    ? database.prepare('SELECT version, seal FROM seals WHERE run = ? AND version > ? ORDER BY version')
    : null
  list?.setReturnArrays(true)
  const listRuns = database.prepare(
    `SELECT DISTINCT run FROM events${sealed ? ' UNION SELECT DISTINCT run FROM seals' : ''}`,
  )
  // A program that rewrites a journal together with its seals is still noticed by the engine that wrote it.
  const newest = new Map<RunId, { readonly version: number; readonly seal: string }>()
  const isOurs = (run: RunId, version: number, seal: string): boolean => {
    const known = newest.get(run)
    return known?.version !== version || known.seal === seal
  }
  return {
    isOurs,
    at: (run: RunId, version: number): string | null => {
      const seal = find?.get(run, version)?.seal
      return typeof seal === 'string' ? seal : null
    },
    put: (run: RunId, version: number, seal: string): string => {
      insert?.run(run, version, seal)
      return seal
    },
    wrote: (run: RunId, version: number, seal: string): void => void newest.set(run, { version, seal }),
    runs: (): readonly RunId[] => listRuns.all().map(row => String(row.run) as RunId),
    breaks: (run: RunId, after: number, before: string | null, events: readonly Sealed[]): readonly SealBreak[] => {
      if (list === null) return gapsIn(run, after, events)
      const found = list.all(run, after) as unknown as readonly Seal[]
      if (before === null) return after > 0 || found.length > 0 ? [{ is: 'missing', run, from: after, to: after }] : []
      const breaks = breaksOf({ run, after, before, events, seals: found })
      const known = newest.get(run)
      if (breaks.length > 0 || known === undefined || known.version < after) return breaks
      const seal = known.version === after ? before : found[known.version - after - 1]?.[1]
      return seal === known.seal ? [] : [{ is: 'changed', run, version: known.version }]
    },
  }
}

/** All that can be said of a journal without seals. */
function gapsIn(run: RunId, after: number, events: readonly Sealed[]): readonly SealBreak[] {
  return events.flatMap(({ version }, index): readonly SealBreak[] => {
    const previous = events[index - 1]?.version ?? after
    return version === previous + 1 ? [] : [{ is: 'missing', run, from: previous + 1, to: version - 1 }]
  })
}

const unknownIn = (run: RunId, records: readonly Recorded[]): readonly SealBreak[] =>
  records.flatMap(({ version, event }) =>
    isEventType(event.type) ? [] : [{ is: 'unknown', run, version, type: String((event as OldEvent).type) }],
  )

function parse(body: string, file: string, version: number): OldEvent {
  try {
    return JSON.parse(body)
  } catch {
    throw new StoreProblem('journal-damaged', file, `event ${version} is not JSON`)
  }
}

const inOrder = ({ id, planId, planPath, openedAt }: RunRow): RunRow => ({ id, planId, planPath, openedAt })
