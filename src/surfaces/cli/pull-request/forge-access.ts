import { openGitHub } from '../../../adapters/forge/github.ts'
import { remoteUrl } from '../../../adapters/git/repository/push.ts'
import { secretOutput } from '../../../adapters/process/child.ts'
import type { Forge } from '../../../core/pull-request/forge.ts'
import { type RemotePlace, remotePlace } from '../../../core/pull-request/remote-place.ts'
import type { Context } from '../context.ts'
import type { Places } from '../places/places.ts'
import { Problem } from '../problem.ts'

/** A forge, and the repository on it. */
export interface ForgeAccess {
  readonly forge: Forge
  readonly place: RemotePlace
}

/** The forge of a remote, with the user's token: from the environment, else from gh. It is neither stored nor printed. */
export async function forgeOf(context: Context, { repository }: Places, remote: string): Promise<ForgeAccess> {
  const url = await remoteUrl(repository, remote)
  const place = url === null ? null : remotePlace(url)
  if (!place)
    throw new Problem(
      url === null ? `there is no remote ${remote}` : `the remote ${remote} names no repository on a forge`,
      ['git remote -v lists the remotes; --remote NAME takes another one'],
    )
  const { api, variables } = serverOf(context, place)
  const token = await tokenFor(context, place, variables)
  if (!token)
    throw new Problem(`there is no token for ${place.host}`, [
      `set ${variables[0]}, or log in with GitHub's own program: gh auth login --hostname ${place.host}`,
    ])
  return { forge: openGitHub({ api, token }, place), place }
}

/** The same where it is possible without a question: for a look whether a branch has a pull request. One try, no pauses. */
export async function forgeIfAny(context: Context, { repository }: Places, remote: string): Promise<Forge | null> {
  const url = await remoteUrl(repository, remote)
  const place = url === null ? null : remotePlace(url)
  if (place === null) return null
  const { api, variables } = serverOf(context, place)
  const token = await tokenFor(context, place, variables)
  return token ? openGitHub({ api, token, pausesMs: [] }, place) : null
}

interface Server {
  readonly api: string
  /** Hold the token for this server, as for gh: the first one that is set. */
  readonly variables: readonly string[]
}

const FOR_GITHUB = ['GH_TOKEN', 'GITHUB_TOKEN']
const FOR_OTHERS = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']

/** The server of a repository. A token for GitHub itself is sent nowhere else, whatever host a remote names. */
function serverOf({ env }: Context, { host }: RemotePlace): Server {
  const { GITHUB_API_URL: api, GITHUB_SERVER_URL: page } = env
  if (api && (!page || (URL.canParse(page) && new URL(page).host === host))) return { api, variables: FOR_GITHUB }
  if (host === 'github.com') return { api: 'https://api.github.com', variables: FOR_GITHUB }
  if (host.endsWith('.ghe.com')) return { api: `https://api.${host}`, variables: FOR_GITHUB }
  return { api: `https://${host}/api/v3`, variables: FOR_OTHERS }
}

async function tokenFor({ env }: Context, { host }: RemotePlace, variables: readonly string[]): Promise<string | null> {
  const set = variables.map(name => env[name]).find(Boolean)
  return set ?? secretOutput('gh', ['auth', 'token', '--hostname', host], env)
}
