import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisHolder } from '../src/adapters/store/lease-holder.ts'
import { openSqliteStore } from '../src/adapters/store/sqlite.ts'
import { commit, runId } from '../src/core/plan/ids.ts'
import type { Event } from '../src/core/run/event.ts'
import { type Figure, median, ms, timed } from './figure.ts'

const EVENTS = 500

/** One durable event, compared with one raw write and sync on the same disk. Reported without a goal. */
export async function journalCost(): Promise<readonly Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-bench-'))
  const opened = openSqliteStore(join(root, 'journal.db'))
  if (!opened.ok) throw opened.error
  const store = opened.value
  const raw = openSync(join(root, 'raw'), 'a')
  try {
    const run = runId('bench')
    await store.create({ id: run, planId: 'bench', planPath: 'PLAN.md', openedAt: 0 })
    const lease = await store.takeLease(run, thisHolder(), Date.now())
    if (!lease.ok) throw new Error('the lease of the bench is taken')
    const event: Event = { type: 'branch-published', tip: commit('0'.repeat(40)) }
    const line = Buffer.from(`${JSON.stringify({ event, pad: 'x'.repeat(120) })}\n`)
    const durable: number[] = []
    const bare: number[] = []
    for (let version = 0; version < EVENTS; version++) {
      bare.push(
        await timed(() => {
          writeSync(raw, line)
          fdatasyncSync(raw)
        }),
      )
      durable.push(await timed(() => store.append(lease.value, version, [{ at: 0, event }])))
    }
    const ratio = median(durable) / median(bare)
    return [
      {
        name: 'one durable event',
        measured: `${ratio.toFixed(2)}× write + fdatasync (${ms(median(durable))} : ${ms(median(bare))})`,
        goal: '≤ 5×',
        holds: ratio <= 5,
      },
    ]
  } finally {
    closeSync(raw)
    store.close()
    rmSync(root, { recursive: true, force: true })
  }
}
