import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createPlanFile } from '../../src/adapters/plan-file/file.ts'
import { parsePlan } from '../../src/adapters/plan-file/read.ts'
import { commit, taskId } from '../../src/core/plan/ids.ts'
import type { Event } from '../../src/core/run/event.ts'
import { tickInPlace } from '../../src/engine/plan-documents.ts'
import { takeRewrite } from '../../src/engine/planning/take-rewrite.ts'
import type { Ports } from '../../src/ports.ts'
import { ended, opened, proofStarted, ready, receipt, started } from '../rig/core/facts.ts'
import { given } from '../rig/core/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'pm-agent-edits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'PLAN.md')

const IDS = ['1', '2', '3', '4'] as const
const HEADING = (id: string) => `### [ ] TODO ${id}: Make ${id}\n\n**Kind**: feature\n`
const REFUSED = HEADING('4').trimEnd()
const REWRITTEN = REFUSED.replace('Make 4', 'Make 4 well')
const DOCUMENT = `# Plan\n\n${IDS.map(HEADING).join('\n')}\nTHE END\n`

/** Tasks 1 to 3 land one after the other; the text of the planner was taken for task 4. */
const proposed: readonly Event[] = [
  { type: 'task-rejected', task: taskId('4'), by: 'Ada', note: '' },
  { type: 'task-escalated', task: taskId('4'), reason: 'text-proposed', reasons: [] },
  {
    type: 'rewrite-proposed',
    task: taskId('4'),
    rewrite: { beside: null, before: REFUSED, after: REWRITTEN },
  },
  { type: 'rewrite-taken', task: taskId('4'), by: 'Ada', note: '' },
]
const proven = (id: string): Event => ({ type: 'proof-recorded', task: taskId(id), attempt: 1, receipt: receipt() })
const { plan } = parsePlan(DOCUMENT, { path: 'PLAN.md' })
const place = { ...opened(plan!).place, kept: 'in-place', contextKept: 'in-place' } as const
const { state } = given(
  opened(plan!, { place, planText: DOCUMENT }),
  ready,
  IDS.slice(0, 3).flatMap(id => [started(id), ended(id), proofStarted(id), proven(id)]),
  proposed,
)

const edit = fc.record({
  /** How many readings of ours come before it: it is saved right after one, before anything that follows from it. */
  after: fc.nat({ max: 4 }),
  /** An editor that writes the buffer that it opened before, without looking at the file again. */
  isStale: fc.boolean(),
  /** Some editors rename a new file into place. */
  renames: fc.boolean(),
  at: fc.constantFrom('Make 1', 'Make 3', 'Make 4', '**Kind**', 'THE END'),
})

/** Everything but our ticks. */
const withoutTicks = (text: string): string => text.replaceAll('[x]', '[ ]')
/** Everything but our ticks and the text of the planner. */
const ofTheHuman = (text: string): string => withoutTicks(text).replace(REWRITTEN, REFUSED)

test('a human who edits a plan at any moment of our writes loses no edit, and the file is complete at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 6 }), async edits => {
      writeFileSync(path, DOCUMENT)
      let buffer = DOCUMENT
      const open = [...edits]
      let wait = open[0]?.after ?? 0
      const save = () => {
        const { isStale, renames, at } = open.shift()!
        const now = readFileSync(path, 'utf8')
        // All that the human wrote before is there, and nothing else but what is ours.
        expect(ofTheHuman(now)).toBe(ofTheHuman(buffer))
        buffer = (isStale ? buffer : now).replace(at, `remark ${open.length}, ${at}`)
        writeFileSync(renames ? join(folder, 'aside') : path, buffer)
        if (renames) renameSync(join(folder, 'aside'), path)
        wait = open[0]?.after ?? 0
      }
      const readAndEdit = async (name: string) => {
        const bytes = await readFile(name)
        if (open.length > 0 && wait-- === 0) save()
        return bytes
      }
      const ports = { planFile: createPlanFile(path, readAndEdit) } as unknown as Ports
      for (const id of IDS.slice(0, 3))
        await tickInPlace(ports, state, { type: 'land', task: taskId(id), attempt: 1, onto: commit('base') })
      await takeRewrite(ports, state, { type: 'take-rewrite', task: taskId('4') }, {})
      const last = readFileSync(path, 'utf8')
      expect(ofTheHuman(last)).toBe(ofTheHuman(buffer))
      expect(last.endsWith('THE END\n')).toBe(true)
      // A buffer that was opened before takes our ticks away again; otherwise every task that landed is ticked.
      if (edits.every(({ isStale }) => !isStale)) expect(last.match(/\[x\]/g)).toHaveLength(3)
    }),
    {
      numRuns: 300,
      // An editor that saves in each of our attempts: five in a row once cost a tick.
      examples: [[[0, 1, 1, 1, 1, 1].map(after => ({ after, isStale: false, renames: false, at: 'Make 1' as const }))]],
    },
  )
}, 120_000)
