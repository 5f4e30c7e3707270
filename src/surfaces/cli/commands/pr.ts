import { openGitHub } from '../../../adapters/forge/github.ts'
import { pushBranch, remoteUrl } from '../../../adapters/git/repository/push.ts'
import { secretOutput } from '../../../adapters/process/child.ts'
import { type Forge, type ForgeProblem, forgeWords, type PullRequest } from '../../../core/pull-request/forge.ts'
import { pullRequestPage, reportMark, withPage } from '../../../core/pull-request/pull-request-page.ts'
import { remotePlace } from '../../../core/pull-request/remote-place.ts'
import type { Result } from '../../../core/result.ts'
import type { RunState } from '../../../core/run/state.ts'
import { finalReport, reportLines } from '../../../core/shown/final-report.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import { isAgentInside } from '../../mcp/agent-inside.ts'
import type { Context } from '../context.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
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
  if (await isAgentInside(context))
    throw new Problem("pull requests are a human's: this came from a process of an agent or of a check", [
      'open it in a terminal of your own',
    ])
  const { state, store } = await readRun(context, options)
  store.close()
  const places = await findPlaces(context)
  refuseUnpublished(state)
  const remote = options.remote ?? 'origin'
  const forge = await forgeOf(context, places, remote)
  await push(places, remote, state.opened.branch)
  const made = await pullRequestOf(context, forge, state, options)
  if (options.json) context.terminal.print(jsonText(made, 2))
  else context.terminal.print(`${made.draft ? 'Draft' : 'Ready'}: ${made.url}`)
  return EXIT.done
}

function refuseUnpublished({ opened, tip, published }: RunState): void {
  if (opened.rehearsal) throw new Problem('this was a rehearsal: there is nothing to push')
  if (tip === null || published !== tip)
    throw new Problem(`${opened.branch} is not in this repository yet as it stands`, [
      'pm-agent status says why, pm-agent run publishes it',
    ])
}

/** The forge of a remote, with the user's token: from the environment, else from gh. It is neither stored nor printed. */
async function forgeOf({ env }: Context, { repository }: Places, remote: string): Promise<Forge> {
  const url = await remoteUrl(repository, remote)
  const place = url === null ? null : remotePlace(url)
  if (!place)
    throw new Problem(
      url === null ? `there is no remote ${remote}` : `the remote ${remote} names no repository on a forge`,
      ['git remote -v lists the remotes; --remote NAME takes another one'],
    )
  const token = env.GH_TOKEN || env.GITHUB_TOKEN || (await secretOutput('gh', ['auth', 'token'], env))
  if (!token)
    throw new Problem('there is no token for GitHub', ['set GH_TOKEN, or log in with its own program: gh auth login'])
  const usual = place.host === 'github.com' ? 'https://api.github.com' : `https://${place.host}/api/v3`
  return openGitHub({ api: env.GITHUB_API_URL || usual, token }, place)
}

async function push({ repository }: Places, remote: string, branch: string): Promise<void> {
  const pushed = await pushBranch(repository, remote, branch)
  if (pushed.ok) return
  const { reason, detail } = pushed.error
  if (reason === 'failed') throw new Problem(`${branch} could not be pushed: ${detail}`, ['git push says the same'])
  throw new Problem(`${branch} moved on ${remote}: it has commits that are not here, and pm-agent never forces`, [
    `look at them: git fetch ${shellWord(remote)} && git log ${shellWord(`${branch}..${remote}/${branch}`)}`,
  ])
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
  const base = options.base ?? worth(await forge.defaultBranch())
  const title = options.title ?? state.plan.title
  const opened = worth(await forge.openDraft({ branch, base, title, body: page }))
  const { number } = opened
  const body = withPage(opened.body, page)
  if (body !== opened.body) worth(await forge.describe(number, body))
  if (!state.finished) return worth(await forge.get(number))
  const text = ['```text', ...reportLines(report).map(line => line.replaceAll('```', "'''")), '```'].join('\n')
  worth(await forge.commentOnce(number, reportMark(runId), text))
  worth(await forge.markReady(number))
  return worth(await forge.get(number))
}

function worth<T>(result: Result<T, ForgeProblem>): T {
  if (result.ok) return result.value
  const { what, hint } = forgeWords(result.error)
  throw new Problem(what, [hint, 'pm-agent pr goes on where it stopped: nothing is made twice'])
}
