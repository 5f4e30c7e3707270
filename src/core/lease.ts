import type { RunId } from './plan/ids.ts'

/** The right to drive a run. Appending asks for it; a newer token makes an older one worthless. */
export interface Lease {
  readonly run: RunId
  readonly token: number
}

export interface LeaseHolder {
  readonly pid: number
  readonly startTime: string
  readonly host: string
}

/** Who keeps the lease from others. */
export interface LeaseHeld extends LeaseHolder {
  /** It lives on this host and has not renewed its lease in time: busy beyond measure, or hung. */
  readonly silent?: true
}
export interface LeaseTerms {
  /** Also from a process that is alive and does not respond, because a human asked for it. */
  readonly fromSilent?: boolean
}

/** Who drives a run: a process, no process since the last one released it, or no process because the last one died. */
export type Driver =
  | { readonly is: 'driving'; readonly holder: LeaseHolder }
  | { readonly is: 'gone'; readonly holder: LeaseHolder }
  | { readonly is: 'nobody' }

/** How long the right to drive a run lasts without being renewed. */
export const LEASE_TTL_MS = 15_000
/** A third of it leaves room for a slow disk. */
export const RENEW_EVERY_MS = 5_000
/** How soon a failed renewal is tried again. */
export const RENEW_AGAIN_MS = 1_000
