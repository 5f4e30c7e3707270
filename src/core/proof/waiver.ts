import { deciderName } from '../journal/decider.ts'
import type { Tree } from '../plan/ids.ts'
import { someOf } from '../text/lists.ts'
import { blockers, type GateResult, isProven, type Receipt, refusals } from './receipt.ts'

/** The result of a gate that a human let pass: its name, verdict, tests and files. */
export type Excused = Pick<GateResult, 'gate' | 'verdict' | 'evidence' | 'tests' | 'paths'>

/** A human's decision that a draft may land despite exactly these results. */
export interface Waiver {
  readonly by: string
  readonly weak?: true
  /** The hash of the displayed receipt; absent in journals of earlier versions. */
  readonly receipt?: string
  readonly note: string
  readonly gates: readonly Excused[]
  /** `approved`: the change in question is intended. `waived`: a check did not pass. Absent in journals of earlier versions. */
  readonly as?: Decision
  /** The code at the time of the decision. Journals of earlier versions lack it: their waivers hold for the same evidence only. */
  readonly codeTree?: Tree
}

export type Decision = NonNullable<GateResult['excused']>['as']

/** Code with these marks never works. */
const NEVER: ReadonlySet<string> = new Set(['conflict-markers'])

/** The results that cannot be waived. */
export const unwaivable = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  blockers(receipt).filter(({ gate }) => NEVER.has(gate))

/** The decision as data: everything that blocks this receipt. */
export function waiverFor(receipt: Receipt, { by, note, as }: Pick<Waiver, 'by' | 'note'> & { as: Decision }): Waiver {
  const gates = blockers(receipt).map(({ gate, verdict, evidence, tests, paths }) => ({
    gate,
    verdict,
    evidence,
    ...(tests ? { tests } : {}),
    ...(paths ? { paths } : {}),
  }))
  return { by, note, as, codeTree: receipt.codeTree, gates }
}

/** The decisions about a draft that its proof takes into account. */
export interface Decided {
  readonly waivers?: readonly Waiver[]
  /** The code under proof. */
  readonly codeTree: Tree
}

/** The same result, marked if a waiver covers it: its verdict stays, and the proof continues. */
export function excuse(gate: GateResult, { waivers = [], codeTree }: Decided): GateResult {
  if (refusals({ gates: [gate] }).length === 0 || NEVER.has(gate.gate)) return gate
  const waiver = waivers.find(other => covers(other, gate, codeTree))
  if (!waiver) return gate
  const { by, weak, as = 'waived' } = waiver
  return { ...gate, excused: { by, ...(weak ? { weak } : {}), as } }
}

/**
 * Whether a waiver covers a result: the same gate and verdict, and no additional test or file. A result that names neither
 * must come from the same code, or have exactly the same evidence.
 */
function covers({ gates, codeTree: seenCode }: Waiver, now: GateResult, codeTree: Tree): boolean {
  return gates.some(seen => {
    if (seen.gate !== now.gate || seen.verdict !== now.verdict) return false
    if (seenCode === undefined) return seen.evidence === now.evidence
    if (namesAny(now)) return isWithin(now.tests, seen.tests) && isWithin(now.paths, seen.paths)
    return !namesAny(seen) && (seenCode === codeTree || seen.evidence === now.evidence)
  })
}

const namesAny = ({ tests = [], paths = [] }: Excused): boolean => tests.length + paths.length > 0

const isWithin = (names: readonly string[] = [], known: readonly string[] = []): boolean =>
  names.every(name => known.includes(name))

/**
 * Proven; or accepted without proof because the user asked for that; or let pass by a human. A result that is marked as let pass
 * must be covered by a recorded waiver: the mark alone does not count.
 */
export function mayLand(receipt: Receipt, waivers: readonly Waiver[]): boolean {
  if (receipt.leftOut?.length) return false
  if (!refusals(receipt).every(gate => isExcused(gate, receipt, waivers))) return false
  return isProven(receipt) || receipt.basis === 'unverified' || isWaived(receipt, waivers)
}

/** It lands despite a check that did not pass. */
export const isWaived = (receipt: Receipt, waivers: readonly Waiver[]): boolean =>
  refusals(receipt).every(gate => isExcused(gate, receipt, waivers)) &&
  refusals(receipt).some(gate => gate.excused?.as !== 'approved')

/** A proof marks the results that a waiver covers; proofs of earlier versions did not. */
const isExcused = (gate: GateResult, { codeTree }: Receipt, waivers: readonly Waiver[]): boolean =>
  waivers.some(
    waiver => (gate.excused !== undefined || waiver.codeTree === undefined) && covers(waiver, gate, codeTree),
  )

/** The test files whose change a human allowed. */
export const excusedTestFiles = (waivers: readonly Waiver[]): readonly string[] =>
  waivers.flatMap(({ gates }) =>
    gates.filter(({ gate }) => gate === 'tests-kept' || gate.startsWith('test:')).flatMap(({ paths = [] }) => paths),
  )

/** One decision in words: person, subject, reason. */
export function waiverWords(waiver: Waiver): string {
  const { as, gates, note } = waiver
  const verb = as === 'approved' ? 'approved' : 'waived'
  return `${deciderName(waiver)} ${verb} ${gates.map(excusedWords).join('; ')}${note ? `: ${note}` : ''}`
}

function excusedWords({ gate, verdict, tests = [], paths = [] }: Excused): string {
  const names = tests.length > 0 ? tests : paths
  const about = someOf(names, { max: NAMES_SHOWN })
  return `${gate} ${verdict}${about ? ` (${about})` : ''}`
}

const NAMES_SHOWN = 3

/** The people who made this decision about the landed work, without duplicates. */
export const deciders = ({ gates }: Pick<Receipt, 'gates'>, as: Decision): readonly string[] => [
  ...new Set(gates.flatMap(({ excused }) => (excused?.as === as ? [deciderName(excused)] : []))),
]
