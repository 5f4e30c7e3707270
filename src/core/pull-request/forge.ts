import { type Result, unreachable } from '../result.ts'

/** A pull request, as far as pm-agent needs it. */
export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly body: string
  readonly head: string
  readonly base: string
  readonly draft: boolean
  readonly open: boolean
  readonly merged: boolean
  /** Its branch is in another repository. */
  readonly fork: boolean
  readonly labels: readonly string[]
}

/** A comment on a pull request. */
export interface PullRequestComment {
  readonly id: number
  readonly author: string
  readonly url: string
  readonly body: string
}

/** Why a forge did not do what it was asked. */
export type ForgeProblem =
  | { readonly reason: 'unreachable'; readonly detail: string }
  /** The token is missing, wrong or revoked. */
  | { readonly reason: 'unauthorised' }
  /** The token is valid and may not do this. */
  | { readonly reason: 'forbidden'; readonly detail: string }
  | { readonly reason: 'rate-limited'; readonly until: number | null }
  | { readonly reason: 'not-found' }
  /** The repository has another name or owner now. */
  | { readonly reason: 'renamed' }
  | { readonly reason: 'rejected'; readonly detail: string }

/** One repository on a forge, and its pull requests. Every call may be repeated: nothing is made twice. */
export interface Forge {
  defaultBranch(): Promise<Result<string, ForgeProblem>>
  /** The open pull request of a branch; null if there is none. */
  findOpen(branch: string): Promise<Result<PullRequest | null, ForgeProblem>>
  get(number: number): Promise<Result<PullRequest, ForgeProblem>>
  /** Opens a draft, or returns the open pull request of this branch. */
  openDraft(draft: {
    readonly branch: string
    readonly base: string
    readonly title: string
    readonly body: string
  }): Promise<Result<PullRequest, ForgeProblem>>
  describe(number: number, body: string): Promise<Result<PullRequest, ForgeProblem>>
  /** Posts a comment that carries this mark, unless one is there. */
  commentOnce(number: number, mark: string, body: string): Promise<Result<'posted' | 'there', ForgeProblem>>
  /** Puts labels on it and takes others off; those that are as wanted stay. */
  label(
    number: number,
    change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<Result<void, ForgeProblem>>
  comment(number: number, body: string): Promise<Result<void, ForgeProblem>>
  /** Every comment, the oldest first. */
  comments(number: number): Promise<Result<readonly PullRequestComment[], ForgeProblem>>
  /** Removes a comment; one that is gone is as wanted. */
  removeComment(id: number): Promise<Result<void, ForgeProblem>>
  /** Whether a user may push to the repository. */
  mayWrite(user: string): Promise<Result<boolean, ForgeProblem>>
  markReady(number: number): Promise<Result<void, ForgeProblem>>
}

/** The problem in words, and a remedy. */
export function forgeWords(problem: ForgeProblem): { readonly what: string; readonly hint: string } {
  switch (problem.reason) {
    case 'unreachable':
      return { what: `the forge cannot be reached: ${problem.detail}`, hint: 'try again; nothing is lost' }
    case 'unauthorised':
      return { what: 'the forge does not accept the token', hint: 'set GH_TOKEN, or log in again: gh auth login' }
    case 'forbidden':
      return {
        what: `the token may not do this: ${problem.detail}`,
        hint: 'it needs to write pull requests and contents',
      }
    case 'rate-limited': {
      const until = problem.until === null ? 'later' : `after ${new Date(problem.until).toISOString()}`
      return { what: 'the forge refuses more requests for now', hint: `try again ${until}; nothing is lost` }
    }
    case 'not-found':
      return {
        what: 'the forge knows no such repository or pull request',
        hint: 'check the remote, and the rights of the token',
      }
    case 'renamed':
      return {
        what: 'the repository has another name or owner now',
        hint: 'git remote set-url REMOTE ADDRESS: its page shows the new address',
      }
    case 'rejected':
      return {
        what: `the forge rejected the request: ${problem.detail}`,
        hint: 'pm-agent pr --help explains the flags',
      }
    default:
      return unreachable(problem)
  }
}
