import type { Failure, FailureDetail, GateResult } from '../../../core/proof/receipt.ts'
import { placesIn } from '../../../core/text/locations.ts'
import type { Case } from '../case.ts'

const FAILURES_MAX = 5
/** Context lines around a location. */
const AROUND = 2
const LINE_MAX = 200

/** Failed gates with each failure: test, message, location, and the source around it. */
export async function withDetails(on: Case, gates: readonly GateResult[]): Promise<readonly GateResult[]> {
  if (!gates.some(isFailed)) return gates
  const files = new Set(await on.ports.vault.list(on.layouts.asSubmitted))
  return Promise.all(gates.map(gate => (isFailed(gate) ? detailed(on, gate, files) : gate)))
}

const isFailed = (gate: GateResult): boolean => gate.blocking && gate.verdict === 'failed'

async function detailed(on: Case, gate: GateResult, files: ReadonlySet<string>): Promise<GateResult> {
  const found = gate.failures ?? namedBy(gate, files)
  if (found.length === 0) return gate
  const failures = found.slice(0, FAILURES_MAX).map(async one => ({ ...one, source: await sourceAround(on, one) }))
  return { ...gate, failures: await Promise.all(failures) }
}

/** Locations in a command's output, if no runner gives more. */
const namedBy = ({ evidence }: GateResult, files: ReadonlySet<string>): readonly Failure[] =>
  placesIn(evidence, files).map(({ file, line, words }) => ({ test: null, message: words, file, line }))

async function sourceAround(
  on: Case,
  { file, line }: Pick<FailureDetail, 'file' | 'line'>,
): Promise<FailureDetail['source']> {
  if (file === null || line === null) return []
  const text = await on.ports.vault.readText(on.layouts.asSubmitted, file)
  if (text === null) return []
  const lines = text.replace(/\n$/, '').split(/\r?\n/)
  const from = Math.max(1, line - AROUND)
  return lines.slice(from - 1, line + AROUND).map((one, at) => ({ line: from + at, text: one.slice(0, LINE_MAX) }))
}
