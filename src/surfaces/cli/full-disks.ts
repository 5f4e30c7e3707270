import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { saysDiskFull } from '../../core/disk-full.ts'
import type { Places } from './places.ts'
import { Problem } from './problem.ts'

/** Less than this is as good as nothing: one more checkout does not fit. */
const FREE_BYTES_MIN = 1024 * 1024

/** Which of our places lie on a disk that is full, one sentence each: what the system says names none. */
export function fullDisks(places: Places): readonly string[] {
  const ours = [
    ['journal and vault', dirname(places.journalFile)],
    ['vault', places.vaultDir],
    ['workspaces and clean rooms', dirname(places.workspaces)],
  ] as const
  return ours.flatMap(([what, dir]) => (isFull(dir) ? [`full is the disk of ${dir} (${what})`] : []))
}

/** A failure that a full disk is behind, with the way out; null for any other one. */
export function diskFullProblem(error: unknown, places: Places): Problem | null {
  const words = error instanceof Error ? error.message : String(error)
  if (!saysDiskFull(words)) return null
  return new Problem(`the disk is full (${words})`, [
    ...fullDisks(places),
    'free some space; then pm-agent run goes on from what is recorded',
  ])
}

function isFull(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize < FREE_BYTES_MIN
  } catch {
    return false
  }
}
