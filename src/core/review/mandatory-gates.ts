/**
 * The six gates that every task has, and the definition of done beside them, each with its evidence. Derived from the receipt: this is
 * a summary of facts for people, never a decision.
 */
import type { Contract } from '../plan/contract.ts'
import type { FileChange } from '../proof/draft.ts'
import { type GateResult, headline, inertWords, type Receipt, summaryOf } from '../proof/receipt.ts'
import { someOf } from '../text/lists.ts'
import { shellWord } from '../text/shell-word.ts'

/** Every mandatory gate, in the order of the review file. */
export type MandatoryGateName =
  | 'plan alignment'
  | 'tests added'
  | 'tests run'
  | 'lint and typecheck'
  | 'no orphan TODOs'
  | 'review note'
  | 'docs updated'
  | 'rollback note'

/** `not-applicable` has its reason as evidence; `failed` is seen only before work lands. */
type MandatoryResult = 'passed' | 'warned' | 'not-applicable' | 'failed'

export interface MandatoryGate {
  readonly gate: MandatoryGateName
  readonly result: MandatoryResult
  readonly evidence: readonly string[]
  /** Commands that a person can paste in a checkout of the work. */
  readonly commands: readonly string[]
}

/** The facts about one task's work. */
export interface WorkFacts {
  readonly contract: Contract
  readonly receipt: Receipt
  readonly changes: readonly FileChange[]
  /** The review note, and whether its author wrote it; null if there is none. */
  readonly note: { readonly summary: string; readonly made_by: 'agent' | 'facts' } | null
}

/** The six gates first, then the rest of the definition of done. */
export const mandatoryGates = (on: WorkFacts): readonly MandatoryGate[] => [
  planAlignment(on),
  testsAdded(on),
  testsRun(on),
  lintAndTypes(on),
  orphanNotes(on),
  reviewNote(on),
  documentation(on),
  rollback(on),
]

type Part = Pick<MandatoryGate, 'result' | 'evidence'> & Partial<Pick<MandatoryGate, 'commands'>>

const made = (gate: MandatoryGateName, { commands = [], ...part }: Part): MandatoryGate => ({ gate, ...part, commands })

const inapplicable = (reason: string): Part => ({ result: 'not-applicable', evidence: [reason] })

/** The worst of several results; what does not apply counts least. */
function worst(results: readonly MandatoryResult[]): MandatoryResult {
  const order: readonly MandatoryResult[] = ['failed', 'warned', 'passed']
  return order.find(result => results.includes(result)) ?? 'not-applicable'
}

