import type { Tree } from '../plan/ids.ts'
import type { Reviewed } from '../review/review-answer.ts'
import type { Strength } from '../strength/strength.ts'
import type { BlindRun } from '../tester/blind-tests.ts'
import { firstLine } from '../text/lists.ts'
import type { Extent } from './extent.ts'
import type { FlakyCheck } from './flaky-check.ts'
import type { Judged } from './judgement.ts'

/** The verdict of a gate. Only `passed` is a pass; every other verdict is shown by its name. */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'known-failure'
  | 'no-tests'
  | 'no-criteria'
  | 'unproven'
  | 'environment'
  | 'unjudged'
  /** No command can show it; a judge confirmed it with locations. It ticks the criterion, but is not a pass. */
  | 'judged'
  /** The judge crashed, or gave no readable answer: that is not a pass. */
  | 'judge-crashed'
  /** The judge changed the files that it had to judge: its answer is void. */
  | 'judge-wrote'
  /** The reviewer crashed, changed files, or gave no usable answer: there was no review, and that is not a pass. */
  | 'review-degraded'
  | 'not-run'
  /** A test that passed before fails or was removed: a human has to confirm that this is intended. */
  | 'changes-tests'
  /** Worth a look, but not a reason to stop. */
  | 'noted'
  /** It may be intended or not: a human has to decide. */
  | 'question'
  /** A test with different results for the same code. */
  | 'flaky'
  /** The gate was not shown to be able to fail, here or on the base. */
  | 'uncontrolled'
  /** The gate can no longer fail: its result means nothing. */
  | 'void'

/** One check with its verdict and evidence. */
export interface GateResult {
  /** `test`, `test:old-form`, `lint`, `criterion:c2`, `scope`, `red-green`, … */
  readonly gate: string
  readonly verdict: Verdict
  /** Whether any verdict but `passed` keeps the draft from landing. */
  readonly blocking: boolean
  /** One sentence, then the relevant lines, for people and agents. No code parses it. */
  readonly evidence: string
  /** The result in one sentence, if the evidence begins with something else. */
  readonly summary?: string
  readonly command: string | null
  readonly exitCode: number | null
  readonly durationMs: number
  /** Digest and location of the full output. */
  readonly outputDigest: string | null
  readonly outputFile: string | null
  readonly cached: boolean
  /** `path:line` locations from a judge. */
  readonly places?: readonly string[]
  /** The single failures, for the agent or human who fixes them. */
  readonly failures?: readonly FailureDetail[]
  /** Flaky checks, blocking or not. */
  readonly flaky?: readonly FlakyCheck[]
  /** Changed files that this check took from the base. */
  readonly fromBase?: readonly string[]
  /** Files and rules of the change itself that this check depends on: it is not independent, and does not count alone. */
  readonly restsOn?: readonly string[]
  /** The ids of its tests, if its verdict is about single tests. */
  readonly tests?: readonly string[]
  /** Its files. */
  readonly paths?: readonly string[]
  /** A human, or a judge for a changed expectation, let it pass; its verdict stays the same. */
  readonly excused?: { readonly by: string; readonly weak?: true; readonly as: 'approved' | 'waived' }
  /** Another round cannot fix it: the checks themselves were changed. */
  readonly halts?: true
  /** Held-out checks that fail, for people only: no agent and no committed file may name them. */
  readonly withheld?: readonly Withheld[]
  /** How existing tests were translated before they ran: by the change's own moves and renames. */
  readonly translated?: Translated
  /** What the tests of the change notice. */
  readonly strength?: Strength
}

/** A failed held-out check: its file or command, and its output. */
export interface Withheld {
  readonly check: string
  readonly problem: string
  readonly outputFile: string | null
}

/** The moves, renames and removals of a change that existing tests had to follow. */
export interface Translated {
  /** Moved files, and names that moved to another file. */
  readonly moves: readonly { readonly from: string; readonly to: string; readonly name?: string }[]
  readonly renames: readonly { readonly from: string; readonly to: string }[]
  /** Names that the task removes, together with the tests of only these names. */
  readonly removed?: readonly string[]
}

/** One failure: the test, its message and its location. */
export type Failure = Omit<FailureDetail, 'source'>

/** One failure: the test, its message, its location, and the source around it. */
export interface FailureDetail {
  /** Null if it is not a test. */
  readonly test: string | null
  readonly message: string
  readonly file: string | null
  readonly line: number | null
  readonly source: readonly { readonly line: number; readonly text: string }[]
}

/**
 * The reason why the change counts as shown: a check went from red to green, the program is the same, behaviour was kept,
 * or the work existed already.
 */
export type Basis = 'red-green' | 'inert' | 'kept' | 'verified' | 'existed' | 'unverified' | 'none'

/** A criterion, and the related locations in the change. */
export interface Alignment {
  readonly criterion: string
  /** `path:line`, the most relevant first. */
  readonly places: readonly string[]
}

/** One command of a proof: its form of the code, and its duration. */
export interface CommandRun {
  /** `the change`, `the base`, `the change's tests on the base`, `the change emptied`, … */
  readonly on: string
  readonly command: string
  readonly exitCode: number | null
  readonly durationMs: number
}

/** One step of a proof, and its duration. */
export interface StepTime {
  readonly name: string
  readonly durationMs: number
}

