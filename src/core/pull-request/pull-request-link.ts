/** The pull request that a run follows. */
export interface PullRequestLink {
  readonly number: number
  readonly url: string
  /** The branch that its commits are pushed to. */
  readonly head: string
  /** The name of the remote in the user's repository. */
  readonly remote: string
  /** Signs our comments: a comment by another author cannot pass for one of ours. */
  readonly secret: string
}

/** From now on the run follows this pull request. Recorded before anything is written there. */
export interface PullRequestEvent {
  readonly type: 'pull-request-linked'
  readonly link: PullRequestLink
}

/** Whether both are the same pull request with the same branch. */
export const isSameLink = (one: PullRequestLink | null, other: PullRequestLink): boolean =>
  one !== null && one.number === other.number && one.head === other.head && one.remote === other.remote
