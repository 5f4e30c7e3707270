import { createHmac, randomUUID } from 'node:crypto'
import { containsCommit, remoteTip } from '../../../adapters/git/repository/push.ts'
import {
  branchCommit,
  currentBranch,
  headCommit,
  type Repository,
} from '../../../adapters/git/repository/repository.ts'
import { type PullStanding, type RemoteView, standingOf } from '../../../core/pull-request/acts.ts'
import { beginRefusal } from '../../../core/pull-request/claim.ts'
import type { Forge, PullRequest } from '../../../core/pull-request/forge.ts'
import { isSameLink, type PullRequestLink } from '../../../core/pull-request/pull-request-link.ts'
import { type CommentReply, LETS_PASS, repliesTo, replyCommand } from '../../../core/pull-request/reply.ts'
import { decideCommand } from '../../../core/run/decide-command.ts'
import type { Recorded } from '../../../core/run/event.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { Command } from '../../../core/run/input.ts'
import { fold, type RunState } from '../../../core/run/state.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import { decideAlone } from '../../../engine/decide-alone.ts'
import { branchOf } from '../../../engine/open.ts'
import { type OwnRuns, PullRequestDesk, readComments } from '../../../engine/pull-request/desk.ts'
import type { Lease, Ports } from '../../../ports.ts'
import type { Context } from '../context.ts'
import type { Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { forgeOf } from './forge-access.ts'
import { deskProblem, refusalProblem, worth } from './pull-request-problem.ts'
import type { PullRequestTarget } from './pull-request-target.ts'
import { remoteBranch } from './remote-branch.ts'

const SIGNATURE_DIGITS = 20

const sign = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('hex').slice(0, SIGNATURE_DIGITS)

export interface FollowTerms {
  readonly forge: Forge
  readonly remote: string
  readonly pull: PullRequest
  readonly repository: Repository
  readonly planId: string
}

/** The end of a run as its pull request shows it. */
export interface PullRequestEnd {
  readonly isDone: boolean
  readonly lines: readonly string[]
}

/** A pull request that a run follows: claimed before it begins, brought up to date while it goes on, told at its end. */
export class FollowedPullRequest {
  readonly #terms: FollowTerms
  readonly #runs: readonly RunState[]
  #own: OwnRuns
  #note: (words: string) => void = () => {}
  #isTold = false
  #said = ''
  #waiting: RunState | null = null
  #work: Promise<void> = Promise.resolve()

  private constructor(terms: FollowTerms, runs: readonly RunState[]) {
    this.#terms = terms
    this.#runs = runs
    this.#own = new Map(
      runs.flatMap(({ opened, pullRequest }) =>
        pullRequest?.number === terms.pull.number ? [[opened.runId as string, pullRequest.secret]] : [],
      ),
    )
  }

  /** Looks whether a run may begin; nothing has been written anywhere if it may not. */
  static async open({ store }: Pick<Ports, 'store'>, terms: FollowTerms): Promise<FollowedPullRequest> {
    const runs: RunState[] = []
    for (const row of await store.runs()) {
      const state = row.planId === terms.planId ? fold(await store.read(row.id), evolve) : null
      if (state) runs.push(state)
    }
    const followed = new FollowedPullRequest(terms, runs)
    await followed.#mayBegin()
    return followed
  }

  get #link(): Omit<PullRequestLink, 'secret'> {
    const { pull, remote } = this.#terms
    return { number: pull.number, url: pull.url, head: pull.head, remote }
  }

  async #mayBegin(): Promise<void> {
    const { forge, pull } = this.#terms
    const comments = worth(await readComments(forge, pull.number, { own: this.#own, sign }))
    const marks = comments.flatMap(({ mark }) => mark ?? [])
    const refusal = beginRefusal(pull, { marks, own: new Set(this.#own.keys()) })
    if (refusal) throw refusalProblem(refusal, pull, comments)
    if (this.#own.size === 0) await this.#startsFromBranch()
  }

  /** Its commits can only be pushed by a fast-forward if they start from the current branch there. */
  async #startsFromBranch(): Promise<void> {
    const { repository, remote, pull, planId } = this.#terms
    const found = await remoteTip(repository, remote, pull.head)
    if (!found.ok) throw deskProblem({ is: 'push', problem: found.error }, pull)
    const open = this.#runs.findLast(({ finished }) => !finished)
    const here = await currentBranch(repository)
    const isOnIt = here === null || here === pull.head
    const starts = open
      ? [open.published ?? open.opened.base]
      : [await branchCommit(repository, branchOf(planId)), isOnIt ? await headCommit(repository) : null]
    for (const start of starts)
      if (start && (found.value === null || (await containsCommit(repository, found.value, start)))) return
    const name = shellWord(pull.head)
    if (!isOnIt)
      throw new Problem(`pull request #${pull.number} is about ${pull.head}, and ${here} is checked out`, [
        `git switch ${name}`,
      ])
    throw new Problem(`${pull.head} has commits on ${remote} that are not here`, [
      `git pull --ff-only ${shellWord(remote)} ${name}`,
      ...(open ? ['the open run of this plan began before them: pm-agent run --anew starts a new one'] : []),
    ])
  }

  /** Links the run, claims the pull request, and reads the answers of humans. */
  async begin(
    ports: Ports,
    { lease, state }: { readonly lease: Lease; readonly state: RunState },
    note: (words: string) => void,
  ): Promise<{ readonly state: RunState; readonly commands: readonly Command[] }> {
    this.#note = note
    const linked = await this.#linked(ports, lease, state)
    const desk = this.#desk(linked)
    const looked = await desk.look(linked, this.#link)
    if (!looked.ok) throw deskProblem(looked.error, this.#terms.pull)
    const { runId } = linked.opened
    if (looked.value.marks.some(mark => mark.kind === 'begun' && mark.run === runId))
      return { state: linked, commands: await this.#replies(ports, linked, looked.value) }
    // Twice: the second look tells whether another run began at the same moment.
    for (const _ of ['claim', 'look again']) {
      const synced = await desk.sync(linked, () => ({ is: 'executing' }))
      if (!synced.ok) throw deskProblem(synced.error, this.#terms.pull)
    }
    this.#isTold = true
    return { state: linked, commands: [] }
  }

  async #linked({ store, deciders, clock }: Ports, lease: Lease, state: RunState): Promise<RunState> {
    // A branch with another name is the same pull request: its comments stay ours.
    const secret = this.#own.get(state.opened.runId) ?? randomUUID()
    const link = { ...this.#link, secret }
    if (isSameLink(state.pullRequest, link)) return state
    const command = { type: 'follow-pull-request', link } as const
    const decided = await decideAlone(store, lease, state, command, { deciders: deciders!, now: clock.now() })
    if (!decided.ok) throw new Problem('the run cannot follow the pull request now', ['try again'])
    return fold(await store.read(lease.run), evolve)!
  }

  /** Answers below the last pause, by people who may push. */
  async #replies(
    { deciders }: Ports,
    state: RunState,
    { comments, marks }: { readonly comments: Parameters<typeof repliesTo>[1]; readonly marks: RemoteView['marks'] },
  ): Promise<readonly Command[]> {
    const isWeak = (await deciders?.standing(undefined, { tokens: new Set(), leaders: new Map() })) === 'weak'
    const commands: Command[] = []
    for (const reply of repliesTo(state.opened.runId, comments)) {
      const command = replyCommand(state, reply, marks)
      if (command === null) continue
      const problem = await this.#replyProblem(state, reply, command, isWeak)
      if (problem === null) commands.push(isWeak ? { ...command, weak: true } : command)
      else this.#note(`the reply of ${reply.author} (${reply.decision} ${reply.task}) is not taken: ${problem}`)
    }
    return commands
  }

  async #replyProblem(state: RunState, reply: CommentReply, command: Command, isWeak: boolean): Promise<string | null> {
    if (!worth(await this.#terms.forge.mayWrite(reply.author)))
      return 'only people who may push to the repository decide'
    if (isWeak && LETS_PASS.has(reply.decision))
      return `without a sandbox an agent could have written it; decide in a terminal: pm-agent ${reply.decision} ${reply.task}`
    const decided = decideCommand(state, command)
    return decided.ok ? null : [decided.error.message, ...decided.error.hints].join(' ')
  }

  /** A pushed branch and the first step of work are shown at once; the rest at the end. */
  record({ event }: Recorded, state: RunState): void {
    const isWork = !this.#isTold && WORK.has(event.type)
    if (!isWork && event.type !== 'branch-published') return
    if (isWork) this.#isTold = true
    this.#waiting = state
    this.#work = this.#work.then(async () => {
      const newest = this.#waiting
      this.#waiting = null
      if (newest) await this.#sync(newest, () => ({ is: 'executing' }))
    })
  }

  /** Nothing drives the run any more: its end or its pause is told. Returns the lines about it, and whether it worked. */
  async settle(state: RunState, { isScopeDone }: { readonly isScopeDone: boolean }): Promise<PullRequestEnd> {
    await this.#work
    if (state.pullRequest?.number !== this.#terms.pull.number)
      return {
        isDone: true,
        lines: [`The run ended without pull request #${this.#terms.pull.number}: pm-agent pr pushes it.`],
      }
    let told = { is: 'executing' } as PullStanding
    const synced = await this.#desk(state).sync(state, view => {
      told = standingOf(state, { ...view, isScopeDone })
      return told
    })
    const { number, url } = state.pullRequest
    if (synced.ok)
      return {
        // A blocked one waits for a human, even if the run itself is finished: its branch may have moved.
        isDone: told.is !== 'blocked',
        lines: [`Pull request #${number}: ${STANDING_WORDS[told.is]}: ${url}`],
      }
    const { message, hints } = deskProblem(synced.error, this.#terms.pull)
    return { isDone: false, lines: [message, ...hints.map(hint => `  ${hint}`)] }
  }

  /** A problem in the middle does not hurt the run: the next sync makes up for it. */
  async #sync(state: RunState, standing: () => PullStanding): Promise<void> {
    const synced = await this.#desk(state).sync(state, standing)
    const words = synced.ok ? '' : deskProblem(synced.error, this.#terms.pull).message
    if (words !== '' && words !== this.#said) this.#note(`${words}; it is tried again, and the run continues`)
    this.#said = words
  }

  #desk({ opened, pullRequest }: RunState): PullRequestDesk {
    if (pullRequest) this.#own = new Map([...this.#own, [opened.runId, pullRequest.secret]])
    const { forge } = this.#terms
    return new PullRequestDesk({ forge, branch: remoteBranch(this.#terms), own: this.#own, sign })
  }
}

const STANDING_WORDS: Readonly<Record<PullStanding['is'], string>> = {
  executing: 'executing',
  blocked: 'blocked until you answer',
  resting: 'up to date, with tasks left',
  complete: 'ready for review',
}

const WORK: ReadonlySet<Recorded['event']['type']> = new Set([
  'baseline-started',
  'attempt-started',
  'proof-started',
  'landing-started',
  'integration-started',
  'final-review-started',
  'release-gate-started',
])

/** The pull request of this call, or the one that the newest run of the plan follows; null for a local run. */
export async function followed(
  context: Context,
  { store }: Ports,
  asked: {
    readonly places: Places
    readonly target: PullRequestTarget | null
    readonly planId: string
    readonly options: { readonly local?: boolean | undefined; readonly anew?: boolean | undefined }
  },
): Promise<FollowedPullRequest | null> {
  const { places, planId, options } = asked
  const { repository } = places
  if (options.local) return null
  if (asked.target) return FollowedPullRequest.open({ store }, { ...asked.target, repository, planId })
  const newest = (await store.runs()).filter(row => row.planId === planId).at(-1)
  const state = newest && !options.anew ? fold(await store.read(newest.id), evolve) : null
  const link = state?.pullRequest
  if (!link) return null
  const { forge } = await forgeOf(context, places, link.remote)
  const pull = worth(await forge.get(link.number), ['without the pull request: pm-agent run --local'])
  // It was merged when the run was complete, as it was meant to be: nothing is left to follow.
  if (state.finished && !pull.open) return null
  return FollowedPullRequest.open({ store }, { forge, pull, remote: link.remote, repository, planId })
}

/** Prints the last lines about a pull request. One that is not up to date needs a human, whatever became of the run. */
export function pullRequestEnd({ terminal }: Context, end: PullRequestEnd | undefined, code: number): number {
  for (const line of end?.lines ?? []) terminal.warn(line)
  return end?.isDone === false && code === EXIT.done ? EXIT.needsHuman : code
}
