import { deciderName } from '../journal/decider.ts'
import type { Tree } from '../plan/ids.ts'
import { someOf } from '../text/lists.ts'
import { blockers, type GateResult, isProven, type Receipt, refusals } from './receipt.ts'

/** What a gate said when somebody let it pass: its name, its verdict, and the tests and files that it was about. */
export type Excused = Pick<GateResult, 'gate' | 'verdict' | 'evidence' | 'tests' | 'paths'>

/** A human's decision that a draft may land in spite of these results, and of nothing else. */
export interface Waiver {
  readonly by: string
  readonly weak?: true
  /** The hash of the receipt that was seen; left out in journals of before. */
  readonly receipt?: string
  readonly note: string
  readonly gates: readonly Excused[]
  /** `approved`: what was asked about is wanted. `waived`: a check did not pass. Journals of earlier versions do not say. */
  readonly as?: Decision
  /** The code that was seen. Journals of earlier versions lack it: their waivers hold for the same evidence only. */
  readonly codeTree?: Tree
}

export type Decision = NonNullable<GateResult['excused']>['as']

/** Code with these marks never works, whoever wants it. */
const NEVER: ReadonlySet<string> = new Set(['conflict-markers'])

/** The results that nobody can let pass. */
export const unwaivable = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  blockers(receipt).filter(({ gate }) => NEVER.has(gate))

/** The decision as data: everything that blocks this receipt, as it was seen. */
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

/** What a proof knows of the decisions about its draft. */
export interface Decided {
  readonly waivers?: readonly Waiver[]
  /** The code that is proven. */
  readonly codeTree: Tree
}

/** The same result, marked where a waiver covers it: its verdict stays, and the proof goes on past it. */
export function excuse(gate: GateResult, { waivers = [], codeTree }: Decided): GateResult {
  if (refusals({ gates: [gate] }).length === 0 || NEVER.has(gate.gate)) return gate
  const waiver = waivers.find(other => covers(other, gate, codeTree))
  if (!waiver) return gate
  const { by, weak, as = 'waived' } = waiver
  return { ...gate, excused: { by, ...(weak ? { weak } : {}), as } }
}

/**
 * Whether a result is part of what was seen: the same gate and verdict, and no test or file besides. A result that names neither
 * has to come from the same code, or say exactly the same.
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
 * Proven; or taken on an agent's word because the user asked for that; or let pass by a human. Whatever is marked as let pass must be
 * covered by a recorded waiver: the mark alone counts for nothing.
 */
export function mayLand(receipt: Receipt, waivers: readonly Waiver[]): boolean {
  if (receipt.leftOut?.length) return false
  if (!refusals(receipt).every(gate => isExcused(gate, receipt, waivers))) return false
  return isProven(receipt) || receipt.basis === 'unverified' || isWaived(receipt, waivers)
}

/** It lands in spite of a check that did not pass. */
export const isWaived = (receipt: Receipt, waivers: readonly Waiver[]): boolean =>
  refusals(receipt).every(gate => isExcused(gate, receipt, waivers)) &&
  refusals(receipt).some(gate => gate.excused?.as !== 'approved')

/** A proof that knew of the waiver has marked what it covers; proofs of earlier versions could not. */
const isExcused = (gate: GateResult, { codeTree }: Receipt, waivers: readonly Waiver[]): boolean =>
  waivers.some(
    waiver => (gate.excused !== undefined || waiver.codeTree === undefined) && covers(waiver, gate, codeTree),
  )

/** The files whose tests somebody let be changed. */
export const excusedTestFiles = (waivers: readonly Waiver[]): readonly string[] =>
  waivers.flatMap(({ gates }) =>
    gates.filter(({ gate }) => gate === 'tests-kept' || gate.startsWith('test:')).flatMap(({ paths = [] }) => paths),
  )

/** One decision in words: who, what about, why. */
export function waiverWords({ by, weak, as, gates, note }: Waiver): string {
  const verb = as === 'approved' ? 'approved' : 'waived'
  return `${deciderName({ by, weak })} ${verb} ${gates.map(excusedWords).join('; ')}${note ? `: ${note}` : ''}`
}

function excusedWords({ gate, verdict, tests = [], paths = [] }: Excused): string {
  const names = tests.length > 0 ? tests : paths
  const about = someOf(names, { max: NAMES_SHOWN })
  return `${gate} ${verdict}${about ? ` (${about})` : ''}`
}

const NAMES_SHOWN = 3

/** Who decided so about what landed, each once. */
export const deciders = ({ gates }: Pick<Receipt, 'gates'>, as: Decision): readonly string[] => [
  ...new Set(gates.flatMap(({ excused }) => (excused?.as === as ? [deciderName(excused)] : []))),
]
