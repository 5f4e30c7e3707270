import { containsCommit, pushBranch, remoteTip } from '../../../adapters/git/repository/push.ts'
import type { Repository } from '../../../adapters/git/repository/repository.ts'
import { type Commit, commit } from '../../../core/plan/ids.ts'
import type { RemoteView } from '../../../core/pull-request/acts.ts'
import { ok } from '../../../core/result.ts'
import type { RemoteBranch } from '../../../engine/pull-request/desk.ts'

/** Branches of a remote, by the user's own git. */
export const remoteBranch = ({
  repository,
  remote,
}: {
  readonly repository: Repository
  readonly remote: string
}): RemoteBranch => ({
  standing: async (branch, published) => {
    const found = await remoteTip(repository, remote, branch)
    if (!found.ok) return found
    const tip = found.value
    return ok({ tip, push: published === null ? 'there' : await relation(repository, commit(published), tip) })
  },
  push: (from, to) => pushBranch(repository, remote, { from, to }),
})

async function relation(repository: Repository, published: Commit, tip: Commit | null): Promise<RemoteView['push']> {
  if (tip === null) return 'forward'
  if (await containsCommit(repository, published, tip)) return 'there'
  return (await containsCommit(repository, tip, published)) ? 'forward' : 'moved'
}
