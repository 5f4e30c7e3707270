import type { Tree } from '../plan/ids.ts'
import { firstLine } from '../text/lists.ts'
import type { Extent } from './extent.ts'
import type { FlakyCheck } from './flaky-check.ts'
import type { Judged } from './judgement.ts'

/** What a gate can say. Only `passed` is a pass; every other word is shown by its name. */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'known-failure'
  | 'no-tests'
  | 'no-criteria'
  | 'unproven'
  | 'environment'
  | 'unjudged'
  /** No command can show it; a judge found that it holds and said where. Worth a tick, and no pass. */
  | 'judged'
  /** The judge crashed, said nothing or nothing that can be read: that is no pass. */
  | 'judge-crashed'
  /** The judge changed the files it was to judge: whatever it says is void. */
  | 'judge-wrote'
  | 'not-run'
  /** A test that held before does not hold any more, or is gone: somebody has to say that this is wanted. */
  | 'changes-tests'
  /** Worth a look, and no reason to stop. */
  | 'noted'
  /** Something that may be wanted and may not: somebody has to say so. */
  | 'question'
  /** A test that disagrees with itself. */
  | 'flaky'
  /** The gate was not seen able to fail, here or on the base. */
  | 'uncontrolled'
  /** The gate was made unable to fail: whatever it says means nothing. */
  | 'void'

/** One check with its verdict and what shows it. */
export interface GateResult {
  /** `test`, `test:old-form`, `lint`, `criterion:c2`, `scope`, `red-green`, … */
  readonly gate: string
  readonly verdict: Verdict
  /** Whether anything but `passed` keeps the draft from landing. */
  readonly blocking: boolean
  /** One sentence, then the lines that matter: for people and agents. Nothing reads facts out of it. */
  readonly evidence: string
  /** What was seen in one sentence, where the evidence begins with something else. */
  readonly summary?: string
  readonly command: string | null
  readonly exitCode: number | null
  readonly durationMs: number
  /** Digest and place of the full output. */
  readonly outputDigest: string | null
  readonly outputFile: string | null
  readonly cached: boolean
  /** `path:line`, where a judge saw it. */
  readonly places?: readonly string[]
  /** What failed in it, one by one, for whoever has to mend it. */
  readonly failures?: readonly FailureDetail[]
  /** What disagreed with itself about the very same code, whether that blocks or not. */
  readonly flaky?: readonly FlakyCheck[]
  /** Files that the change touched and that this check took from the base. */
  readonly fromBase?: readonly string[]
  /** Files and rules of the change itself that this check rests on: it is not independent, and does not count alone. */
  readonly restsOn?: readonly string[]
  /** The tests that it is about, by id, where its verdict is about single ones. */
  readonly tests?: readonly string[]
  /** The files that it is about. */
  readonly paths?: readonly string[]
  /** A human, or a judge for a changed expectation, let it pass; its verdict stays what it is. */
  readonly excused?: { readonly by: string; readonly weak?: true; readonly as: 'approved' | 'waived' }
  /** What was seen is no mistake that another round would mend: the checks themselves were worked on. */
  readonly halts?: true
  /** How existing tests were translated before they ran: by the change's own moves and renames. */
  readonly translated?: Translated
}

/** The moves, renames and removals of a change that existing tests had to follow. */
export interface Translated {
  /** Files that lie elsewhere now, and names that another file declares now. */
  readonly moves: readonly { readonly from: string; readonly to: string; readonly name?: string }[]
  readonly renames: readonly { readonly from: string; readonly to: string }[]
  /** Names that the task takes out, with the tests that are about nothing else. */
  readonly removed?: readonly string[]
}

/** One thing that failed, as it was seen: which test, what it said, and where. */
export type Failure = Omit<FailureDetail, 'source'>

/** One thing that failed: which test, what it said, where, and the lines of source around that place. */
export interface FailureDetail {
  /** Null where it is no test. */
  readonly test: string | null
  readonly message: string
  readonly file: string | null
  readonly line: number | null
  readonly source: readonly { readonly line: number; readonly text: string }[]
}

/**
 * Why the change counts as shown: a check went from red to green, the program is the same program, behaviour was kept,
 * or it was there already.
 */
export type Basis = 'red-green' | 'inert' | 'kept' | 'verified' | 'existed' | 'unverified' | 'none'

/** A criterion, and the places of the change that speak of it. */
export interface Alignment {
  readonly criterion: string
  /** `path:line`, the most telling first. */
  readonly places: readonly string[]
}

/** One command that a proof ran: on which form of the code, and how long it took. */
export interface CommandRun {
  /** `the change`, `the base`, `the change's tests on the base`, `the change emptied`, … */
  readonly on: string
  readonly command: string
  readonly exitCode: number | null
  readonly durationMs: number
}

