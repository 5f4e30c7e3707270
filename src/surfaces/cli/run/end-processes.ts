import type { RunState } from '../../../core/run/state.ts'
import type { Agents } from '../../../ports.ts'

/** Ends every process in progress according to the journal: agents, proofs, the baseline, the final review. */
export async function endProcesses({ reap }: Pick<Agents, 'reap'>, state: RunState): Promise<void> {
  for (const run of state.tasks) {
    const attempt = run.attempts.at(-1)
    if (run.stage.is === 'working' && attempt) await reap(attempt.token, attempt.process)
    if (run.stage.is === 'proving') await reap(run.stage.token, null)
  }
  if (state.baselineToken) await reap(state.baselineToken, null)
  if (state.release.reviewing) await reap(state.release.reviewing.token, null)
}
