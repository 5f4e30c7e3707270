import type { GateResult } from '../../../core/proof/receipt.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { readingGate } from '../gate-result.ts'
import { type DiffFinding, type FindingSeverity, heaviest } from './finding.ts'

const SHOWN_MAX = 10

/** One gate per check with findings; the most severe finding decides. */
export function gatesOf(findings: readonly DiffFinding[]): readonly GateResult[] {
  const checks = [...new Set(findings.map(finding => finding.check))]
  return checks.map(check => {
    const found = findings.filter(finding => finding.check === check)
    const outcome = OUTCOME[heaviest(found.map(finding => finding.severity))]
    const heavy = found.filter(finding => finding.severity !== 'warning')
    return readingGate(check, evidence(found), { ...outcome, paths: [...new Set(heavy.map(({ file }) => file))] })
  })
}

const OUTCOME: Readonly<Record<FindingSeverity, Parameters<typeof readingGate>[2]>> = {
  halt: { verdict: 'failed', blocking: true, halts: true },
  blocking: { verdict: 'failed', blocking: true },
  question: { verdict: 'question', blocking: true },
  warning: { verdict: 'noted', blocking: false },
}

function evidence(found: readonly DiffFinding[]): string {
  const lines = found.slice(0, SHOWN_MAX).map(({ file, line, words }) => {
    return cleanText(`${JSON.stringify(file).slice(1, -1)}${line === null ? '' : `:${line}`}: ${words}`)
  })
  const more = found.length - SHOWN_MAX
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
