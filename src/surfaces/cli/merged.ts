import { findRepository, isMerged } from '../../adapters/git/repository.ts'
import type { RunState } from '../../core/state.ts'
import type { Context } from './context.ts'

/** Whether the user has merged what a finished run brought. */
export async function hasMerged({ cwd }: Context, { finished, tip }: RunState): Promise<boolean> {
  if (!finished || tip === null) return false
  const repository = await findRepository(cwd)
  return repository.ok && isMerged(repository.value, tip)
}
