import { existsSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { currentBranch } from '../../../adapters/git/repository/repository.ts'
import type { Forge, PullRequest } from '../../../core/pull-request/forge.ts'
import { forgeWords } from '../../../core/pull-request/forge.ts'
import { type PullRequestName, pullRequestName } from '../../../core/pull-request/pull-request-name.ts'
import { specReferences } from '../../../core/pull-request/spec-reference.ts'
import { isAgentInside } from '../../mcp/agent-inside.ts'
import type { Context } from '../context.ts'
import type { Places } from '../places/places.ts'
import { placesOfName, planOfBranch } from '../places/plan-places.ts'
import { Problem } from '../problem.ts'
import { warnLines } from '../words/printed-lines.ts'
import { forgeIfAny, forgeOf } from './forge-access.ts'
import { worth } from './pull-request-problem.ts'

/** The pull request that a call of `run` is about. */
export interface PullRequestTarget {
  readonly forge: Forge
  readonly remote: string
  readonly pull: PullRequest
  /** The plan that its body refers to; undefined if the usual search finds it. */
  readonly plan: string | undefined
}

interface TargetOptions {
  readonly plan?: string | undefined
  readonly remote?: string | undefined
  readonly local?: boolean | undefined
}

/** The pull request of `run 42`, `run #42`, `run URL`, or of a branch with a draft; null for a local run. */
export async function pullRequestTarget(
  context: Context,
  places: Places,
  options: TargetOptions,
): Promise<PullRequestTarget | null> {
  const { remote = 'origin' } = options
  const name = options.plan === undefined ? null : pullRequestName(options.plan)
  if (name === null || (name.bare && isPlan(context, places, options.plan!)))
    return options.plan === undefined && !options.local ? draftOfBranch(context, places, remote) : null
  if (options.local) throw new Problem(`--local and ${options.plan} cannot be used together`, ['leave one out'])
  await refuseAgents(context)
  const { forge, place } = await forgeOf(context, places, remote)
  refuseOtherRepository(name, place, remote)
  const pull = worth(await forge.get(name.number), [])
  const plan = planIn(places, pull) ?? planOfBranch(places.repository.top, pull.head)
  if (plan === null) throw noPlan(pull)
  return { forge, remote, pull, plan }
}

/** Agents have no business on a pull request, whatever token they found. */
export async function refuseAgents(context: Context): Promise<void> {
  if (await isAgentInside(context))
    throw new Problem('only a human may use pull requests: this came from a process of an agent or a check', [
      'run it in your own terminal',
    ])
}

const isPlan = ({ cwd }: Context, { repository }: Places, named: string): boolean =>
  [resolve(cwd, named), ...placesOfName(repository.top, named)].some(existsSync)

function refuseOtherRepository(
  { place, number }: PullRequestName,
  here: { readonly owner: string; readonly name: string },
  remote: string,
): void {
  const lower = (one: { readonly owner: string; readonly name: string }) => `${one.owner}/${one.name}`.toLowerCase()
  if (place && lower(place) !== lower(here))
    throw new Problem(
      `pull request #${number} belongs to ${place.owner}/${place.name}, and ${remote} is ${here.owner}/${here.name}`,
      ['run it in a clone of that repository, or name its remote: --remote NAME'],
    )
}

/** A bare `run` looks for a draft of the branch, and goes on locally if it cannot look. */
async function draftOfBranch(context: Context, places: Places, remote: string): Promise<PullRequestTarget | null> {
  const branch = await currentBranch(places.repository)
  const forge = branch === null ? null : await forgeIfAny(context, places, remote)
  if (branch === null || forge === null || (await isAgentInside(context))) return null
  const found = await forge.findOpen(branch)
  if (!found.ok) {
    warnLines(
      context.terminal,
      `note: whether ${branch} has a pull request is unknown, so this runs locally: ${forgeWords(found.error).what}`,
    )
    return null
  }
  if (!found.value?.draft) return null
  return { forge, remote, pull: found.value, plan: planIn(places, found.value) ?? undefined }
}

/** The plan of the body, if it is a file of this checkout. The words are a stranger's: nothing outside of it is read. */
function planIn({ repository: { top } }: Places, { body }: PullRequest): string | null {
  for (const reference of specReferences(body)) {
    const path = resolve(top, decoded(reference))
    if (!relative(top, path).startsWith('..') && existsSync(path) && statSync(path).isFile()) return path
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

const noPlan = ({ number, head, body }: PullRequest): Problem => {
  const named = specReferences(body)
  return new Problem(
    named.length > 0
      ? `pull request #${number} refers to ${named[0]}, which is not in this checkout`
      : `pull request #${number} names no plan`,
    [
      `switch to its branch: git switch ${head}`,
      'its body names the plan in a line such as: Spec Reference → [docs/plans/x.md](docs/plans/x.md)',
    ],
  )
}
