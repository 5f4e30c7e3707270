import { shortCommit, type TaskId } from '../plan/ids.ts'
import type { Check, Criterion, IntegrationTest, ReferenceValue } from '../plan/plan.ts'
import { gateSentence } from '../proof/receipt.ts'
import { remediation } from '../release/remediation.ts'
import { readerEnded } from '../replanning/reader-ended.ts'
import { unreachable } from '../result.ts'
import type { Event } from '../run/event.ts'
import { findTask, type RunState } from '../run/state.ts'
import { firstLine, plural } from '../text/lists.ts'
import { shellWord } from '../text/shell-word.ts'
import type { Diagnosis } from './diagnosis.ts'
import { diagnosisWords } from './diagnosis-words.ts'
import { coveredBy } from './due-tests.ts'
import type { IntegrationEvent, Located } from './integration-event.ts'
import { referenceText } from './reference-value.ts'

type Recorded = Extract<IntegrationEvent, { type: 'integration-recorded' }>

/** What follows from the end of an integration test, and from the launches of a diagnoser. */
export function integrated(
  state: RunState,
  input: Extract<IntegrationEvent, { type: 'diagnosis-started' | 'diagnosis-ended' | 'integration-recorded' }>,
  now: number,
): readonly Event[] {
  switch (input.type) {
    case 'diagnosis-started':
      return [input]
    case 'diagnosis-ended':
      return readerEnded(state, input, now)
    case 'integration-recorded':
      return integrationFinished(state, input)
    default:
      return unreachable(input)
  }
}

/** A failed test opens a task for it; after the last round the run pauses for a human. */
function integrationFinished(state: RunState, recorded: Recorded): readonly Event[] {
  const { gate, test: id, located, diagnosis } = recorded
  const test = state.plan.integrations?.find(candidate => candidate.id === id)
  if (gate.verdict === 'passed' || !test) return [recorded]
  if (gate.verdict === 'environment')
    return [recorded, halted(`the integration test ${id} cannot run here: ${firstLine(gate.evidence)}`)]
  const leftOut = leftOutFor(state, recorded)
  if (leftOut) {
    const problem = `the integration test ${id} fails, and its task ${leftOut} was left out: ${gateSentence(gate)}`
    return [recorded, halted(problem, [`pm-agent retry ${leftOut} takes the task up again`])]
  }
  const opened = remediation(state, 'integration', {
    remedies: [
      {
        title: `Fix: integration test ${id}${suspectTitle(located, diagnosis)}`,
        steps: [
          `Find out why \`${test.command}\` fails, and correct the cause: ${test.description || coverage(state, test)}.`,
          gateSentence(gate),
          ...locatedSteps(state, located),
          ...diagnosedSteps(diagnosis),
        ],
        criteria: criteriaOf(test),
      },
    ],
    reasons: [gateSentence(gate)],
  })
  if (opened.is === 'opened') return [recorded, opened.event]
  const count = opened.is === 'spent' ? opened.rounds : 0
  const rounds = count > 0 ? ` after ${plural(count, 'round')} of fixing` : ''
  const suspected = suspectTitle(located, diagnosis)
  const cause = diagnosis && 'cause' in diagnosis ? `; ${diagnosisWords(diagnosis)}` : ''
  return [recorded, halted(`the integration test ${id} fails${rounds}: ${gateSentence(gate)}${suspected}${cause}`)]
}

/** The task of the last round, if a human left it out and the code is still the same: another one would meet the same failure. */
function leftOutFor(state: RunState, { test, tip }: Recorded): TaskId | null {
  const { records } = state.integration
  const round = records.findLast(record => record.test === test && record.remedies.length > 0)
  const [task] = round?.tip === tip ? round.remedies : []
  return task !== undefined && findTask(state, task)?.stage.is === 'skipped' ? task : null
}

