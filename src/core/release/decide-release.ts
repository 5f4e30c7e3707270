import { isWork, releaseProblems } from '../handover/release-problem.ts'
import type { ReleaseCheck } from '../handover/release-proof.ts'
import type { Event } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import { firstLine } from '../text/lists.ts'
import type { ReleaseEvent } from './release-event.ts'
import { type Remedy, remediation } from './remediation.ts'

/** A release gate ended. Faults of the branch become tasks, two rounds in a run; everything else is asked. */
export function gateFinished(
  state: RunState,
  recorded: Extract<ReleaseEvent, { type: 'release-gate-recorded' }>,
): readonly Event[] {
  const work = releaseProblems(state, recorded.proof)
    .filter(isWork)
    .flatMap(problem => (problem.is === 'check' ? [problem.check] : []))
  if (work.length === 0) return [recorded]
  const opened = remediation(state, 'release', {
    remedies: work.map(remedyFor),
    reasons: work.map(({ name, evidence }) => `${name}: ${firstLine(evidence)}`),
  })
  return opened.is === 'opened' ? [recorded, opened.event] : [recorded]
}

const LINES_MAX = 10

/** The failed command is the criterion of the task, so that its proof shows exactly that. */
function remedyFor({ name, area, command, evidence, failures = [] }: ReleaseCheck): Remedy {
  const where = area === undefined ? '' : ` in ${area}`
  const seen =
    failures.length > 0
      ? failures.map(
          ({ test, message, file, line }) => `${test ?? file}: ${firstLine(message)}${line ? ` (line ${line})` : ''}`,
        )
      : evidence.split('\n')
  return {
    title: `Fix: ${name} fails on the whole branch${where}`,
    steps: [
      `The release gate ran \`${command}\` on the finished branch and it failed. Make it pass without weakening any check.`,
      ...seen.slice(0, LINES_MAX),
    ],
    criteria: [
      {
        id: 'c1',
        category: 'runtime',
        text: `\`${command}\` passes`,
        ticked: false,
        check: { command, expect: { is: 'exit', code: 0 } },
        span: { line: 0, column: 0, start: 0, end: 0 },
      },
    ],
  }
}
