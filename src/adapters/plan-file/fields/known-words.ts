import type { Kind, TaskType, Tier } from '../../../core/plan/plan.ts'

/** The allowed values of `Kind`, `Tier` and `Type`. */
export const KINDS: readonly Kind[] = ['feature', 'fix', 'refactor', 'perf', 'docs', 'chore', 'release']
export const TIERS: readonly Tier[] = ['critical', 'normal', 'low']
export const TYPES: readonly TaskType[] = ['work', 'verification']

/** The first word of a value in lower case: `verification (read-only)` is `verification`. */
export const firstWord = (words: string): string => /^[`*_]*([\p{L}\p{N}-]*)/u.exec(words)![1]!.toLowerCase()
