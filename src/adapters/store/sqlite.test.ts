import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { runId } from '../../core/plan/ids.ts'
import type { Lease, Store } from '../../ports.ts'
import { openForWriting } from './connection.ts'
import { formatOf } from './schema.ts'
import { openSqliteStore, type SqliteStoreOptions } from './sqlite.ts'
import { eventSchema, UPCAST_STEPS } from './upcast.ts'

const RUN = runId('run-1')
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pm-agent-sqlite-'))
  file = join(folder, 'deep', 'journal.db')
})

it('a journal is created with its folder, and closed without leaving side files', async () => {
  open().close()

  expect(readdirSync(join(folder, 'deep'))).toEqual(['journal.db', 'journal.db-bell'])
})

it('a journal can be created by many processes at once', async () => {
  const program = `
    import { openSqliteStore } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
    process.stdout.write('ready')
    process.stdin.once('data', () => {
      for (let number = 0; number < 10; number += 1) {
        const opened = openSqliteStore(${JSON.stringify(file)} + number)
        if (!opened.ok) throw opened.error
        opened.value.close()
      }
      process.stdin.destroy()
    })`
  const children = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const closings = children.map(child => once(child, 'close'))
  await Promise.all(children.map(child => once(child.stdout, 'data')))
  for (const child of children) child.stdin.write('now')

  expect((await Promise.all(closings)).map(([code]) => code)).toEqual([0, 0, 0, 0])
})

it.each([true, false])(
  'a journal that another program keeps for itself is waited for only so long (to read: %s)',
  readOnly => {
    open().close()
    const other = new DatabaseSync(file)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')

    expect(refusal({ readOnly, lockedMsMax: 20 })).toBe('journal-busy')
    other.close()
    expect(openSqliteStore(file, { readOnly }).ok).toBe(true)
  },
)

describe('opened for reading', () => {
  it('a journal that is not there is journal-missing, and nothing is created', () => {
    expect(refusal({ readOnly: true })).toBe('journal-missing')
    expect(existsSync(join(folder, 'deep'))).toBe(false)
  })

  it('a journal is read, and no file is created, changed or left behind', async () => {
    await begin()
    const before = snapshot()
    const reader = open({ readOnly: true })

    expect((await reader.read(RUN)).map(one => one.version)).toEqual([1])
    reader.close()
    expect(snapshot()).toEqual(before)
  })

  it('a journal takes no writes: journal-read-only', async () => {
    await begin()
    const reader = open({ readOnly: true })

    await expect(reader.submit(RUN, { type: 'resume-run' }, 0)).rejects.toMatchObject({ reason: 'journal-read-only' })
    await expect(reader.remember('key', 'value')).rejects.toMatchObject({ reason: 'journal-read-only' })
    reader.close()
  })

  it('a journal that a killed writer left is read with everything that was acknowledged', async () => {
    await begin()
    const writer = open()
    await writer.remember('key', 'value')
    // The files on disk during a write are the files left by a killed writer.
    const copy = join(folder, 'copy.db')
    for (const side of ['', '-wal', '-shm']) writeFileSync(copy + side, readFileSync(file + side))
    writer.close()
    file = copy
    const reader = open({ readOnly: true })

    expect(await reader.recall('key')).toBe('value')
    reader.close()
  })
})

describe('an unusable file is refused with a reason', () => {
  it('journal-damaged: it is not a database', () => {
    mkdirSync(join(folder, 'deep'))
    writeFileSync(file, 'this is a letter to my grandmother, not a journal\n'.repeat(100))

    expect([refusal(), refusal({ readOnly: true })]).toEqual(['journal-damaged', 'journal-damaged'])
  })

  it('journal-damaged: pages of it are overwritten', async () => {
    await begin()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, 4096))
    const opened = openSqliteStore(file)

    const reason = opened.ok ? await opened.value.read(RUN).catch(error => error.reason) : opened.error.reason
    expect(reason).toBe('journal-damaged')
  })

  it('journal-damaged: an event is not JSON', async () => {
    await begin()
    const database = new DatabaseSync(file)
    database.exec(`${UNSEAL}; UPDATE events SET body = '{'`)
    database.close()
    const store = open()

    await expect(store.read(RUN)).rejects.toMatchObject({
      reason: 'journal-damaged',
      message: `the journal is damaged, or the file is not a journal: ${file} (event 1 is not JSON)`,
    })
    store.close()
  })

  it('journal-too-new: its tables have another version', async () => {
    await begin()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()

    expect([refusal(), refusal({ readOnly: true })]).toEqual(['journal-too-new', 'journal-too-new'])
  })

  it('journal-unreachable: a folder has its name, or a file the name of its folder', () => {
    mkdirSync(file, { recursive: true })
    expect(refusal()).toBe('journal-unreachable')
    writeFileSync(join(folder, 'plain'), '')
    file = join(folder, 'plain', 'journal.db')
    expect(refusal()).toBe('journal-unreachable')
  })
})

