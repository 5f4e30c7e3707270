import type { Defence } from '../../core/proof/defence.ts'
import type { FileChange } from '../../core/proof/draft.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Receipt } from '../../core/proof/receipt.ts'
import type { LandedDelta } from '../../core/told/landed-delta.ts'
import type { LandedTrees } from '../../engine/context/landed-delta.ts'
import type { Subject } from '../../engine/proof/case.ts'

/** Ports that the work of a thread calls; everything else it needs is data. */
export const CALLED = ['vault', 'rooms', 'store'] as const
export type Called = (typeof CALLED)[number]

/** Stands for the signal of the work among the arguments of a call: a signal cannot be sent. */
export const SIGNAL = 'the signal of this work'

/** What a thread is asked for. */
export type ThreadWork =
  | {
      readonly is: 'prove'
      readonly subject: Subject
      readonly token: string
      readonly leaveOut: ReadonlySet<Defence> | undefined
    }
  | { readonly is: 'compare'; readonly trees: LandedTrees; readonly changes: readonly FileChange[] }

/** From the driver to a thread; each piece of work has a number. */
export type ToThread =
  | { readonly is: 'work'; readonly work: number; readonly asked: ThreadWork }
  | { readonly is: 'stop'; readonly work: number }
  | { readonly is: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly is: 'failure'; readonly call: number; readonly problem: string }
  | { readonly is: 'ping' }

/** From a thread to the driver. */
export type FromThread =
  | {
      readonly is: 'call'
      readonly work: number
      readonly call: number
      readonly port: Called
      readonly method: string
      readonly args: readonly unknown[]
    }
  | { readonly is: 'step'; readonly work: number; readonly step: ProofStep }
  | { readonly is: 'pong' }
  | { readonly is: 'done'; readonly work: number; readonly result: Receipt | LandedDelta }
  /** `why`: the work was stopped, the draft is nested deeper than the stack is, or anything else. */
  | {
      readonly is: 'failed'
      readonly work: number
      readonly why: 'interrupted' | 'too-deep' | 'error'
      readonly problem: string
    }
