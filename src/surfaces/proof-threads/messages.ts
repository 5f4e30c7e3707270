import type { Defence } from '../../core/proof/defence.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Receipt } from '../../core/proof/receipt.ts'
import type { Subject } from '../../engine/proof/case.ts'

/** Ports that a proof calls; everything else it needs is data. */
export const CALLED = ['vault', 'rooms', 'store'] as const
export type Called = (typeof CALLED)[number]

/** Stands for the signal of the proof among the arguments of a call: a signal cannot be sent. */
export const SIGNAL = 'the signal of this proof'

/** From the driver to a thread that proves; each proof has a number. */
export type ToThread =
  | {
      readonly is: 'prove'
      readonly proof: number
      readonly subject: Subject
      readonly token: string
      readonly leaveOut: ReadonlySet<Defence> | undefined
    }
  | { readonly is: 'stop'; readonly proof: number }
  | { readonly is: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly is: 'failure'; readonly call: number; readonly problem: string }
  | { readonly is: 'ping' }

/** From a thread that proves to the driver. */
export type FromThread =
  | {
      readonly is: 'call'
      readonly proof: number
      readonly call: number
      readonly port: Called
      readonly method: string
      readonly args: readonly unknown[]
    }
  | { readonly is: 'step'; readonly proof: number; readonly step: ProofStep }
  | { readonly is: 'pong' }
  | { readonly is: 'proven'; readonly proof: number; readonly receipt: Receipt }
  /** `why`: the proof was stopped, the draft is nested deeper than the stack is, or anything else. */
  | {
      readonly is: 'failed'
      readonly proof: number
      readonly why: 'interrupted' | 'too-deep' | 'error'
      readonly problem: string
    }
