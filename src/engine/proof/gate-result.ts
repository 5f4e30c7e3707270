import type { FlakyCheck } from '../../core/proof/flaky-check.ts'
import type { Failure, GateResult, Translated, Verdict } from '../../core/proof/receipt.ts'
import { describeEnding } from '../../core/run/triage.ts'
import { judgeOf } from '../../core/settings/judge.ts'
import { importantLines } from '../../core/text/clean-text.ts'
import type { Case } from './case.ts'
import { type CommandOutcome, exitCodeOf } from './suite/bench.ts'

/** The lines of a failing command that a fixer sees; the whole output is in its file. */
const LINES_MAX = 40

/** A gate that was settled by reading. */
export function readingGate(
  gate: string,
  problem: string | null,
  options: {
    readonly blocking?: boolean
    readonly verdict?: Verdict
    readonly words?: string
    readonly summary?: string
    readonly halts?: true
    readonly paths?: readonly string[]
  } = {},
): GateResult {
  return {
    gate,
    verdict: problem === null ? 'passed' : (options.verdict ?? 'failed'),
    blocking: options.blocking ?? true,
    evidence: problem ?? options.words ?? '',
    ...(options.summary ? { summary: options.summary } : {}),
    command: null,
    exitCode: null,
    durationMs: 0,
    outputDigest: null,
    outputFile: null,
    cached: false,
    ...(problem !== null && options.halts ? { halts: true } : {}),
    ...(problem !== null && options.paths?.length ? { paths: options.paths } : {}),
  }
}

/** A gate that did not run, and why. */
export const notRunGate = (gate: string, why: string): GateResult =>
  readingGate(gate, why, { verdict: 'not-run', blocking: false })

/** A gate that ran a command, with its output as evidence. */
export function commandGate(
  gate: string,
  run: { readonly command: string; readonly outcome: CommandOutcome },
  judged: {
    readonly verdict: Verdict
    readonly words: string
    readonly summary?: string
    readonly blocking?: boolean
    readonly halts?: true
    /** Lines of the output to show besides the words. */
    readonly lines?: readonly string[]
    readonly flaky?: readonly FlakyCheck[]
    readonly failures?: readonly Failure[]
    readonly tests?: readonly string[]
    readonly paths?: readonly string[]
    readonly translated?: Translated
  },
): GateResult {
  const { outcome, command } = run
  const shown = judged.lines ?? (judged.verdict === 'passed' ? [] : importantLines(outcome.output, LINES_MAX))
  const lines = shown.join('\n')
  return {
    gate,
    verdict: judged.verdict,
    blocking: judged.blocking ?? true,
    evidence: [judged.words, lines].filter(Boolean).join('\n'),
    ...(judged.summary ? { summary: judged.summary } : {}),
    command,
    exitCode: exitCodeOf(outcome),
    durationMs: outcome.cached ? 0 : outcome.durationMs,
    outputDigest: outcome.outputDigest,
    outputFile: outcome.outputFile,
    cached: outcome.cached,
    ...(judged.flaky && judged.flaky.length > 0 ? { flaky: judged.flaky } : {}),
    ...(judged.halts ? { halts: true } : {}),
    ...(judged.failures?.length ? { failures: judged.failures.map(one => ({ ...one, source: [] })) } : {}),
    ...(judged.tests?.length ? { tests: judged.tests } : {}),
    ...(judged.paths?.length ? { paths: judged.paths } : {}),
    ...(judged.translated ? { translated: judged.translated } : {}),
  }
}

/** A question that only words can decide: to the judge, or to a human where there is none. */
export const questionFor = ({ config, contract }: Pick<Case, 'config' | 'contract'>) =>
  judgeOf(config, contract.task) === null
    ? ({ verdict: 'question' } as const)
    : ({ verdict: 'unjudged', blocking: false } as const)

/** The ending of a command in words. */
export const endWords = (outcome: CommandOutcome): string =>
  outcome.ending.is === 'exited' ? `exit ${outcome.ending.code}` : describeEnding(outcome.ending)
