/** The input of every step of a proof. It imports no step. */

import type { Contract } from '../../core/plan/contract.ts'
import type { Tree } from '../../core/plan/ids.ts'
import type { Defence } from '../../core/proof/defence.ts'
import type { Draft } from '../../core/proof/draft.ts'
import type { Extent } from '../../core/proof/extent.ts'
import type { Landings } from '../../core/proof/landed-work.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Receipt } from '../../core/proof/receipt.ts'
import type { Report } from '../../core/proof/report.ts'
import type { Waiver } from '../../core/proof/waiver.ts'
import type { Commands } from '../../core/settings/commands.ts'
import type { Config } from '../../core/settings/config.ts'
import type { Ports } from '../../ports.ts'
import type { Layouts } from './forms/forms.ts'
import type { ReaderAsked, ReaderUse } from './judge/hearing.ts'
import type { Steps } from './steps.ts'
import type { Bench } from './suite/bench.ts'
import type { Suite } from './suite/suite.ts'

/** Work to be proven. */
export interface Subject {
  readonly draft: Pick<Draft, 'base' | 'tree' | 'changes'> & Partial<Pick<Draft, 'oversized' | 'notes'>>
  readonly contract: Contract
  readonly contractHash: string
  readonly config: Config
  readonly claimed: Report | null
  /** Gates that refused the attempt before: they run first. */
  readonly refusedBefore?: readonly string[]
  /** Earlier landings of the same plan. */
  readonly landings?: Landings
  /** Held-out files that are not in the base. */
  readonly heldOut?: Tree
  /** Decisions of humans about this draft, which the proof passes over. */
  readonly waivers?: readonly Waiver[]
}

/** Makes the proof of a draft, in this thread or in another. */
export type Prover = (
  ports: Pick<Ports, 'clock' | 'vault' | 'rooms' | 'runners' | 'store' | 'leaveOut'>,
  subject: Subject,
  options: ProofOptions,
) => Promise<Receipt>

export interface ProofOptions {
  /** Makes the proof in another thread; without it, the proof is made here. */
  readonly prover?: Prover | undefined
  readonly token: string
  readonly signal: AbortSignal
  /** Called as each step begins. */
  readonly onStep?: (step: ProofStep) => void
  /** Called before and after every launch of a judge or reviewer. */
  readonly onAsking?: (asked: ReaderAsked) => Promise<void>
  readonly onJudge?: (used: ReaderUse) => Promise<void>
  readonly mayAskAgain?: (asked: Omit<ReaderAsked, 'prompt'>) => boolean
}

/** A draft under proof. */
export interface Case extends Subject {
  readonly ports: Pick<Ports, 'clock' | 'vault' | 'runners'>
  /** The candidate without bookkeeping. */
  readonly codeTree: Tree
  readonly bench: Bench
  readonly steps: Steps
  /** Null if the results of the test command cannot be read test by test. */
  readonly suite: Suite | null
  /** Tests that cannot be recognised by name. */
  readonly knownTests: ReadonlySet<string>
  /** Files that are named like tests and that the program loads. */
  readonly programFiles: ReadonlySet<string>
  readonly commands: Commands
  /** The reach of the change; null if it touches only documents, tests and data. */
  readonly extent: Extent | null
  readonly layouts: Layouts
  readonly without: ReadonlySet<Defence>
  /** Rooms are sandboxes, so that commands in two of them do not meet. */
  readonly isolated: boolean
  /** Results of commands are scripted, so they show nothing. */
  readonly rehearsed: boolean
}

/** On a base without a project, a failing command only says that there was nothing yet. */
export const hasProject = (on: Pick<Case, 'layouts'>): boolean => !on.layouts.greenfield