/** The record that `proven` is derived from. */
export interface Receipt {
  readonly base: Tree
  /** The candidate without our bookkeeping; landing asserts that exactly this tree lands. */
  readonly codeTree: Tree
  readonly contractHash: string
  readonly toolchain: Readonly<Record<string, string>>
  readonly sandbox: string
  /** There was no sandbox: agent and checks had the access of the user. */
  readonly unprotected?: true
  readonly gates: readonly GateResult[]
  readonly basis: Basis
  /** Checks that failed on the base and passed on the candidate. */
  readonly redGreen: readonly string[]
  readonly durationMs: number
  /** Locations in the change for each criterion, found by reading. They inform, but prove nothing. */
  readonly alignment?: readonly Alignment[]
  /** Changed files with tests that were added or changed; absent if there are none, and in journals of earlier versions. */
  readonly testsAdded?: readonly string[]
  /** The effects of the change beyond its paths; absent if there are none. */
  readonly extent?: Extent
  /** The steps and the time of each, in order; absent in journals of earlier versions. */
  readonly steps?: readonly StepTime[]
  /** Every command that ran, in the order of their ends; remembered results are not included. */
  readonly runs?: readonly CommandRun[]
  /** Notes of the judge, if there was one. */
  readonly judged?: Judged
  /** The tests of a tester that ran, if there was one. */
  readonly blind?: BlindRun
  /** The rest of a reviewer's answer, if one looked at it. */
  readonly reviewed?: Reviewed
  /** Nothing ran: the results of the checks were scripted. Such a receipt counts only in a rehearsal. */
  readonly rehearsed?: true
  /** Defences that the bench for lies left out of this proof, to show their effect. It never lands. */
  readonly leftOut?: readonly string[]
}

/** The first sentence of the evidence, which can be shown alone. */
export const headline = ({ evidence }: Pick<GateResult, 'evidence'>): string => firstLine(evidence)

/** Why a change changes no behaviour, in the words of the gate that found it. */
export const inertWords = ({ gates }: Pick<Receipt, 'gates'>): string => {
  const found = gates.findLast(({ gate }) => gate === 'inert')
  return found ? headline(found) : 'no executable code changed'
}

/** The folder of our own reporters in a command. Such a command is what a runner's became, and runs only in our rooms. */
const OURS = '{tools}'

/** The command of a gate as it was written, to be read and pasted; null if there is none. */
export const writtenCommand = ({ command }: Pick<GateResult, 'command'>): string | null =>
  command?.includes(OURS) ? null : command

/** The result of a gate in one sentence, for places that already show its subject. */
export const summaryOf = ({ summary, evidence }: Pick<GateResult, 'summary' | 'evidence'>): string =>
  summary ?? headline({ evidence })

/** Gate, verdict and result. */
export const gateSentence = (gate: Pick<GateResult, 'gate' | 'verdict' | 'evidence'>): string =>
  // `judge judge-crashed` and `environment environment` would say their subject twice.
  `${[...new Set([gate.gate, gate.verdict.replace(`${gate.gate}-`, '')])].join(' ')}: ${headline(gate)}`

/** Every blocking result that is not a pass, including results that a human let pass. */
export const refusals = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  receipt.gates.filter(gate => gate.blocking && gate.verdict !== 'passed')

/** The gates that keep this receipt from landing. */
export const blockers = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  refusals(receipt).filter(gate => !gate.excused)

/** Whether a check shows a mistake. A question does not: the rest of the proof runs first, so that it is asked once. */
export const hasFailed = (receipt: Pick<Receipt, 'gates'>): boolean =>
  blockers(receipt).some(({ verdict }) => !isQuestion(verdict))

/** Derived, never stored: nothing blocks, no check was waived, and a mechanical check shows the change. */
export const isProven = (receipt: Receipt): boolean =>
  !receipt.leftOut?.length &&
  blockers(receipt).length === 0 &&
  receipt.gates.every(gate => gate.excused?.as !== 'waived') &&
  receipt.basis !== 'none' &&
  receipt.basis !== 'unverified' &&
  receipt.gates.some(gate => gate.verdict === 'passed')

/** Only a human can answer it, and no check shows a mistake. */
export const asksOnly = (receipt: Pick<Receipt, 'gates'>): boolean =>
  blockers(receipt).length > 0 && blockers(receipt).every(({ verdict }) => isQuestion(verdict))

/** Only flaky checks keep it from landing: there was no false claim. */
export const isOnlyFlaky = (receipt: Pick<Receipt, 'gates'>): boolean =>
  blockers(receipt).length > 0 && blockers(receipt).every(({ verdict }) => verdict === 'flaky')

/** A verdict that an agent cannot resolve. */
export const isQuestion = (verdict: Verdict): boolean =>
  verdict === 'changes-tests' || verdict === 'question' || verdict === 'not-run' || verdict === 'review-degraded'

/** The same failures of the same gates and tests have the same fingerprint, regardless of times and locations in the evidence. */
export const fingerprint = (receipt: Receipt): string =>
  blockers(receipt)
    .map(({ gate, verdict, tests = [] }) => [`${gate}=${verdict}`, ...tests.toSorted()].join('|'))
    .sort()
    .join(' ')

/** The gate with a judge's approval of changed expectations; its paths are the approved files. */
export const APPROVED_TESTS = 'tests-changed'

/** The files whose changed expectations a judge approved. */
export const approvedTestFiles = (receipt: Receipt | null): readonly string[] =>
  (receipt?.gates ?? []).flatMap(({ gate, verdict, paths = [] }) =>
    gate === APPROVED_TESTS && verdict === 'judged' ? paths : [],
  )
