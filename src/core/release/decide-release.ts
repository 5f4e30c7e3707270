import { isWork, releaseProblems } from '../handover/release-problem.ts'
import type { ReleaseCheck } from '../handover/release-proof.ts'
import type { Event } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import { firstLine } from '../text/lists.ts'
import type { ReleaseEvent } from './release-event.ts'
import { type Remedy, remediation } from './remediation.ts'

/** A release gate ended. Faults of the branch and of its merge become tasks, two rounds in a run; everything else is asked. */
export function gateFinished(
  state: RunState,
  recorded: Extract<ReleaseEvent, { type: 'release-gate-recorded' }>,
): readonly Event[] {
  const { merge } = recorded.proof
  const red = releaseProblems(state, recorded.proof)
    .filter(isWork)
    .flatMap(problem => (problem.is === 'check' ? [problem.check] : []))
  const work = red.filter(check => check.on === 'branch' || !red.some(other => isSameOnBranch(other, check)))
  const theirs = (merge?.is === 'clean' && merge.theirs) || []
  if (work.length === 0) return [recorded]
  const opened = remediation(state, 'release', {
    remedies: work.map(check => (check.on === 'branch' ? remedyFor(check) : remedyForMerge(check, theirs))),
    reasons: work.map(({ name, evidence }) => `${name}: ${firstLine(evidence)}`),
  })
  return opened.is === 'opened' ? [recorded, opened.event] : [recorded]
}

/** A fault of the branch is in its merge as well. */
const isSameOnBranch = (other: ReleaseCheck, { name, area, command }: ReleaseCheck): boolean =>
  other.on === 'branch' && other.name === name && other.area === area && other.command === command

const LINES_MAX = 10

/** The failed command is the criterion of the task, so that its proof shows exactly that. */
function remedyFor(check: ReleaseCheck): Remedy {
  const { name, command } = check
  const where = whereOf(check)
  return {
    title: `Fix: ${name} fails on the whole branch${where}`,
    steps: [
      `The release gate ran \`${command}\` on the finished branch and it failed. Make it pass without weakening any check.`,
      ...seenIn(check),
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

/** The command passes on the plan branch, so it is no criterion: the next release gate shows whether the merge holds. */
function remedyForMerge(check: ReleaseCheck, theirs: readonly string[]): Remedy {
  const { name, command } = check
  return {
    title: `Fix: ${name} fails on the merge with the base branch${whereOf(check)}`,
    steps: [
      `The release gate ran \`${command}\` on the merge of the plan branch with the base branch and it failed; it passes on the plan branch alone. Change the work of this plan so that it holds with the code here and with the changes of the base branch. Add a test for it; do not weaken any check.`,
      ...seenIn(check),
      ...(theirs.length > 0 ? ['The base branch changed since the run began:', ...theirs.map(inCode)] : []),
    ],
  }
}

/** A line of code in backquotes, in more of them if it has some. */
const inCode = (line: string): string => (line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``)

const whereOf = ({ area }: ReleaseCheck): string => (area === undefined ? '' : ` in ${area}`)

/** The failures of a check, line by line. */
const seenIn = ({ evidence, failures = [] }: ReleaseCheck): readonly string[] =>
  (failures.length > 0
    ? failures.map(
        ({ test, message, file, line }) => `${test ?? file}: ${firstLine(message)}${line ? ` (line ${line})` : ''}`,
      )
    : evidence.split('\n')
  ).slice(0, LINES_MAX)
