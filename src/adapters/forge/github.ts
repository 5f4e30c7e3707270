import type { Forge, ForgeProblem, PullRequest, PullRequestComment } from '../../core/pull-request/forge.ts'
import type { RemotePlace } from '../../core/pull-request/remote-place.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type Ask, askGitHub, type GitHubAccess, GRAPHQL } from './github-request.ts'

interface SentRepository {
  readonly full_name: string
}

interface SentComment {
  readonly id: number
  readonly html_url: string
  readonly body: string | null
  readonly user: { readonly login: string } | null
}

/** A pull request as GitHub sends it, as far as it is read. */
interface SentPull {
  readonly number: number
  readonly node_id: string
  readonly html_url: string
  readonly title: string
  readonly body: string | null
  readonly state: string
  readonly draft?: boolean
  readonly merged_at?: string | null
  /** Its repository is null when it was deleted. */
  readonly head: { readonly ref: string; readonly repo?: SentRepository | null }
  readonly base: { readonly ref: string; readonly repo?: SentRepository }
  readonly labels: readonly { readonly name: string }[]
}

const PAGE_SIZE = 100

/** Pull requests of one repository on GitHub. */
export function openGitHub(access: GitHubAccess, { owner, name }: RemotePlace): Forge {
  const ask = askGitHub(access)
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const pull = (number: number) => ask<SentPull>('GET', `${repository}/pulls/${number}`)
  const findOpen = async (branch: string) => {
    const head = encodeURIComponent(`${owner}:${branch}`)
    const found = await ask<readonly SentPull[]>('GET', `${repository}/pulls?state=open&head=${head}`)
    return mapped(found, ([first]) => (first ? shaped(first) : null))
  }
  return {
    defaultBranch: async () =>
      mapped(await ask<{ default_branch: string }>('GET', repository), sent => sent.default_branch),
    findOpen,
    get: async number => mapped(await pull(number), shaped),
    openDraft: async ({ branch, base, title, body }) => {
      const there = await findOpen(branch)
      if (!there.ok) return there
      if (there.value) return ok(there.value)
      const draft = { head: branch, base, title, body, draft: true }
      return mapped(await ask<SentPull>('POST', `${repository}/pulls`, draft), shaped)
    },
    describe: async (number, body) =>
      mapped(await ask<SentPull>('PATCH', `${repository}/pulls/${number}`, { body }), shaped),
    commentOnce: (number, mark, body) => commentOnce(ask, `${repository}/issues/${number}/comments`, mark, body),
    comment: async (number, body) =>
      mapped(await ask('POST', `${repository}/issues/${number}/comments`, { body }), () => undefined),
    comments: number => allComments(ask, `${repository}/issues/${number}/comments`),
    removeComment: async id => {
      const removed = await ask('DELETE', `${repository}/issues/comments/${id}`)
      return removed.ok || removed.error.reason === 'not-found' ? ok(undefined) : removed
    },
    mayWrite: async user => {
      const path = `${repository}/collaborators/${encodeURIComponent(user)}/permission`
      const sent = await ask<{ readonly permission: string }>('GET', path)
      if (!sent.ok && sent.error.reason === 'not-found') return ok(false)
      return mapped(sent, ({ permission }) => permission === 'admin' || permission === 'write')
    },
    label: (number, change) => label(ask, `${repository}/issues/${number}/labels`, change),
    markReady: async number => {
      const sent = await pull(number)
      if (!sent.ok) return sent
      if (sent.value.draft !== true) return ok(undefined)
      // This has no form in the REST interface.
      const query =
        'mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }'
      const variables = { id: sent.value.node_id }
      const made = await ask<{ readonly errors?: readonly { readonly message: string }[] }>('POST', GRAPHQL, {
        query,
        variables,
      })
      if (!made.ok) return made
      const problem = made.value.errors?.[0]
      return problem ? err({ reason: 'rejected', detail: problem.message }) : ok(undefined)
    },
  }
}

async function allComments(ask: Ask, path: string): Promise<Result<readonly PullRequestComment[], ForgeProblem>> {
  const all: PullRequestComment[] = []
  for (let page = 1; ; page++) {
    const sent = await ask<readonly SentComment[]>('GET', `${path}?per_page=${PAGE_SIZE}&page=${page}`)
    if (!sent.ok) return sent
    for (const { id, html_url, body, user } of sent.value)
      all.push({ id, url: html_url, author: user?.login ?? '', body: body ?? '' })
    if (sent.value.length < PAGE_SIZE) return ok(all)
  }
}

async function commentOnce(
  ask: Ask,
  path: string,
  mark: string,
  body: string,
): Promise<Result<'posted' | 'there', ForgeProblem>> {
  const there = await allComments(ask, path)
  if (!there.ok) return there
  if (there.value.some(comment => comment.body.includes(mark))) return ok('there')
  return mapped(await ask('POST', path, { body: `${mark}\n${body}` }), () => 'posted' as const)
}

async function label(
  ask: Ask,
  path: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<Result<void, ForgeProblem>> {
  if (add.length > 0) {
    const added = await ask('POST', path, { labels: add })
    if (!added.ok) return added
  }
  for (const name of remove) {
    const removed = await ask('DELETE', `${path}/${encodeURIComponent(name)}`)
    // One that is not there is as wanted.
    if (!removed.ok && removed.error.reason !== 'not-found') return removed
  }
  return ok(undefined)
}

const shaped = (sent: SentPull): PullRequest => ({
  number: sent.number,
  url: sent.html_url,
  title: sent.title,
  body: sent.body ?? '',
  head: sent.head.ref,
  base: sent.base.ref,
  draft: sent.draft === true,
  open: sent.state === 'open',
  merged: Boolean(sent.merged_at),
  fork: sent.head.repo !== undefined && sent.head.repo?.full_name !== sent.base.repo?.full_name,
  labels: sent.labels.map(({ name }) => name),
})

const mapped = <T, U>(result: Result<T, ForgeProblem>, make: (value: T) => U): Result<U, ForgeProblem> =>
  result.ok ? ok(make(result.value)) : result
