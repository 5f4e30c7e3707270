// A second process for the store's contract. `append`: appends three events at a time without end and prints every
// version once it is acknowledged. `submit`: submits one command per line of its input and prints the row's id.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { thisHolder } from '../../src/adapters/store/lease-holder.ts'
import { openSqliteStore } from '../../src/adapters/store/sqlite.ts'
import { runId } from '../../src/core/plan/ids.ts'

const [deed, file, run] = process.argv.slice(2)
const opened = openSqliteStore(file!)
if (!opened.ok) throw opened.error
const store = opened.value

if (deed === 'append') {
  const lease = await store.takeLease(runId(run!), thisHolder(), Date.now())
  if (!lease.ok) throw new Error('somebody else has the lease')
  for (let version = 0; ; version += 3) {
    const events = [1, 2, 3].map(part => ({ at: version + part, event: { type: 'run-stopped', by: 'x' } as const }))
    const appended = await store.append(lease.value, version, events)
    if (!appended.ok) throw new Error(appended.error)
    writeSync(1, `${appended.value}\n`)
  }
} else {
  writeSync(1, 'ready\n')
  for await (const by of createInterface({ input: process.stdin })) {
    writeSync(1, `${await store.submit(runId(run!), { type: 'stop-run', by }, Date.now())}\n`)
  }
  store.close()
}