describe('a journal of before, without seals', () => {
  it('is read as it is by who only looks, and a gap is named all the same', async () => {
    await begin()
    edit(UNSEAL)
    const before = snapshot()
    const reader = open({ readOnly: true })
    expect((await reader.read(RUN)).map(one => one.version)).toEqual([1])
    reader.close()
    expect(snapshot()).toEqual(before)

    edit('UPDATE events SET version = 3')
    const second = open({ readOnly: true })
    await expect(second.read(RUN)).rejects.toMatchObject({ reason: 'journal-altered' })
    second.close()
  })

  it('is sealed when it is next opened for writing', async () => {
    await begin()
    edit(`${UNSEAL}; INSERT INTO results VALUES ('key', 'value')`)
    open().close()
    edit("UPDATE results SET value = 'other'; UPDATE events SET at = 5")

    const store = open()
    expect(await store.verify()).toEqual([
      { is: 'changed', run: RUN, version: 1 },
      { is: 'result-changed', key: 'key' },
    ])
    store.close()
  })
})

describe('a journal that somebody else edits', () => {
  it('is not believed by the engine that wrote it, even where the forger made new seals', async () => {
    const store = open()
    const lease = await lead(store)
    await store.append(lease, 0, [{ at: 0, event: { type: 'run-resumed' } }])
    // What `sealAll` does for a journal of before a forger can do as well.
    edit(`${UNSEAL}; UPDATE events SET at = 7`)
    open().close()

    expect(await store.verify(RUN)).toEqual([{ is: 'changed', run: RUN, version: 1 }])
    await expect(store.append(lease, 1, [{ at: 1, event: { type: 'run-resumed' } }])).rejects.toMatchObject({
      reason: 'journal-altered',
    })
    store.close()
  })

  it('is believed if no process drives the run and the forger made new seals: they have no key', async () => {
    await begin()
    edit(`${UNSEAL}; UPDATE events SET at = 7`)
    open().close()
    const store = open()
    expect(await store.verify(RUN)).toEqual([])
    expect((await store.read(RUN)).map(({ at }) => at)).toEqual([7])
    store.close()
  })

  it('is refused by name where it holds a kind of event that nobody knows', async () => {
    await begin()
    edit(`${UNSEAL}; UPDATE events SET type = 'moon-landed', body = '{"type":"moon-landed"}'`)
    const store = open()

    await expect(store.read(RUN)).rejects.toMatchObject({
      reason: 'journal-altered',
      message: expect.stringContaining('event 1 of run run-1 is of an unknown kind: moon-landed'),
    })
    store.close()
  })
})

it('files are 0600 in a folder of 0700, whatever the umask, also those of an older journal', async () => {
  const umask = process.umask(0)
  try {
    mkdirSync(join(folder, 'deep'))
    writeFileSync(file, '')
    const store = open()
    await store.remember('key', 'value')
    const modes = readdirSync(join(folder, 'deep')).map(name => [name, modeOf(join(folder, 'deep', name))])
    expect(modes).toEqual(['', '-bell', '-shm', '-wal'].map(side => [`journal.db${side}`, '600']))
    expect(modeOf(join(folder, 'deep'))).toBe('700')
    store.close()
  } finally {
    process.umask(umask)
  }
})

it('every commit is synced: WAL with synchronous FULL, whatever the default of SQLite', async () => {
  await begin()

  const database = openForWriting(file, formatOf(eventSchema(UPCAST_STEPS)))
  const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get()!)[0]

  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1])
  database.close()
})

function open(options: SqliteStoreOptions = {}): Store {
  const opened = openSqliteStore(file, options)
  if (!opened.ok) throw opened.error
  return opened.value
}

function refusal(options: SqliteStoreOptions = {}): string {
  const opened = openSqliteStore(file, options)
  return opened.ok ? 'opened' : opened.error.reason
}

/** A journal with one run of one event. */
async function begin(): Promise<void> {
  const store = open()
  await store.append(await lead(store), 0, [{ at: 0, event: { type: 'run-resumed' } }])
  store.close()
}

async function lead(store: Store): Promise<Lease> {
  await store.create({ id: RUN, planId: 'plan', planPath: 'PLAN.md', openedAt: 0 })
  const lease = await store.takeLease(RUN, { pid: 1, startTime: '1', host: 'here' }, 0)
  if (!lease.ok) throw new Error('the lease is taken')
  return lease.value
}

/** The journal becomes one of the first layout. */
const UNSEAL = 'DROP TABLE seals; DROP TABLE result_seals; PRAGMA user_version = 1'

function edit(sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const snapshot = (): unknown =>
  readdirSync(join(folder, 'deep')).map(name => [name, readFileSync(join(folder, 'deep', name), 'hex')])