function planAlignment({ contract, receipt, changes }: WorkFacts): MandatoryGate {
  if (contract.criteria.length === 0) return made('plan alignment', inapplicable('the plan has no criteria for it'))
  const parts = contract.criteria.map(({ id, check }) => {
    const gate = receipt.gates.find(one => one.gate === `criterion:${id}`)
    const read = receipt.alignment?.find(({ criterion }) => criterion === id)?.places ?? []
    const places = gate?.places ?? read
    const isMet = gate?.verdict === 'passed' || gate?.verdict === 'judged'
    const where = places.length > 0 ? places.join(', ') : 'no line of the change names it'
    const how = gate ? `${gate.verdict}${check ? ` (\`${check.command}\`)` : ''}` : 'not tested'
    const result: MandatoryResult =
      gate?.verdict === 'failed' ? 'failed' : isMet && places.length > 0 ? 'passed' : 'warned'
    return { result, words: `${id}: ${how} → ${where}`, command: check?.command }
  })
  // Nothing was changed: there is no line to name.
  const results = parts.map(({ result }) => (changes.length === 0 && result === 'warned' ? 'passed' : result))
  return made('plan alignment', {
    result: worst(results),
    evidence: parts.map(({ words }) => words),
    commands: parts.flatMap(({ command }) => command ?? []),
  })
}

function testsAdded({ contract, receipt, changes }: WorkFacts): MandatoryGate {
  const { testsAdded: files = [], redGreen, basis } = receipt
  const missing = receipt.gates.find(({ gate }) => gate === 'tests-added')
  const shown = redGreen.length > 0 ? [`red before, green after: ${someOf(redGreen)}`] : []
  if (files.length > 0) return made('tests added', { result: 'passed', evidence: [someOf(files), ...shown] })
  if (missing) return made('tests added', { result: 'warned', evidence: [headline(missing), ...shown] })
  if (changes.length === 0) return made('tests added', inapplicable('nothing was changed'))
  if (contract.task.tests?.is === 'none')
    return made('tests added', inapplicable(`the plan wants none: ${contract.task.tests.reason}`))
  // A criterion with a command is a test that comes with the contract.
  if (shown.length > 0) return made('tests added', { result: 'passed', evidence: shown })
  return made(
    'tests added',
    inapplicable(
      basis === 'inert' ? inertWords(receipt) : (WITHOUT_TESTS[basis] ?? 'the change needs no test of its own'),
    ),
  )
}

const WITHOUT_TESTS: Readonly<Partial<Record<Receipt['basis'], string>>> = {
  kept: 'no new behaviour was asked for',
  unverified: 'quick mode proves nothing',
}

const QUICK = 'quick mode runs nothing'

function testsRun({ contract, receipt }: WorkFacts): MandatoryGate {
  const tests = receipt.gates.filter(({ gate }) => gate === 'test' || gate.startsWith('test:'))
  if (receipt.basis === 'unverified') return made('tests run', inapplicable(QUICK))
  if (tests.length === 0) return made('tests run', inapplicable('there is no test command'))
  const uncontrolled = receipt.gates.filter(
    ({ gate, verdict }) => gate === 'control:test' && verdict === 'uncontrolled',
  )
  return made('tests run', {
    result: worst([...tests.map(resultOf), ...uncontrolled.map(() => 'warned' as const)]),
    evidence: [...tests, ...uncontrolled].map(line),
    commands: pasted(contract.commands.test ?? tests[0]!.command),
  })
}

function lintAndTypes({ contract, receipt }: WorkFacts): MandatoryGate {
  const names = ['lint', 'typecheck'] as const
  if (receipt.basis === 'unverified') return made('lint and typecheck', inapplicable(QUICK))
  const found = names.map(name => ({ name, gate: receipt.gates.find(({ gate }) => gate === name) }))
  if (found.every(({ gate }) => !gate))
    return made('lint and typecheck', inapplicable('the project has no command for either'))
  return made('lint and typecheck', {
    result: worst(found.flatMap(({ gate }) => (gate ? [resultOf(gate)] : []))),
    evidence: found.map(({ name, gate }) => (gate ? line(gate) : `${name}: the project has no command for it`)),
    commands: found.flatMap(({ name, gate }) => (gate ? pasted(contract.commands[name] ?? gate.command) : [])),
  })
}

function orphanNotes({ receipt, changes }: WorkFacts): MandatoryGate {
  const files = changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
  if (files.length === 0) return made('no orphan TODOs', inapplicable('no file has new lines'))
  const found = receipt.gates.find(({ gate }) => gate === 'left-for-later')
  return made('no orphan TODOs', {
    result: found ? resultOf(found) : 'passed',
    evidence: found ? found.evidence.split('\n') : [`no note without a follow-up in ${someOf(files)}`],
    commands: [`git grep -nE 'TODO|FIXME|HACK|XXX' -- ${files.slice(0, FILES_MAX).map(shellWord).join(' ')}`],
  })
}

const FILES_MAX = 20

function reviewNote({ note }: WorkFacts): MandatoryGate {
  if (!note) return made('review note', inapplicable('nothing was changed'))
  if (note.made_by === 'agent') return made('review note', { result: 'passed', evidence: ['its author wrote it'] })
  return made('review note', { result: 'warned', evidence: ['its author wrote none: it was made from the facts'] })
}

function documentation({ receipt }: WorkFacts): MandatoryGate {
  const found = receipt.gates.find(({ gate }) => gate === 'docs-updated')
  return found
    ? made('docs updated', { result: resultOf(found), evidence: [headline(found)] })
    : made('docs updated', {
        result: 'passed',
        evidence: ['no public API or setting changed without its documentation'],
      })
}

function rollback({ receipt }: WorkFacts): MandatoryGate {
  const found = receipt.gates.find(({ gate }) => gate === 'way-back')
  return found
    ? made('rollback note', { result: resultOf(found), evidence: [headline(found)] })
    : made('rollback note', {
        result: 'passed',
        evidence: ['no schema or infrastructure changed without its rollback'],
      })
}

/** A result that a human let pass stays a warning. */
function resultOf({ verdict, blocking, excused }: GateResult): MandatoryResult {
  if (verdict === 'passed') return 'passed'
  return blocking && !excused ? 'failed' : 'warned'
}

const line = (gate: GateResult): string => {
  const words = summaryOf(gate)
  return `${gate.gate}: ${gate.verdict}${words ? `, ${words}` : ''}`
}

const pasted = (command: string | null): readonly string[] => (command === null ? [] : [command])
