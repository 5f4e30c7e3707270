import { type GitOutcome, runGit, UPLOAD_PACK } from '../git.ts'

export interface Transfer {
  /** Git directory of the repository that receives. */
  readonly into: string
  /** Directory of the repository that gives. */
  readonly from: string
  readonly refspec: string
  /** How many commits back; all of them when absent. */
  readonly depth?: number
  /** `as-there`: where the giver's history is cut off, the receiver's may be too. */
  readonly shallow?: 'as-there'
  readonly durable?: boolean
  readonly config?: readonly (readonly [string, string])[]
}

/**
 * Brings objects from one repository on this machine into another through a pack, so that no file is shared; nothing
 * else changes in either: no tags, no FETCH_HEAD, no maintenance.
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
    // The longest rewriting rule wins: this one keeps `url.*.insteadOf` of the receiver from sending us elsewhere.
    config: [[`url.${from}.insteadOf`, from], ...config],
  })
}
