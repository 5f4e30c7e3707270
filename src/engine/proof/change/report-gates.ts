import { type GateResult, hasFailed, type Receipt } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import { readingGate } from '../gate-result.ts'

/**
 * If an agent rates its work lower than the checks do, both are recorded, after the judge, who does not see the report. An
 * agent that reports a failure knows something that no check saw: a human has to decide.
 */
export function reportGates(report: Report, judged: Receipt): readonly GateResult[] {
  const doubt = report.selfAssessment === 'uncertain' ? [doubtGate(report, judged)] : []
  const agrees = report.status !== 'partial' && report.status !== 'failed'
  // If a check failed, there is no disagreement; in quick mode the report is the check.
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
