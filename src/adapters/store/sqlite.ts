import type { DatabaseSync } from 'node:sqlite'
import { err, invariant, ok, type Result } from '../../core/result.ts'
import type { AppendRefusal, Store } from '../../ports.ts'
import { openForReading, openForWriting } from './connection.ts'
import { openInbox } from './inbox.ts'
import { openJournal } from './journal.ts'
import { type HolderSigns, openLeases } from './lease.ts'
import { isHolderAlive as isHolderAliveHere, isHolderStopped as isHolderStoppedHere } from './lease-holder.ts'
import { patiently } from './patience.ts'
import { asStoreProblem, StoreProblem } from './problem.ts'
import { formatOf } from './schema.ts'
import { openResults } from './sealing.ts'
import { inTransaction } from './transaction.ts'
import { eventSchema, UPCAST_STEPS, type UpcastStep } from './upcast.ts'
import { Bell } from './wake-up.ts'

// The journal is one SQLite file; `application_id` marks it as ours, `user_version` is the version of its tables.
// `events` is append-only: (run, version) counts from 1 without gaps, and every row names the schema of its body.
// Bodies are JSON and stay as they were written; reading brings old ones to today's shape, step by step.
// Every event and every remembered result has a seal (seal.ts) in a table beside it; reading checks it.
// One append is one transaction: lease token, expected version, events and answers hold together or not at all.
// It is on the disk when it returns: WAL with `synchronous = FULL`, so neither a kill nor a power cut takes it back.
// After every append and submit the file `<journal>-bell` is touched; who watches it reads what is new.

/** Options for opening a journal; the defaults suit a real engine. */
export interface SqliteStoreOptions {
  /** For read-only surfaces: creates nothing, and every write is refused. */
  readonly readOnly?: boolean
  readonly isHolderAlive?: HolderSigns['isAlive'] | undefined
  readonly isHolderStopped?: HolderSigns['isStopped'] | undefined
  readonly upcastSteps?: readonly UpcastStep[]
  /** How long to wait while another program has the journal locked. */
  readonly lockedMsMax?: number
}

/** The journal in a file, created if new; any number of processes may open it. */
export function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Result<Store, StoreProblem> {
  const { readOnly = false, upcastSteps = UPCAST_STEPS, lockedMsMax } = options
  const signs: HolderSigns = {
    isAlive: options.isHolderAlive ?? isHolderAliveHere,
    isStopped: options.isHolderStopped ?? isHolderStoppedHere,
  }
  const format = formatOf(eventSchema(upcastSteps))
  let database: DatabaseSync | null = null
  try {
    database = readOnly ? openForReading(file, format, lockedMsMax) : openForWriting(file, format, lockedMsMax)
    const bell = new Bell(`${file}-bell`, { dataVersion: dataVersionOf(database) })
    if (!readOnly) bell.hang()
    return ok(storeOn(database, { file, bell, signs, upcastSteps }))
  } catch (error) {
    database?.close()
    const problem = asStoreProblem(error, file)
    if (problem instanceof StoreProblem) return err(problem)
    throw error
  }
}

interface Parts {
  readonly file: string
  readonly bell: Bell
  readonly signs: HolderSigns
  readonly upcastSteps: readonly UpcastStep[]
}

function storeOn(database: DatabaseSync, { file, bell, signs, upcastSteps }: Parts): Store {
  const journal = openJournal(database, file, upcastSteps)
  const leases = openLeases(database, signs)
  const inbox = openInbox(database)
  const results = openResults(database, journal.altered)

  const attempt = async <T>(work: () => T): Promise<T> => {
    try {
      return await patiently(() => {
        invariant(database.isOpen, 'the store is open')
        return work()
      })
    } catch (error) {
      throw asStoreProblem(error, file)
    }
  }
  const append: Store['append'] = (lease, expectedVersion, events, answers = []) =>
    attempt(() => {
      let seal: string | null = null
      const result = inTransaction(database, (): Result<number, AppendRefusal> => {
        if (!leases.isHeld(lease)) return err('lease-lost')
        if (journal.version(lease.run) !== expectedVersion) return err('version-conflict')
        for (const [index, { at, event }] of events.entries())
          seal = journal.write(lease.run, expectedVersion + index + 1, at, event)
        for (const { id, answer } of answers) inbox.settle(lease.run, id, answer)
        return ok(expectedVersion + events.length)
      })
      if (!result.ok) return result
      if (seal !== null) journal.wrote(lease.run, result.value, seal)
      bell.ring()
      return result
    })
  const submit: Store['submit'] = (run, command, now) =>
    attempt(() => {
      const id = inbox.submit(run, command, now)
      bell.ring()
      // The engine may run in this very process.
      bell.wake()
      return id
    })
  return {
    create: row => attempt(() => journal.create(row)),
    runs: () => attempt(() => journal.runs()),
    read: (run, afterVersion = 0) => attempt(() => journal.read(run, afterVersion)),
    append,
    takeLease: (run, holder, now, terms) => attempt(() => leases.take(run, holder, now, terms)),
    renewLease: (lease, now) => attempt(() => leases.renew(lease, now)),
    releaseLease: lease => attempt(() => leases.release(lease)),
    driver: (run, { host }, now) => attempt(() => leases.driver(run, host, now)),
    submit,
    pending: run => attempt(() => inbox.pending(run)),
    answerTo: id => attempt(() => inbox.answerTo(id)),
    watch: listener => bell.watch(listener),
    recall: key => attempt(() => results.recall(key)),
    remember: (key, value) => attempt(() => inTransaction(database, () => results.remember(key, value))),
    verify: run => attempt(() => [...journal.breaks(run), ...results.breaks()]),
    forgetChanged: () => attempt(() => inTransaction(database, () => results.forgetChanged())),
    close: () => {
      bell.close()
      if (database.isOpen) database.close()
    },
  }
}

/** Changes when another connection wrote, never by our own writes. */
function dataVersionOf(database: DatabaseSync): () => number {
  const statement = database.prepare('PRAGMA data_version')
  return () => {
    try {
      return Number(statement.get()?.data_version)
    } catch {
      // Differs from every number, so that the listener is called and meets the error where it can report it.
      return Number.NaN
    }
  }
}
