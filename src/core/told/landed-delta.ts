import type { ChangeStatus } from '../proof/draft.ts'

/** The difference that the commit of one task made, read once from this difference alone. */
export interface LandedDelta {
  readonly files: readonly FileDelta[]
  /** Files beyond the number that is recorded. */
  readonly filesLeft: number
  readonly signatures: readonly SignatureDelta[]
  readonly signaturesLeft: number
}

export interface FileDelta {
  readonly path: string
  readonly status: ChangeStatus
  /** Lines; absent for a file that is not text or too large. */
  readonly lines?: { readonly added: number; readonly removed: number }
}

/** A public name of a file; `was` is null for a new one, `is` for a removed one. */
export interface SignatureDelta {
  readonly path: string
  readonly name: string
  readonly was: string | null
  readonly is: string | null
}
