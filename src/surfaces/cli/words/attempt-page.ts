import type { GateResult } from '../../../core/proof/receipt.ts'
import { blockers, isProven } from '../../../core/proof/receipt.ts'
import type { Attempt, TaskRun } from '../../../core/run/state.ts'
import { describeEnding } from '../../../core/run/triage.ts'
import { basisWords } from '../../../core/shown/bookkeeping.ts'
import type { BlindRun } from '../../../core/tester/blind-tests.ts'
import { gateLine } from './gate-line.ts'

/** One attempt in full: its ending, its claim, every gate result, and its changes. */
export function attemptLines(run: TaskRun, attempt: Attempt, diff: string | null): readonly string[] {
  const { id } = run.task
  const { receipt } = attempt
  return [
    `Task ${id}, attempt ${attempt.number} of ${run.attempts.length}: ${attempt.kind} by ${attempt.agent}`,
    ...endLines(attempt),
    ...(receipt
      ? ['', `Gates (${receipt.sandbox}):`, ...receipt.gates.flatMap(gate => gateLines(id, attempt.number, gate))]
      : ['It has not been proven.']),
    '',
    ...(diff === null ? ['It has no files.'] : ['Diff:', diff.trimEnd()]),
  ]
}

function endLines({ ended, receipt }: Attempt): readonly string[] {
  if (!ended) return ['It has not ended.']
  const { reading, ending } = ended
  const claim =
    reading.is === 'valid'
      ? `it said "${reading.report.status}"${reading.report.summary ? `: ${reading.report.summary}` : ''}`
      : reading.is === 'invalid'
        ? `its result file was unreadable (${reading.problem})`
        : 'it left no result file'
  const proof = !receipt
    ? []
    : isProven(receipt)
      ? [`Proven: ${basisWords(receipt)}.`]
      : [
          `Not proven: ${
            blockers(receipt)
              .map(({ gate, verdict }) => `${gate} ${verdict}`)
              .join(', ') || 'nothing shows the change'
          }.`,
        ]
  return [`${describeEnding(ending)}; ${claim}`, ...proof]
}

const ROOM = '      '

/** A passed gate needs only its line; the others show all of their evidence. */
function gateLines(task: string, attempt: number, gate: GateResult): readonly string[] {
  const said = gate.verdict === 'passed' ? [] : gate.evidence.trimEnd().split('\n')
  const full =
    gate.outputFile === null || gate.verdict === 'passed'
      ? []
      : [`full output: pm-agent show ${task} --attempt ${attempt} --output ${gate.gate}`]
  const held = (gate.withheld ?? []).flatMap(({ check, problem, outputFile }) => [
    `${check}: ${problem}`,
    ...(outputFile === null ? [] : [`  full output: ${outputFile}`]),
  ])
  return [gateLine(gate), ...[...said, ...held, ...full].map(line => `${ROOM}${line}`.trimEnd())]
}

/** The tests of a tester, with what each showed. */
export function blindLines(
  { by, red, kept, failing, unusable, ignored }: BlindRun,
  files: readonly { readonly path: string; readonly text: string | null }[],
): readonly string[] {
  return [
    `Tests of ${by}, which never saw the change: ${red} fail without it, ${kept} pass without it too`,
    ...failing.map(name => `  differs: ${name}`),
    ...unusable.map(words => `  shows nothing: ${words}`),
    ...(ignored.length > 0 ? [`  ignored: ${ignored.join(', ')}`] : []),
    ...files.flatMap(({ path, text }) => [
      '',
      `──── ${path} ────`,
      ...(text ?? 'not there any more').trimEnd().split('\n'),
    ]),
  ]
}
