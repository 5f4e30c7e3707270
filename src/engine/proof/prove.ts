import { fittingsOf } from '../../core/config.ts'
import { bookkeepingPaths, type Contract } from '../../core/contract.ts'
import type { Draft } from '../../core/event.ts'
import type { TaskId, Tree } from '../../core/ids.ts'
import { type Commands, keepsBehaviour } from '../../core/plan.ts'
import { type Basis, blockers, type GateResult, type Receipt } from '../../core/receipt.ts'
import type { Report } from '../../core/report.ts'
import { type Attempt, draftOf, lastAttempt, type RunState, taskRun } from '../../core/state.ts'
import type { Ports } from '../../ports.ts'
import { Bench, type Preparation } from './commands.ts'
import { criterionGates } from './criteria.ts'
import { detectCommands } from './detect.ts'
import { readingGate } from './gate.ts'
import { type Layouts, layOut } from './layouts.ts'
import { outputGates } from './outputs.ts'
import { projectGates } from './project-gates.ts'
import { redGreen } from './red-green.ts'

/** Proves a draft: reads the diff, runs every check in clean rooms, and writes down what was seen. */
export async function prove(
  ports: Ports,
  state: RunState,
  id: TaskId,
  options: { readonly token: string; readonly signal: AbortSignal },
): Promise<Receipt> {
  const started = ports.clock.now()
  const attempt = lastAttempt(taskRun(state, id))!
  const draft = draftOf(attempt)!
  const { contract } = attempt
  const baseTree = await ports.vault.treeOf(draft.base)
  const layouts = await layOut(
    ports.vault,
    { base: baseTree, candidate: draft.tree, changes: draft.changes },
    contract,
    state.opened.config.protect,
  )
  const commands = await commandsFor(ports, contract, layouts)
  const fittings = fittingsOf(state.opened.config)
  const bench = new Bench(ports, {
    limits: state.opened.config.limits,
    token: options.token,
    signal: options.signal,
    preparation: tree => preparationFor(tree, layouts, contract.commands, commands),
    fittings,
    isBase: tree => tree === layouts.base,
  })
  try {
    const { gates, basis, went } = await judge({
      ports,
      bench,
      commands,
      layouts,
      contract,
      attempt,
      draft,
      quick: state.opened.config.quick,
    })
    const { toolchain, sandbox, rehearsed } = await ports.rooms.environment(fittings)
    return {
      base: layouts.base,
      codeTree: await ports.vault.without(draft.tree, bookkeepingPaths(state)),
      contractHash: attempt.contractHash,
      toolchain,
      sandbox,
      gates,
      basis,
      redGreen: went,
      durationMs: ports.clock.now() - started,
      ...(rehearsed ? { rehearsed } : {}),
    }
  } finally {
    await bench.close()
  }
}

/** What is needed to judge a draft. */
export interface Case {
  readonly ports: Pick<Ports, 'vault'>
  readonly bench: Bench
  readonly commands: Commands
  readonly layouts: Layouts
  readonly contract: Contract
  readonly attempt: Attempt
  readonly draft: Draft
  /** The agent's word is taken, and nothing is run. */
  readonly quick: boolean
}

interface Judgement {
  readonly gates: readonly GateResult[]
  readonly basis: Basis
  readonly went: readonly string[]
}

async function judge(on: Case): Promise<Judgement> {
  const { contract, draft, attempt, layouts } = on
  const verification = contract.task.type === 'verification'
  const changed = draft.changes.length > 0
  const claimed = attempt.ended!.reading.is === 'valid' ? attempt.ended!.reading.report : null
  const reading = readDiff(layouts, { verification, changed, claimed })
  // What reading alone refuses is not worth a single process.
  if (reading.some(gate => gate.blocking && gate.verdict !== 'passed'))
    return { gates: reading, basis: 'none', went: [] }
  if (on.quick) return onItsWord(reading, claimed)

  const gates = [...reading, ...(await outputGates(on)), ...(await projectGates(on)), ...(await criterionGates(on))]
  const checked = gates.some(gate => gate.gate.startsWith('criterion:') && gate.verdict === 'passed')
  if (verification || !changed) {
    const basis = verification ? 'verified' : 'existed'
    if (!checked) return { gates: [...gates, noCriteria(verification)], basis: 'none', went: [] }
    return { gates, basis, went: [] }
  }
  if (blockers({ gates }).length > 0) return { gates, basis: 'none', went: [] }
  const shown = await redGreen(on, gates)
  if (shown.went.length > 0) return { gates: [...gates, shown.gate], basis: 'red-green', went: shown.went }
  if (!keepsBehaviour(contract.task.kind)) return { gates: [...gates, shown.gate], basis: 'none', went: [] }
  if (gates.some(gate => gate.verdict === 'passed')) return { gates, basis: 'kept', went: [] }
  const problem = 'Nothing that we can run shows that behaviour is kept: a human has to look at it.'
  return { gates: [...gates, readingGate('kept', problem, { verdict: 'unproven' })], basis: 'none', went: [] }
}