/** The record that `proven` is derived from. */
export interface Receipt {
  readonly base: Tree
  /** The candidate without our own bookkeeping; landing asserts that exactly this lands. */
  readonly codeTree: Tree
  readonly contractHash: string
  readonly toolchain: Readonly<Record<string, string>>
  readonly sandbox: string
  /** There was no sandbox: agent and checks could reach what the user can. */
  readonly unprotected?: true
  readonly gates: readonly GateResult[]
  readonly basis: Basis
  /** Checks seen red on the base and green on the candidate. */
  readonly redGreen: readonly string[]
  readonly durationMs: number
  /** Where the change does what each criterion asks for, found by reading. It informs; it proves nothing. */
  readonly alignment?: readonly Alignment[]
  /** How far the change reaches; left out where nothing but its paths says so. */
  readonly extent?: Extent
  /** Every command that was run for it, in the order in which they ended; what was remembered is not among them. */
  readonly runs?: readonly CommandRun[]
  /** What the judge noticed, where one was asked. */
  readonly judged?: Judged
  /** Nothing was run: what the checks said was played. Such a receipt counts in a rehearsal and nowhere else. */
  readonly rehearsed?: true
  /** Defences that the bench for lies left out of this proof, to show what they are good for. It never lands. */
  readonly leftOut?: readonly string[]
}

/** The sentence at the head of the evidence, which can be read alone. */
export const headline = ({ evidence }: Pick<GateResult, 'evidence'>): string => firstLine(evidence)

/** What a gate saw, in one sentence for somebody who sees what it is about. */
export const summaryOf = ({ summary, evidence }: Pick<GateResult, 'summary' | 'evidence'>): string =>
  summary ?? headline({ evidence })

/** Gate, verdict and what was seen. */
export const gateSentence = (gate: Pick<GateResult, 'gate' | 'verdict' | 'evidence'>): string =>
  `${gate.gate} ${gate.verdict}: ${headline(gate)}`

/** Every result that is no pass where one is needed, also where a human let it pass. */
export const refusals = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  receipt.gates.filter(gate => gate.blocking && gate.verdict !== 'passed')

/** The gates that keep this receipt from landing. */
export const blockers = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  refusals(receipt).filter(gate => !gate.excused)

/** Whether something was shown to be wrong. A question is not: the rest of the proof runs first, so that it is asked once. */
export const hasFailed = (receipt: Pick<Receipt, 'gates'>): boolean =>
  blockers(receipt).some(({ verdict }) => !isQuestion(verdict))

/** Derived, never stored: nothing blocks, no check was waived, and something mechanical shows the change. */
export const isProven = (receipt: Receipt): boolean =>
  !receipt.leftOut?.length &&
  blockers(receipt).length === 0 &&
  receipt.gates.every(gate => gate.excused?.as !== 'waived') &&
  receipt.basis !== 'none' &&
  receipt.basis !== 'unverified' &&
  receipt.gates.some(gate => gate.verdict === 'passed')

/** Only a human can answer it, and nothing was shown to be wrong. */
export const asksOnly = (receipt: Pick<Receipt, 'gates'>): boolean =>
  blockers(receipt).length > 0 && blockers(receipt).every(({ verdict }) => isQuestion(verdict))

/** Nothing but checks that disagree with themselves keeps it from landing: nobody said anything untrue. */
export const isOnlyFlaky = (receipt: Pick<Receipt, 'gates'>): boolean =>
  blockers(receipt).length > 0 && blockers(receipt).every(({ verdict }) => verdict === 'flaky')

/** What an agent cannot answer, however often it is asked. */
export const isQuestion = (verdict: Verdict): boolean =>
  verdict === 'changes-tests' || verdict === 'question' || verdict === 'not-run'

/** The same gates and tests fail in the same way: the same fingerprint, whatever the evidence says of times and places. */
export const fingerprint = (receipt: Receipt): string =>
  blockers(receipt)
    .map(({ gate, verdict, tests = [] }) => [`${gate}=${verdict}`, ...tests.toSorted()].join('|'))
    .sort()
    .join(' ')

/** The gate under which a judge approves changed expectations; its paths are the files that it approved. */
export const APPROVED_TESTS = 'tests-changed'

/** The files whose changed expectations a judge approved. */
export const approvedTestFiles = (receipt: Receipt | null): readonly string[] =>
  (receipt?.gates ?? []).flatMap(({ gate, verdict, paths = [] }) =>
    gate === APPROVED_TESTS && verdict === 'judged' ? paths : [],
  )
