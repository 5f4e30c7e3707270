import type { Tree } from './ids.ts'

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
  | 'not-run'

/** One check with its verdict and what shows it. */
export interface GateResult {
  /** `test`, `test:old-form`, `lint`, `criterion:c2`, `scope`, `red-green`, … */
  readonly gate: string
  readonly verdict: Verdict
  /** Whether anything but `passed` keeps the draft from landing. */
  readonly blocking: boolean
  /** One sentence, then the lines that matter. */
  readonly evidence: string
  readonly command: string | null
  readonly exitCode: number | null
  readonly durationMs: number
  /** Digest and place of the full output. */
  readonly outputDigest: string | null
  readonly outputFile: string | null
  readonly cached: boolean
}

/** Why the change counts as shown: a check went from red to green, behaviour was kept, or it was there already. */
export type Basis = 'red-green' | 'kept' | 'verified' | 'existed' | 'unverified' | 'none'

/** The record that `proven` is derived from. */
export interface Receipt {
  readonly base: Tree
  /** The candidate without our own bookkeeping; landing asserts that exactly this lands. */
  readonly codeTree: Tree
  readonly contractHash: string
  readonly toolchain: Readonly<Record<string, string>>
  readonly sandbox: string
  readonly gates: readonly GateResult[]
  readonly basis: Basis
  /** Checks seen red on the base and green on the candidate. */
  readonly redGreen: readonly string[]
  readonly durationMs: number
  /** Nothing was run: what the checks said was played. Such a receipt counts in a rehearsal and nowhere else. */
  readonly rehearsed?: true
}

/** The gates that stand between this receipt and a landing. */
export const blockers = (receipt: Pick<Receipt, 'gates'>): readonly GateResult[] =>
  receipt.gates.filter(gate => gate.blocking && gate.verdict !== 'passed')

/** Derived, never stored: nothing blocks, and something mechanical shows the change. */
export const isProven = (receipt: Receipt): boolean =>
  blockers(receipt).length === 0 &&
  receipt.basis !== 'none' &&
  receipt.basis !== 'unverified' &&
  receipt.gates.some(gate => gate.verdict === 'passed')

/** Proven, or taken on an agent's word because the user asked for that; then it is called so for ever. */
export const mayLand = (receipt: Receipt): boolean =>
  isProven(receipt) || (receipt.basis === 'unverified' && blockers(receipt).length === 0)

/** The same failure has the same fingerprint, whatever its times and paths. */
export const fingerprint = (receipt: Receipt): string =>
  blockers(receipt)
    .map(gate => `${gate.gate}=${gate.verdict}`)
    .sort()
    .join(' ')
