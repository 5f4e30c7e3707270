import { join, relative } from 'node:path'
import { refIn } from '../../../adapters/git/objects/ref-file.ts'
import { findGitCommonDir } from '../../../adapters/git/repository/locate.ts'
import type { RunState } from '../../../core/run/state.ts'
import {
  type BranchStanding,
  branchStanding,
  standingHints,
  standingWords,
} from '../../../core/shown/branch-standing.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { Context } from '../context.ts'
import { journalFileIn } from '../places/journal-file.ts'

/** Whether the user has merged the result of a finished run. */
export async function hasMerged({ cwd }: Context, { finished, tip }: RunState): Promise<boolean> {
  if (!finished || tip === null) return false
  // Starting git takes many modules, which the usual status does not need.
  const { findRepository, isMerged } = await import('../../../adapters/git/repository/repository.ts')
  const repository = await findRepository(cwd)
  return repository.ok && isMerged(repository.value, tip)
}

/** The state of the plan branch; a branch deleted after its merge is fine. */
export async function usersBranch(context: Context, state: RunState): Promise<BranchStanding> {
  const commonDir = findGitCommonDir(context.cwd)
  if (commonDir === null) return { is: 'as-published' }
  const standing = branchStanding(state, refIn(commonDir, `refs/heads/${state.opened.branch}`))
  const isTidiedUp = standing.is === 'deleted' && (await hasMerged(context, state))
  return isTidiedUp ? { is: 'as-published' } : standing
}

/** The message about a deleted or moved branch, with a remedy; empty if it is as published. */
export function standingLines(context: Context, state: RunState, standing: BranchStanding): readonly string[] {
  const words = standingWords(state.opened.branch, standing)
  const commonDir = findGitCommonDir(context.cwd)
  if (words === null || commonDir === null) return []
  const vault = join(journalFileIn(commonDir), '..', 'vault.git')
  const near = relative(context.cwd, vault)
  const hints = standingHints(state, standing, shellWord(near.startsWith('..') ? vault : near))
  return [`${words}.`, ...hints.map(hint => `  ${hint}`)]
}
