import type { GateResult, Receipt } from '../../../core/proof/receipt.ts'
import type { TaskRun } from '../../../core/run/state.ts'
import { readingGate } from '../gate-result.ts'

/**
 * Differences to an earlier proof of the same files: they are never refused and then
 * accepted, or accepted and then refused, without a note. Null if nothing differs.
 */
export function contradictionGate({ attempts }: Pick<TaskRun, 'attempts'>, receipt: Receipt): GateResult | null {
  const now = new Map(verdictsOf(receipt))
  const found = attempts.flatMap(({ number, receipt: before }) => {
    if (before === null || before.base !== receipt.base || before.codeTree !== receipt.codeTree) return []
    return verdictsOf(before).flatMap(([gate, verdict]) => {
      const other = now.get(gate)
      return other !== undefined && other !== verdict ? [{ gate, was: verdict, now: other, number }] : []
    })
  })
  if (found.length === 0) return null
  const words = found.map(one => `${one.gate} ${one.was} in attempt ${one.number} and ${one.now} now`).join('; ')
  const gate = readingGate('same-files', `An earlier proof of the same files had other results: ${words}.`, {
    verdict: 'noted',
    blocking: false,
  })
  return { ...gate, flaky: [...new Set(found.map(one => one.gate))].map(check => ({ check, failed: 1, runs: 2 })) }
}

/** Commands that passed or failed; other verdicts are not about the files. */
const verdictsOf = ({ gates }: Receipt): readonly (readonly [string, string])[] =>
  gates
    .filter(({ command, verdict }) => command !== null && (verdict === 'passed' || verdict === 'failed'))
    .map(({ gate, verdict }) => [gate, verdict])
