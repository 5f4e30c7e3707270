import { afterEach, expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../test/rig/proof/proving.ts'
import { SEARCH, SHOP } from '../../../test/rig/proof/toy-project.ts'
import { MemoryVault } from '../../../test/simulation/memory-vault.ts'
import { tree } from '../../core/plan/ids.ts'
import { readDelta } from '../../engine/context/landed-delta.ts'
import { Interrupted } from '../../engine/proof/suite/bench.ts'
import { ProofThreads } from './proof-threads.ts'

const program = new URL('../../../test/rig/proof/toy-proof-thread.ts', import.meta.url)
/** A project that is never read to its end. */
const ENDLESS = { ...SHOP, 'src/endless.js': 'more = right\n' }

const CART = 'export const total = () => 1\n'

const opened: ProofThreads[] = []
const threadsOf = (options: ConstructorParameters<typeof ProofThreads>[0]): ProofThreads => {
  const threads = new ProofThreads(options)
  opened.push(threads)
  return threads
}
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close()
})

const asked = task('1', { criteria: [criterion('c1', 'shows find = right')] })

it('gives the same receipt as a proof in the driver itself', async () => {
  const { prove: prover } = threadsOf({ program })
  const steps: string[] = []
  for (const changes of [SEARCH, { 'src/search.js': 'find = wrong\n' }, { 'src/search.js': 'find = right\n' }]) {
    const there = await new Proving(SHOP).prove(asked, changes, { prover, onStep: ({ name }) => steps.push(name) })
    const here = await new Proving(SHOP).prove(asked, changes)
    expect(summary(there)).toEqual(summary(here))
    expect(there.codeTree).toBe(here.codeTree)
  }
  expect(steps).toContain('controls')
})

it('refuses a draft that takes too long to read, and the driver goes on', async () => {
  const { prove: prover } = threadsOf({ program, busySecondsMax: 1 })
  const receipt = await new Proving(ENDLESS).prove(asked, SEARCH, { prover })
  expect(summary(receipt)).toMatchObject({ proven: false, gates: { readable: 'failed' } })
  expect(evidence(receipt, 'readable')).toContain('longer than 1 seconds')
})

it('proves several drafts in one thread at a time, each as if it were alone', async () => {
  const { prove: prover } = threadsOf({ program, threadsMax: 1 })
  const drafts = [SEARCH, { 'src/search.js': 'find = wrong\n' }, { 'src/search.js': 'find = right\n' }]
  const together = await Promise.all(drafts.map(changes => new Proving(SHOP).prove(asked, changes, { prover })))
  const alone = await Promise.all(drafts.map(changes => new Proving(SHOP).prove(asked, changes)))
  expect(together.map(summary)).toEqual(alone.map(summary))
})

it('refuses only the draft that cannot be read among those of a thread', async () => {
  const { prove: prover } = threadsOf({ program, threadsMax: 1, busySecondsMax: 2 })
  const receipts = await Promise.all(
    [SHOP, ENDLESS, SHOP].map(files => new Proving(files).prove(asked, SEARCH, { prover })),
  )
  expect(receipts.map(receipt => summary(receipt).proven)).toEqual([true, false, true])
  expect(evidence(receipts[1]!, 'readable')).toContain('longer than 2 seconds')
})

it('reads what a landing changed as the driver itself would', async () => {
  const vault = new MemoryVault()
  const trees = { from: vault.store(new Map(Object.entries(SHOP))), to: vault.store(new Map([['cart.js', CART]])) }
  const changes = await vault.diff(trees.from, trees.to)
  const there = await threadsOf({ program }).readDelta(vault, trees, changes)
  expect(there).toEqual(await readDelta(vault, trees, changes))
  expect(there.signatures.map(({ name }) => name)).toEqual(['total'])
})

it('names the files of a landing alone where they cannot be read in time', async () => {
  const { prove: prover, readDelta: read } = threadsOf({ program, threadsMax: 1, busySecondsMax: 1 })
  const changes = [{ path: 'cart.js', status: 'added' as const }]
  const silent = { look: () => new Promise<never>(() => {}) }
  const [receipt, delta] = await Promise.all([
    new Proving(ENDLESS).prove(asked, SEARCH, { prover }),
    read(silent, { from: tree('before'), to: tree('after') }, changes),
  ])
  expect(summary(receipt).gates).toMatchObject({ readable: 'failed' })
  expect(delta).toEqual({ files: changes, filesLeft: 0, signatures: [], signaturesLeft: 0 })
})

it('is interrupted like any proof when the run stops', async () => {
  const { prove: prover } = threadsOf({ program })
  const stop = AbortSignal.abort()
  await expect(new Proving(SHOP).prove(asked, SEARCH, { prover, signal: stop })).rejects.toThrow(Interrupted)
})

it('says what the outside said when a call fails', async () => {
  const { prove } = threadsOf({ program })
  const failing = new Proving(SHOP)
  const prover: typeof prove = (ports, subject, options) =>
    prove({ ...ports, rooms: { ...ports.rooms, open: () => Promise.reject(new Error('no room')) } }, subject, options)
  await expect(failing.prove(asked, SEARCH, { prover })).rejects.toThrow('no room')
})
