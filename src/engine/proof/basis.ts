/**
 * What shows a change: evidence on one side, the basis of the receipt on the other.
 */
import { keepsBehaviour } from '../../core/plan.ts'
import type { Basis, GateResult } from '../../core/receipt.ts'
import { readingGate } from './gate.ts'
import { type Gutting, guttingByCommand, guttingGate } from './gutting.ts'
import { changedPrograms, changesMoreThanWords, isInertChange } from './inert.ts'
import { isSameProgramMoved, movedGate } from './moved-program.ts'
import { undoneByName } from './named-work.ts'
import { onlyPassesOn } from './passes-on.ts'
import type { Case } from './prove.ts'
import { type RedGreen, redGreen, stillRed } from './red-green.ts'
import { repeatGate } from './repeat.ts'

/** What is known of a draft: its gates, why it counts as shown, and which checks went from red to green. */
export interface Judgement {
  readonly gates: readonly GateResult[]
  readonly basis: Basis
  readonly went: readonly string[]
}

/** What shows the change: a check that was red before; that the program is the same; or that behaviour was kept, where that is the task. */
export async function showChange(on: Case, gates: readonly GateResult[]): Promise<Judgement> {
  const red = await redGreen(on, gates)
  const { went, gate } = red
  const undone = on.without.has('red-green') ? null : ((await undoneByName(on)) ?? (await stillRed(on, gates)))
  if (undone && went.every(name => !name.startsWith('criterion:')))
    return { gates: [...gates, readingGate('red-green', undone, { verdict: 'unproven' })], basis: 'none', went: [] }
  if (went.length > 0) return showByRed(on, gates, red)
  if (on.without.has('red-green')) return { gates, basis: 'kept', went }
  if (await isInertChange(on)) return { gates: [...gates, inertGate], basis: 'inert', went }
  const moved = await isSameProgramMoved(on)
  if (moved) return { gates: [...gates, movedGate(moved)], basis: 'inert', went }
  if (!keepsBehaviour(on.contract.task.kind)) return { gates: [...gates, gate], basis: 'none', went }
  const changed = on.contract.task.kind === 'docs' ? await changedPrograms(on) : []
  if (changed.length > 0) {
    const problem = `A task about documents changed what the program does: ${changed.join(', ')}.`
    return { gates: [...gates, readingGate('kept', problem, { verdict: 'unproven' })], basis: 'none', went }
  }
  return { gates, basis: 'kept', went }
}

/** Checks went from red to green: they must notice when the change is emptied, and say the same whenever they are asked. */
async function showByRed(
  on: Case,
  gates: readonly GateResult[],
  { went, uncompiled, compared, unloaded, gate }: RedGreen,
): Promise<Judgement> {
  const tests = went.filter(name => !name.startsWith('criterion:'))
  const guts = on.suite && tests.length > 0 && !on.without.has('gutting')
  const emptied = guts ? await guttingGate(on, on.suite!, { went: tests, compared }) : await unread(on, tests)
  const gutting = emptied?.gate
  const again = on.suite && !on.without.has('repetition') ? await repeatGate(on, on.suite) : null
  const rest = again ? [again] : []
  const isKept = keepsBehaviour(on.contract.task.kind)
  if (tests.length === went.length && !isKept && !(await changesMoreThanWords(on)))
    return { gates: [...gates, onlyWords, ...rest], basis: 'none', went: [] }
  const isBare = emptied?.bare && went.every(id => unloaded.includes(id))
  if (
    gutting?.verdict === 'not-run' &&
    (went.every(id => uncompiled.includes(id)) || (isBare && !(await onlyPassesOn(on))))
  )
    return isKept
      ? { gates: [...gates, gutting, ...rest], basis: 'kept', went: [] }
      : { gates: [...gates, unshown, gutting, ...rest], basis: 'none', went: [] }
  // Where behaviour is kept nothing has to go from red to green, so that what did need not be as strong.
  if (isKept && (gutting?.verdict === 'failed' || gutting?.verdict === 'unproven'))
    return { gates: [...gates, gate, { ...gutting, verdict: 'noted', blocking: false }, ...rest], basis: 'kept', went }
  return { gates: [...gates, gate, ...(gutting ? [gutting] : []), ...rest], basis: 'red-green', went }
}

/** Nobody can ask single tests of a command that is read as a whole; the command itself must notice. */
const unread = async (on: Case, tests: readonly string[]): Promise<Gutting | null> =>
  on.suite === null && tests.length > 0 && !on.without.has('test-identity') && !on.without.has('gutting')
    ? { gate: await guttingByCommand(on) }
    : null

const onlyWords = readingGate(
  'red-green',
  'Nothing but documents and comments changed: a test that reads them shows no behaviour.',
  { verdict: 'unproven' },
)

const unshown = readingGate(
  'red-green',
  'Its tests only miss a name without the change, and what it brings cannot be emptied: they may as well test nothing. Add a criterion with a command.',
  { verdict: 'unproven' },
)

const inertGate = readingGate('inert', null, { words: 'the same program once comments, types and layout are stripped' })

