import { type Act, dueActs, type PullStanding, type RemoteView } from '../../core/pull-request/acts.ts'
import { otherHolder, releasedClaims } from '../../core/pull-request/claim.ts'
import { commentText } from '../../core/pull-request/comment-text.ts'
import type { Forge, ForgeProblem, PullRequestComment } from '../../core/pull-request/forge.ts'
import { isSigned as hasSignature, type Mark, markLine, readMark, type Sign } from '../../core/pull-request/mark.ts'
import type { PullRequestLink } from '../../core/pull-request/pull-request-link.ts'
import { pullRequestPage } from '../../core/pull-request/pull-request-page.ts'
import { err, invariant, ok, type Result, unreachable } from '../../core/result.ts'
import type { RunState } from '../../core/run/state.ts'
import { finalReport } from '../../core/shown/final-report.ts'

/** The branch of a pull request, by the user's own git. */
export interface RemoteBranch {
  /** Its tip there, and how the published commits relate to it. */
  standing(branch: string, published: string | null): Promise<Result<Pick<RemoteView, 'tip' | 'push'>, RemoteProblem>>
  /** By a plain fast-forward. */
  push(commit: string, branch: string): Promise<Result<void, RemoteProblem>>
}

/** Why git did not do it. */
type RemoteProblem = { readonly reason: 'moved' | 'failed'; readonly detail: string }

/** Why a pull request could not be brought up to date. */
export type DeskProblem =
  | { readonly is: 'forge'; readonly problem: ForgeProblem }
  | { readonly is: 'push'; readonly problem: RemoteProblem }
  | { readonly is: 'closed'; readonly merged: boolean }
  /** Another run began at the same moment, and was first. */
  | { readonly is: 'taken'; readonly run: string }

/** The secrets of the runs that began here, by their ids. */
export type OwnRuns = ReadonlyMap<string, string>

export interface DeskTerms {
  readonly forge: Forge
  readonly branch: RemoteBranch
  readonly own: OwnRuns
  readonly sign: (secret: string) => Sign
}

/** A comment, and its mark if it has one that counts. */
export interface ReadComment {
  readonly comment: PullRequestComment
  readonly mark: Mark | null
}

type Looked = RemoteView & { readonly comments: readonly ReadComment[] }

/** Keeps one pull request as the journal says that it should be. It looks, derives the acts that are due, and does them in order. */
export class PullRequestDesk {
  readonly #terms: DeskTerms

  constructor(terms: DeskTerms) {
    this.#terms = terms
  }

  /** Brings the remote up to date; repeating it changes nothing. */
  async sync(state: RunState, standing: (view: RemoteView) => PullStanding): Promise<Result<RemoteView, DeskProblem>> {
    let synced = await this.#syncOnce(state, standing)
    // The answer to a request may be lost behind its effect: the next look shows whether it is still due.
    for (let again = 1; again < TRIES && isLost(synced); again++) synced = await this.#syncOnce(state, standing)
    return synced
  }

