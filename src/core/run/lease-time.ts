/** How long the right to drive a run lasts without being renewed. */
export const LEASE_TTL_MS = 15_000
/** A third of it leaves room for a slow disk. */
export const RENEW_EVERY_MS = 5_000
/** How soon a failed renewal is tried again. */
export const RENEW_AGAIN_MS = 1_000
