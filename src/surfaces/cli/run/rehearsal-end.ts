import type { Attempt, RunState, TaskRun } from '../../../core/run/state.ts'
import { finalReport, reportLines } from '../../../core/shown/final-report.ts'
import { plural } from '../../../core/text/lists.ts'
import { openQuestions } from '../words/question-words.ts'

/** The last lines of a rehearsal: what would have happened, that nothing did, and how to run it for real. */
export function rehearsalEnd(
  state: RunState,
  options: {
    readonly unplayed: readonly string[]
    readonly waited: readonly string[]
    readonly unpublishable: string | null
    readonly forReal: string
  },
): readonly string[] {
  const { config } = state
  const { branch } = state.opened
  const landed = state.tasks
    .filter(run => run.stage.is === 'completed' && run.attempts.length > 0)
    .toSorted((one, other) => one.endedAt! - other.endedAt!)
  return [
    'REHEARSAL: this is what would have happened. Nothing was changed and nothing is kept.',
    '',
    ...openQuestions(state),
    ...(options.waited.length > 0
      ? [
          'A real run would wait for you here; this one was played as if you had said yes:',
          ...options.waited.map(line => `  ${line}`),
          '',
        ]
      : []),
    ...reportLines(finalReport(state)),
    '',
    ...(landed.length > 0 ? [`On ${branch}, in this order:`, ...landed.map(landingLine)] : []),
    `At the same time: at most ${plural(mostAtOnce(state), 'agent')}, of ${config.limits.parallel} allowed`,
    ...(options.unpublishable ? [`Publish: would be refused: ${options.unpublishable}`] : []),
    ...(options.unplayed.length > 0
      ? ['These entries of the script were not played:', ...options.unplayed.map(line => `  ${line}`)]
      : []),
    `REHEARSAL over. For real: ${options.forReal}`,
  ]
}

function landingLine(run: TaskRun): string {
  const attempt = run.attempts.at(-1)!
  const [subject = ''] = attempt.contract.commitMessage.split('\n', 1)
  const files = attempt.ended?.draft?.changes.length ?? 0
  const brief = attempt.prompt.trimEnd().split('\n').length
  return `  ${run.task.id}  ${subject}  (${plural(files, 'file')}; ${attempt.agent}, brief of ${brief} lines)`
}

/** The maximum number of agents at work at the same time. */
function mostAtOnce(state: RunState): number {
  const attempts = state.tasks.flatMap(run => run.attempts)
  const endOf = ({ ended }: Attempt) => ended?.at ?? Number.POSITIVE_INFINITY
  const counts = attempts.map(
    ({ startedAt }) => attempts.filter(other => other.startedAt <= startedAt && endOf(other) > startedAt).length,
  )
  return Math.max(0, ...counts)
}
