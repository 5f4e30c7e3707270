import type { Commit } from '../plan/ids.ts'
import { shortCommit } from '../plan/ids.ts'
import type { RunState } from '../run/state.ts'

/** The state of the published plan branch in the user's repository. */
export type BranchStanding =
  | { readonly is: 'as-published' }
  | { readonly is: 'deleted'; readonly was: Commit }
  | { readonly is: 'moved'; readonly was: Commit; readonly to: string }

/** `found` is the current commit of the branch; null if it is missing, undefined if it could not be read. */
export function branchStanding({ published, tip, opened }: RunState, found: string | null | undefined): BranchStanding {
  // Publishing is recorded afterwards: the branch may be one step ahead of the journal.
  if (published === null || found === undefined || found === published || found === tip || opened.rehearsal)
    return { is: 'as-published' }
  return found === null ? { is: 'deleted', was: published } : { is: 'moved', was: published, to: found }
}

/** The state in one sentence; null if the branch is unchanged. */
export function standingWords(branch: string, standing: BranchStanding): string | null {
  switch (standing.is) {
    case 'as-published':
      return null
    case 'deleted':
      return `${branch} was deleted; pm-agent had published it at ${shortCommit(standing.was)}`
    case 'moved':
      return `${branch} is at ${shortCommit(standing.to)}, and pm-agent had published it at ${shortCommit(standing.was)}`
  }
}

/** The remedy as commands. `vault` is the repository from which git can fetch the branch. */
export function standingHints(
  { opened: { branch }, finished }: RunState,
  standing: BranchStanding,
  vault: string,
): readonly string[] {
  const anew = 'start over from your last commit: pm-agent run --anew'
  switch (standing.is) {
    case 'as-published':
      return []
    case 'deleted':
      return [
        `get it back: git fetch ${vault} ${branch}:${branch}`,
        anew,
        ...(finished ? [] : ['pm-agent run continues, and publishes it again when the next task lands']),
      ]
    case 'moved':
      return [
        `what is different: git log ${shortCommit(standing.was)}...${branch}`,
        `what pm-agent published: git fetch ${vault} ${branch}:${branch}-published`,
        ...(finished ? [] : [`pm-agent run publishes nothing over it: git branch -m ${branch} ${branch}-mine`]),
        anew,
      ]
  }
}