  async #syncOnce(
    state: RunState,
    standing: (view: RemoteView) => PullStanding,
  ): Promise<Result<RemoteView, DeskProblem>> {
    const { link, secret } = this.#linkOf(state)
    const looked = await this.look(state, link)
    if (!looked.ok) return looked
    const view = looked.value
    if (!view.pull.open) return err({ is: 'closed', merged: view.pull.merged })
    for (const act of dueActs(state, standing(view), view)) {
      const done = await this.#perform(act, state, view, { link, sign: this.#terms.sign(secret) })
      if (!done.ok) return done
    }
    const other = otherHolder(view.marks, state.opened.runId)
    return other === null ? looked : err({ is: 'taken', run: other })
  }

  /** The current state of the remote. */
  async look(state: RunState, link: Pick<PullRequestLink, 'number' | 'head'>): Promise<Result<Looked, DeskProblem>> {
    const { forge, branch, own } = this.#terms
    const pull = await forge.get(link.number)
    if (!pull.ok) return err({ is: 'forge', problem: pull.error })
    const comments = await readComments(forge, link.number, { own, sign: this.#terms.sign })
    if (!comments.ok) return err({ is: 'forge', problem: comments.error })
    const standing = await branch.standing(link.head, state.published)
    if (!standing.ok) return err({ is: 'push', problem: standing.error })
    const marks = comments.value.flatMap(({ mark }) => mark ?? [])
    const released = releasedClaims(pull.value, { marks, own: new Set(own.keys()) })
    return ok({
      pull: pull.value,
      marks,
      ...standing.value,
      released: released.filter(run => run !== state.opened.runId),
      page: pullRequestPage(state, finalReport(state)),
      comments: comments.value,
    })
  }

  async #perform(
    act: Act,
    state: RunState,
    view: Looked,
    { link, sign }: { readonly link: PullRequestLink; readonly sign: Sign },
  ): Promise<Result<void, DeskProblem>> {
    const { forge, branch } = this.#terms
    const { number } = link
    switch (act.act) {
      case 'push':
        return asPush(await branch.push(act.commit, link.head))
      case 'label':
        return asForge(await forge.label(number, act))
      case 'comment': {
        const text = commentText(act.mark, { state, report: finalReport(state), remote: view })
        return asForge(await forge.comment(number, `${markLine(act.mark, sign)}\n${text}`))
      }
      case 'describe':
        return asForge(await forge.describe(number, act.body))
      case 'ready':
        return asForge(await forge.markReady(number))
      case 'withdraw':
        return this.#withdraw(state, view)
      default:
        return unreachable(act)
    }
  }

  async #withdraw(state: RunState, { comments }: Looked): Promise<Result<void, DeskProblem>> {
    for (const { comment, mark } of comments) {
      if (mark?.kind !== 'begun' || mark.run !== state.opened.runId) continue
      const removed = asForge(await this.#terms.forge.removeComment(comment.id))
      if (!removed.ok) return removed
    }
    return ok(undefined)
  }

  #linkOf(state: RunState): { readonly link: PullRequestLink; readonly secret: string } {
    const { pullRequest: link } = state
    invariant(link, 'a run is linked before its pull request is touched')
    return { link, secret: link.secret }
  }
}

const TRIES = 3

const isLost = (synced: Result<unknown, DeskProblem>): boolean =>
  !synced.ok && synced.error.is === 'forge' && synced.error.problem.reason === 'unreachable'

/**
 * All comments with their marks. A mark of a run from here counts only with its signature, one of another run only from
 * somebody who may push: a stranger's comment could otherwise claim the pull request.
 */
export async function readComments(
  forge: Forge,
  number: number,
  { own, sign }: Pick<DeskTerms, 'own' | 'sign'>,
): Promise<Result<readonly ReadComment[], ForgeProblem>> {
  const comments = await forge.comments(number)
  if (!comments.ok) return comments
  const read = comments.value.map(comment => {
    const found = readMark(comment.body)
    const secret = found && own.get(found.mark.run)
    return { comment, found, isSigned: secret ? hasSignature(found.mark, found.line, sign(secret)) : null }
  })
  const authors = read.flatMap(({ comment, found, isSigned }) => (found && isSigned === null ? [comment.author] : []))
  // Our own account needs no question, and a bot could not be asked about.
  const trusted = new Set(read.flatMap(({ comment, isSigned }) => (isSigned ? [comment.author] : [])))
  for (const author of new Set(authors)) {
    const may = trusted.has(author) ? ok(true) : await forge.mayWrite(author)
    if (!may.ok) return may
    if (may.value) trusted.add(author)
  }
  return ok(
    read.map(({ comment, found, isSigned }) => ({
      comment,
      mark: found && (isSigned ?? trusted.has(comment.author)) ? found.mark : null,
    })),
  )
}

const asForge = (result: Result<unknown, ForgeProblem>): Result<void, DeskProblem> =>
  result.ok ? ok(undefined) : err({ is: 'forge', problem: result.error })

const asPush = (result: Result<void, RemoteProblem>): Result<void, DeskProblem> =>
  result.ok ? result : err({ is: 'push', problem: result.error })
