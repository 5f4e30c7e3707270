import { type GateResult, hasFailed, type Receipt } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import { readingGate } from '../gate-result.ts'

/**
 * Where an agent thinks less of its work than the checks do, both are written down, after the judge has looked, who hears no word of
 * it. Whoever says that it failed knows something that no check saw: that is for a human to weigh.
 */
export function reportGates(report: Report, judged: Receipt): readonly GateResult[] {
  const doubt = report.selfAssessment === 'uncertain' ? [doubtGate(report, judged)] : []
  const agrees = report.status !== 'partial' && report.status !== 'failed'
  // Where a check failed, nobody disagrees; in quick mode the report is the check.
  if (agrees || hasFailed(judged) || judged.gates.some(({ gate }) => gate === 'report')) return doubt
  const said = [report.summary, ...report.issues].filter(Boolean).join('\n')
  const words = `The agent says "${report.status}", and no check failed.${said ? `\n${said}` : ''}`
  const weight = report.status === 'failed' ? ({ verdict: 'question' } as const) : NOTED
  return [...doubt, readingGate('report', words, weight)]
}

const NOTED = { verdict: 'noted', blocking: false } as const

function doubtGate({ risks, issues, summary }: Report, { gates }: Receipt): GateResult {
  const [why = summary] = [...risks, ...issues]
  const looked = gates.some(({ gate }) => gate === 'judge') ? 'a judge looked at it' : 'no judge looked at it'
  return readingGate('self-assessment', `Its agent was uncertain${why ? ` (${why})` : ''}; ${looked}.`, NOTED)
}
