/** What every step of a proof is given. It imports no step. */

import type { Contract } from '../../core/plan/contract.ts'
import type { Tree } from '../../core/plan/ids.ts'
import type { Defence } from '../../core/proof/defence.ts'
import type { Draft } from '../../core/proof/draft.ts'
import type { Landings } from '../../core/proof/landed-work.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Receipt } from '../../core/proof/receipt.ts'
import type { Report } from '../../core/proof/report.ts'
import type { Waiver } from '../../core/proof/waiver.ts'
import type { Commands } from '../../core/settings/commands.ts'
import type { Config } from '../../core/settings/config.ts'
import type { Ports } from '../../ports.ts'
import type { Layouts } from './forms/forms.ts'
import type { JudgeAsked, JudgeUse } from './judge/judge.ts'
import type { Steps } from './steps.ts'
import type { Bench } from './suite/bench.ts'
import type { Suite } from './suite/suite.ts'

/** Work to be proven, whoever made it. */
export interface Subject {
  readonly draft: Pick<Draft, 'base' | 'tree' | 'changes'> & Partial<Pick<Draft, 'oversized'>>
  readonly contract: Contract
  readonly contractHash: string
  readonly config: Config
  readonly claimed: Report | null
  /** Gates that refused the attempt before: they run first. */
  readonly refusedBefore?: readonly string[]
  /** What landed before it in the same plan. */
  readonly landings?: Landings
  /** What humans let pass of this draft: it does not stop the proof. */
  readonly waivers?: readonly Waiver[]
}

/** Makes the proof of a draft, in this thread or in another. */
export type Prover = (
  ports: Pick<Ports, 'clock' | 'vault' | 'rooms' | 'runners' | 'store' | 'leaveOut'>,
  subject: Subject,
  options: ProofOptions,
) => Promise<Receipt>

export interface ProofOptions {
  /** Who makes it; left out, it is made here. */
  readonly prover?: Prover
  readonly token: string
  readonly signal: AbortSignal
  /** Told how far the proof is. */
  readonly onStep?: (step: ProofStep) => void
  /** Told of every launch of a judge once it is over. */
  readonly onAsking?: (asked: JudgeAsked) => Promise<void>
  readonly onJudge?: (used: JudgeUse) => Promise<void>
}

/** What is needed to judge a draft. */
export interface Case extends Subject {
  readonly ports: Pick<Ports, 'vault'>
  /** The candidate without bookkeeping. */
  readonly codeTree: Tree
  readonly bench: Bench
  readonly steps: Steps
  /** Null where the test command can only be read as a whole. */
  readonly suite: Suite | null
  /** Tests of this project that are not called so. */
  readonly knownTests: ReadonlySet<string>
  /** Files that are called like tests and that the program loads. */
  readonly programFiles: ReadonlySet<string>
  readonly commands: Commands
  readonly layouts: Layouts
  readonly without: ReadonlySet<Defence>
  /** What commands say is played, so that there is nothing to show about them. */
  readonly rehearsed: boolean
}

/** On a base without any project a red command says only that there was nothing yet. */
export const hasProject = (on: Pick<Case, 'layouts'>): boolean => !on.layouts.greenfield
