import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { expectReadable, formatOf, migrate } from './schema.ts'

const TODAY = formatOf(1)
const TOMORROW = {
  migrations: [...TODAY.migrations, "ALTER TABLE runs ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'"],
  readableFrom: 3,
  eventSchema: 2,
}
const FILE = 'journal.db'

it('a migration keeps the rows of a journal that is in use', () => {
  const database = journal()
  migrate(database, FILE, TOMORROW)

  expect(
    database
      .prepare('SELECT * FROM runs')
      .all()
      .map(row => ({ ...row })),
  ).toEqual([{ id: 'run-1', plan_id: 'plan', plan_path: 'PLAN.md', opened_at: 5, colour: 'grey' }])
  expect(formatWords(database)).toEqual({ tables: 3, events: 2 })
})

it('migrating twice changes nothing', () => {
  const database = journal()
  migrate(database, FILE, TODAY)

  expect(formatWords(database)).toEqual({ tables: 2, events: 1 })
})

it('a migration that fails leaves the journal as it was', () => {
  const database = journal()
  const broken = { ...TOMORROW, migrations: [...TOMORROW.migrations, 'CREATE TABLE runs (id TEXT)'] }

  expect(() => migrate(database, FILE, broken)).toThrow('table runs already exists')
  expect(formatWords(database)).toEqual({ tables: 2, events: 1 })
  expect(Object.keys(database.prepare('SELECT * FROM runs').get()!)).toEqual([
    'id',
    'plan_id',
    'plan_path',
    'opened_at',
  ])
})

it('tables that a newer pm-agent laid out are refused with journal-too-new', () => {
  const database = journal()
  migrate(database, FILE, TOMORROW)

  expect(reasonOf(() => migrate(database, FILE, TODAY))).toBe('journal-too-new')
  expect(reasonOf(() => expectReadable(database, FILE, TODAY))).toBe('journal-too-new')
})

it('tables that have to be changed first cannot be read: journal-too-old', () => {
  expect(reasonOf(() => expectReadable(journal(), FILE, TOMORROW))).toBe('journal-too-old')
})

it('a database without tables is not a journal: journal-missing', () => {
  expect(reasonOf(() => expectReadable(new DatabaseSync(':memory:'), FILE, TODAY))).toBe('journal-missing')
})

it('the database of another program is left alone: journal-damaged', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE songs (title TEXT)')

  expect(reasonOf(() => migrate(database, FILE, TODAY))).toBe('journal-damaged')
  expect(
    database
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(row => row.name),
  ).toEqual(['songs'])
})

function journal(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  migrate(database, FILE, TODAY)
  database.exec("INSERT INTO runs VALUES ('run-1', 'plan', 'PLAN.md', 5)")
  return database
}

const formatWords = (database: DatabaseSync) => ({
  tables: database.prepare('PRAGMA user_version').get()?.user_version,
  events: database.prepare('SELECT event_schema FROM meta').get()?.event_schema,
})

function reasonOf(work: () => void): unknown {
  try {
    work()
    return 'fine'
  } catch (error) {
    return (error as { reason?: unknown }).reason
  }
}
