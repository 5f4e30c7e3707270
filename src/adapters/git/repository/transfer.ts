import { runGit, UPLOAD_PACK } from '../git.ts'
import type { GitOutcome } from '../git-process.ts'

export interface Transfer {
  /** Git directory of the receiving repository. */
  readonly into: string
  /** Directory of the sending repository. */
  readonly from: string
  readonly refspec: string
  /** Number of commits; absent means all. */
  readonly depth?: number
  /** `as-there`: a shallow sender makes the receiver shallow too. */
  readonly shallow?: 'as-there'
  readonly durable?: boolean | undefined
  readonly config?: readonly (readonly [string, string])[]
}

/**
 * Copies objects between two repositories on this machine through a pack, so that no file is shared; changes nothing
 * else in either: no tags, no FETCH_HEAD, no maintenance.
 */
export function transfer({ into, from, refspec, depth, shallow, durable, config = [] }: Transfer): Promise<GitOutcome> {
  return runGit({
    gitDir: into,
    durable,
    args: [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-recurse-submodules',
      '--update-head-ok',
      `--upload-pack=${UPLOAD_PACK}`,
      ...(depth === undefined ? [] : [`--depth=${depth}`]),
      ...(shallow === undefined ? [] : ['--update-shallow']),
      from,
      refspec,
    ],
    // The longest rewriting rule wins, so this one overrides `url.*.insteadOf` of the receiver.
    config: [[`url.${from}.insteadOf`, from], ...config],
  })
}
