import { viewRun } from '../../core/shown/view.ts'
import type { Context } from '../cli/context.ts'
import type { Readings } from './readings.ts'
import type { WebRun, WebRunList } from './wire.ts'

/** All runs of the repository, newest first; none where nothing ran yet. */
export async function runList({ cwd }: Context, readings: Readings): Promise<WebRunList> {
  const runs: WebRun[] = []
  for (const { id, openedAt } of (await readings.runs()).toReversed())
    runs.push(
      await readings.summary(id, state => {
        const { run, escalations, plan_questions } = viewRun(state)
        return {
          id,
          plan: run.plan,
          title: run.title,
          opened_at: new Date(openedAt).toISOString(),
          phase: run.phase,
          finished: Boolean(state.finished),
          waiting: escalations.length + plan_questions.length,
        }
      }),
    )
  return { repository: cwd, runs }
}