const halted = (problem: string, hints: readonly string[] = []): Event => ({
  type: 'run-halted',
  reason: 'integration',
  problem,
  hints: [
    ...hints,
    'pm-agent log shows where it came in; add a task for it to the plan, or correct the table `## Integration Tests`',
    'pm-agent run continues and runs the test again',
  ],
})

/** The landing that was found by trying commits counts more than an agent's word. */
function suspectTitle(located: Located | undefined, diagnosis: Diagnosis | undefined): string {
  if (located?.suspect) return `, which fails since task ${located.suspect}`
  return diagnosis && 'cause' in diagnosis && diagnosis.suspect ? ` (suspected: task ${diagnosis.suspect})` : ''
}

/** The claim of the diagnoser, as a claim. */
const diagnosedSteps = (diagnosis: Diagnosis | undefined): readonly string[] =>
  diagnosis && 'cause' in diagnosis
    ? [
        `An agent looked for the cause, and this is its word, not a proof: ${diagnosisWords(diagnosis)}.`,
        ...(diagnosis.evidence.length > 0 ? [`It also names ${diagnosis.evidence.join(', ')}.`] : []),
        ...(diagnosis.fix === '' ? [] : [`It proposes: ${diagnosis.fix}`]),
      ]
    : []

const coverage = (state: RunState, test: IntegrationTest): string =>
  `it covers ${coveredBy(state, test)
    .map(id => `task ${id}`)
    .join(', ')}`

/** What is known mechanically, so that the agent does not search again. */
function locatedSteps(state: RunState, located: Located | undefined): readonly string[] {
  if (!located) return []
  const tries = located.tries.map(
    ({ commit, task, gate }) =>
      `${task === null ? 'before the run' : `task ${task}`} (${shortCommit(commit)}) ${gate.verdict}`,
  )
  const { suspect } = located
  const files = suspect === null ? [] : changedBy(state, suspect)
  return [
    `The same command on earlier commits: ${tries.join(', ')}.`,
    suspect === null
      ? 'It has not passed on any of them: look at all tasks that it covers.'
      : `It fails since task ${suspect}: begin with the change of that task${files.length > 0 ? ` (${files.join(', ')})` : ''}.`,
  ]
}

function changedBy(state: RunState, id: NonNullable<Located['suspect']>): readonly string[] {
  const attempt = findTask(state, id)?.attempts.at(-1)
  return attempt?.ended?.draft?.changes.map(({ path }) => path).slice(0, 10) ?? []
}

/** Red now, so that they show the fix: the command, and the values that it prints or leaves in files. */
function criteriaOf({ command, references }: IntegrationTest): readonly Criterion[] {
  const byFile = Map.groupBy(references, ({ file }) => file)
  const printed = byFile.get(null) ?? []
  const files = [...byFile].flatMap(([file, values]): readonly Check[] =>
    file === null
      ? []
      : [
          {
            command: `(${command}) > /dev/null && cat -- ${shellWord(file)}`,
            expect: { is: 'values', values: withoutFile(values) },
          },
        ],
  )
  const own: readonly Check[] =
    printed.length > 0
      ? [{ command, expect: { is: 'values', values: printed } }]
      : files.length > 0
        ? []
        : [{ command, expect: { is: 'exit', code: 0 } }]
  return [...own, ...files].map((check, at) => criterionOf(check, at + 1))
}

/** In the output of `cat` they are no longer in a file. */
const withoutFile = (values: readonly ReferenceValue[]): readonly ReferenceValue[] =>
  values.map(value => ({ ...value, file: null, text: referenceText(value) }))

function criterionOf(check: Check, number: number): Criterion {
  const { command, expect } = check
  const expected = expect.is === 'values' ? expect.values.map(referenceText).join('; ') : 'exit 0'
  return {
    id: `c${number}`,
    category: 'functional',
    text: `\`${command}\` → ${expected}`,
    ticked: false,
    check,
    span: { line: 1, column: 1, start: 0, end: 0 },
  }
}
