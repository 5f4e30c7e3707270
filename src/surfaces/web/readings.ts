import { existsSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { findGitCommonDir } from '../../adapters/git/repository/locate.ts'
import type { RunId } from '../../core/plan/ids.ts'
import type { Recorded } from '../../core/run/event.ts'
import { evolve } from '../../core/run/evolve.ts'
import type { RunState } from '../../core/run/state.ts'
import type { RunRow, Store } from '../../ports.ts'
import type { Context } from '../cli/context.ts'
import { journalFileIn } from '../cli/places/journal-file.ts'
import { journalHere, type RunReading, rowOf } from '../cli/reading.ts'
import type { WebRun } from './wire.ts'

/** Larger journals are folded again when their turn comes. */
const KEPT_MAX = 8

interface Kept {
  readonly state: RunState
  readonly records: readonly Recorded[]
}

/** The runs of a repository as far as they were read: each look reads what was appended since. One connection serves all. */
export class Readings {
  readonly #context: Context
  readonly #kept = new Map<RunId, Kept>()
  readonly #summaries = new Map<RunId, { readonly version: number; readonly summary: WebRun }>()
  #opened: { readonly store: Store; readonly file: string; readonly inode: bigint } | null = null

  constructor(context: Context) {
    this.#context = context
  }

  /** The journal, or null while nothing has run here. It may be removed and created again at any time. */
  journal(): Store | null {
    const commonDir = findGitCommonDir(this.#context.cwd)
    const file = commonDir === null ? null : journalFileIn(commonDir)
    const inode = file !== null && existsSync(file) ? statSync(file, { bigint: true }).ino : null
    if (this.#opened && (this.#opened.file !== file || this.#opened.inode !== inode)) this.close()
    if (file === null || inode === null) return null
    this.#opened ??= { store: journalHere(this.#context), file, inode }
    return this.#opened.store
  }

  async runs(): Promise<readonly RunRow[]> {
    return (await this.journal()?.runs()) ?? []
  }

  /** The run of this id, or the newest one of this plan; its store is shared and stays open. */
  async read(run: string): Promise<RunReading> {
    const store = this.journal() ?? journalHere(this.#context)
    const { id } = rowOf(await store.runs(), run)
    const { state, records } = await this.#upToDate(store, id)
    return { state, records, store, driver: await store.driver(id, { host: hostname() }, Date.now()) }
  }

  /** A summary of a run, made again only when something was appended to it. */
  async summary(id: RunId, of: (state: RunState) => WebRun): Promise<WebRun> {
    const store = this.journal() ?? journalHere(this.#context)
    const before = this.#summaries.get(id)
    if (before && (await store.read(id, before.version)).length === 0) return before.summary
    const { state } = await this.#upToDate(store, id)
    const summary = of(state)
    this.#summaries.set(id, { version: state.version, summary })
    return summary
  }

  async #upToDate(store: Store, id: RunId): Promise<Kept> {
    const before = this.#kept.get(id)
    const more = await store.read(id, before?.state.version ?? 0)
    const state = more.reduce<RunState | null>(evolve, before?.state ?? null)!
    const kept = { state, records: [...(before?.records ?? []), ...more] }
    // Two looks at once read the same events: the newer one stays.
    if ((this.#kept.get(id)?.state.version ?? 0) <= state.version) {
      this.#kept.delete(id)
      this.#kept.set(id, kept)
    }
    for (const oldest of [...this.#kept.keys()].slice(0, -KEPT_MAX)) this.#kept.delete(oldest)
    return kept
  }

  close(): void {
    this.#opened?.store.close()
    this.#opened = null
    this.#kept.clear()
    this.#summaries.clear()
  }
}
