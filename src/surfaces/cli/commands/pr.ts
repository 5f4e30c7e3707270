import { pushBranch } from '../../../adapters/git/repository/push.ts'
import type { Forge, ForgeProblem, PullRequest } from '../../../core/pull-request/forge.ts'
import { pullRequestPage, reportMark, reportText, withPage } from '../../../core/pull-request/pull-request-page.ts'
import type { Result } from '../../../core/result.ts'
import type { RunState } from '../../../core/run/state.ts'
import { finalReport } from '../../../core/shown/final-report.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { Context } from '../context.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { forgeOf } from '../pull-request/forge-access.ts'
import { worth } from '../pull-request/pull-request-problem.ts'
import { refuseAgents } from '../pull-request/pull-request-target.ts'
import { readRun } from '../reading.ts'
import { hasMerged, usersBranch } from '../run/merged.ts'

export interface PullRequestOptions {
  readonly run?: string
  readonly remote?: string
  readonly base?: string
  readonly title?: string
  readonly json?: boolean
}

/** `pr`: pushes the plan branch and opens its pull request as a draft, or renews both; ready when the run is finished. */
export async function pr(context: Context, options: PullRequestOptions): Promise<number> {
  await refuseAgents(context)
  const { state, store } = await readRun(context, options)
  store.close()
  const places = await findPlaces(context)
  refuseUnpublished(state)
  const remote = options.remote ?? 'origin'
  const { forge } = await forgeOf(context, places, remote)
  await refuseFollowing(forge, state)
  await push(places, remote, state.opened.branch)
  const pull = await pullRequestOf(context, forge, state, options)
  if (options.json) context.terminal.print(jsonText(pull, 2))
  else context.terminal.print(`${pull.draft ? 'Draft' : 'Ready'}: ${pull.url}`)
  return EXIT.done
}

function refuseUnpublished({ opened, tip, published }: RunState): void {
  if (opened.rehearsal) throw new Problem('this was a rehearsal: there is nothing to push')
  if (tip === null || published !== tip)
    throw new Problem(`${opened.branch} is not published in its current state`, [
      'pm-agent status says why, pm-agent run publishes it',
    ])
}

/** The run keeps its pull request itself: a second one would show the same commits. */
async function refuseFollowing(forge: Forge, { pullRequest: link }: RunState): Promise<void> {
  if (link === null || !made(await forge.get(link.number)).open) return
  throw new Problem(`this run follows pull request #${link.number}: ${link.url}`, [
    `pm-agent run ${link.number} brings it up to date`,
  ])
}

async function push({ repository }: Places, remote: string, branch: string): Promise<void> {
  const pushed = await pushBranch(repository, remote, { from: `refs/heads/${branch}`, to: branch })
  if (pushed.ok) return
  const { reason, detail } = pushed.error
  if (reason === 'failed')
    throw new Problem(`${branch} could not be pushed: ${detail}`, ['git push shows the same problem'])
  throw new Problem(
    `${branch} moved on ${remote}: it has commits that are not here, and pm-agent never pushes by force`,
    [`look at them: git fetch ${shellWord(remote)} && git log ${shellWord(`${branch}..${remote}/${branch}`)}`],
  )
}

async function pullRequestOf(
  context: Context,
  forge: Forge,
  state: RunState,
  options: PullRequestOptions,
): Promise<PullRequest> {
  const { branch, runId } = state.opened
  const report = finalReport(state, {
    merged: await hasMerged(context, state),
    standing: await usersBranch(context, state),
  })
  const page = pullRequestPage(state, report)
  const base = options.base ?? made(await forge.defaultBranch())
  const title = options.title ?? state.plan.title
  const opened = made(await forge.openDraft({ branch, base, title, body: page }))
  const { number } = opened
  const body = withPage(opened.body, page)
  if (body !== opened.body) made(await forge.describe(number, body))
  if (!state.finished) return made(await forge.get(number))
  made(await forge.commentOnce(number, reportMark(runId), reportText(report)))
  made(await forge.markReady(number))
  return made(await forge.get(number))
}

const made = <T>(result: Result<T, ForgeProblem>): T =>
  worth(result, ['pm-agent pr continues where it stopped; nothing is done twice'])
