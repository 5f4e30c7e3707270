import type { FlakyCheck } from '../../core/proof/flaky-check.ts'
import type { Failure, GateResult, Translated, Verdict } from '../../core/proof/receipt.ts'
import { describeEnding } from '../../core/run/triage.ts'
import { importantLines } from '../../core/text/clean-text.ts'
import { exitCodeOf, type Outcome } from './suite/bench.ts'

/** What a fixer is shown of a failing command; the whole output is in its file. */
const LINES_MAX = 40

/** A gate that was settled by reading, not by running. */
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

/** A gate that ran a command: the verdict is given, the evidence is what the command showed. */
export function commandGate(
  gate: string,
  run: { readonly command: string; readonly outcome: Outcome },
  judged: {
    readonly verdict: Verdict
    readonly words: string
    readonly summary?: string
    readonly blocking?: boolean
    readonly halts?: true
    /** What to show of the output, where the words do not say it all already. */
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

/** How a command's end reads in evidence. */
export const endWords = (outcome: Outcome): string =>
  outcome.ending.is === 'exited' ? `exit ${outcome.ending.code}` : describeEnding(outcome.ending)
