import { shortCommit } from '../plan/ids.ts'
import { unreachable } from '../result.ts'
import { plural } from '../text/lists.ts'
import type { Manifest } from './manifest.ts'

/** Whether a statement of a manifest holds here. */
type VerifiedResult = 'held' | 'failed' | 'could-not-run'

/** One statement of a manifest, checked. */
export interface Verified {
  readonly id: string
  readonly result: VerifiedResult
  /** One sentence: what was found. */
  readonly words: string
}

/** A claim that was repeated. */
export interface VerifiedClaim extends Verified {
  readonly command: string
  /** Whether the output has the recorded digest; null if nothing ran. It only informs. */
  readonly same_output: boolean | null
}

/** Everything that `pm-agent verify` found. */
export interface Verification {
  readonly manifest: Manifest
  /** The manifest itself, its objects, its branch and its merge. */
  readonly facts: readonly Verified[]
  readonly claims: readonly VerifiedClaim[]
}

export const isVerified = ({ facts, claims }: Verification): boolean =>
  [...facts, ...claims].every(({ result }) => result === 'held')

const WORDS: Readonly<Record<VerifiedResult, string>> = {
  held: 'held',
  failed: 'FAILED',
  'could-not-run': 'could not run',
}

/** One line of the list. */
export const verifiedLine = ({ id, result, words }: Verified): string =>
  `  ${WORDS[result].padEnd(13)}  ${id}: ${words}`

export const verificationHeading = ({ title, plan_id, commit, completed_at }: Manifest): string =>
  `Release of ${title} (${plan_id}): ${shortCommit(commit)}, completed ${completed_at.slice(0, 16).replace('T', ' ')} UTC`

/** The result in one or two sentences. */
export function verificationEnd(verification: Verification): readonly string[] {
  const all = [...verification.facts, ...verification.claims]
  const count = (result: VerifiedResult) => all.filter(one => one.result === result).length
  if (isVerified(verification))
    return [
      `Verified: everything in the manifest holds here (${plural(verification.claims.length, 'claim')} repeated).`,
    ]
  const parts = (['failed', 'could-not-run'] as const).flatMap(result => {
    const found = count(result)
    return found === 0 ? [] : [`${found} ${endWord(result)}`]
  })
  return [`NOT verified: ${parts.join(', ')}, ${count('held')} held.`]
}

function endWord(result: Exclude<VerifiedResult, 'held'>): string {
  switch (result) {
    case 'failed':
      return 'failed'
    case 'could-not-run':
      return 'could not run'
    default:
      return unreachable(result)
  }
}

/** The documented JSON. */
export const verificationJson = (verification: Verification) => ({
  verified: isVerified(verification),
  plan_id: verification.manifest.plan_id,
  branch: verification.manifest.branch,
  commit: verification.manifest.commit,
  facts: verification.facts,
  claims: verification.claims,
})