/** Quick mode: what lands is what the agent calls a success, and it is called unverified. */
function onItsWord(reading: readonly GateResult[], claimed: Report | null): Judgement {
  const done = claimed?.status === 'success' || claimed?.status === 'nothing-to-do'
  const problem = done
    ? null
    : claimed
      ? `The agent says "${claimed.status}".`
      : 'The agent left no result that could be read.'
  return { gates: [...reading, readingGate('report', problem)], basis: done ? 'unverified' : 'none', went: [] }
}

/** Gates that are settled by looking at the diff. */
function readDiff(
  layouts: Layouts,
  draft: { readonly verification: boolean; readonly changed: boolean; readonly claimed: Report | null },
): readonly GateResult[] {
  const gates: GateResult[] = []
  if (draft.verification)
    gates.push(
      readingGate('read-only', draft.changed ? 'This task verifies and may not edit, and files were changed.' : null),
    )
  else if (!draft.changed && draft.claimed?.status !== 'nothing-to-do')
    gates.push(
      readingGate(
        'change',
        draft.claimed ? `The agent said "${draft.claimed.status}", and no file was changed.` : 'No file was changed.',
      ),
    )
  if (layouts.bookkeepingTouched.length > 0)
    gates.push(readingGate('bookkeeping', `Only pm-agent writes these: ${layouts.bookkeepingTouched.join(', ')}`))
  if (layouts.protectedTouched.length > 0)
    gates.push(
      readingGate(
        'protected',
        `These decide how the checks run, and the contract does not allow to change them: ${layouts.protectedTouched.join(', ')}`,
      ),
    )
  if (layouts.dependenciesTouched.length > 0)
    gates.push(
      readingGate(
        'dependencies',
        `Dependencies were added or changed without an allowance: ${layouts.dependenciesTouched.join(', ')}`,
      ),
    )
  if (layouts.testsDeleted.length > 0)
    gates.push(readingGate('tests-kept', `Existing tests were deleted: ${layouts.testsDeleted.join(', ')}`))
  if (layouts.outOfScope.length > 0)
    gates.push(
      readingGate('scope', `Changed besides the expected files: ${layouts.outOfScope.join(', ')}`, { blocking: false }),
    )
  return gates
}

const noCriteria = (verification: boolean): GateResult =>
  readingGate(
    'criteria',
    verification
      ? 'A verification task needs at least one criterion with a command that we can run.'
      : 'The agent says that there is nothing to do, and no criterion with a command shows it.',
    { verdict: 'no-criteria' },
  )

/** The base is prepared as it was before: what only the candidate brings cannot work there, and would look like a failure. */
function preparationFor(tree: Tree, layouts: Layouts, atDispatch: Commands, now: Commands): Preparation {
  const { setup, build } = tree === layouts.base || tree === layouts.testsOnBase ? atDispatch : now
  return { setup, build }
}

/** Fixed at dispatch; where the base had none of a kind, the task may bring the first one. */
export async function commandsFor(
  ports: Pick<Ports, 'vault'>,
  contract: Contract,
  layouts: Layouts,
): Promise<Commands> {
  const tree: Tree = layouts.asSubmitted
  const found = await detectCommands({
    list: await ports.vault.list(tree),
    readText: path => ports.vault.readText(tree, path),
  })
  return { ...found.commands, ...contract.commands }
}
