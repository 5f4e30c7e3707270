import type { Contract } from '../../../core/plan/contract.ts'
import type { CriterionJudgement, Judged, Judgement } from '../../../core/proof/judgement.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import { readingGate } from '../gate-result.ts'
import type { ReaderHearing } from './hearing.ts'

type JudgeHearing = ReaderHearing<Judgement>

/** The gates with the judge's answer: it can object, and it decides criteria without a command. */
export function judgedGates(
  gates: readonly GateResult[],
  contract: Contract,
  hearing: JudgeHearing,
): readonly GateResult[] {
  switch (hearing.is) {
    case 'crashed':
      return [...gates, readingGate('judge', `${hearing.by}: ${hearing.problem}`, { verdict: 'judge-crashed' })]
    case 'wrote': {
      const problem = `${hearing.by} changed ${hearing.paths.join(', ')}: its verdict does not count.`
      return [...gates, readingGate('judge', problem, { verdict: 'judge-wrote', halts: true })]
    }
    case 'heard':
      return heardGates(gates, contract, hearing)
  }
}

function heardGates(
  gates: readonly GateResult[],
  contract: Contract,
  { by, answer: judgement, cached }: Extract<JudgeHearing, { is: 'heard' }>,
): readonly GateResult[] {
  const said = new Map(judgement.criteria.map(result => [`criterion:${result.id}`, result]))
  const spoken = new Set(contract.criteria.filter(({ check }) => check === null).map(({ id }) => `criterion:${id}`))
  const filled = gates.map(gate => {
    const result = said.get(gate.gate)
    return result && spoken.has(gate.gate) && gate.verdict === 'unjudged' ? spokenGate(gate.gate, result, by) : gate
  })
  const critical = judgement.violations.filter(({ severity }) => severity === 'critical')
  const forbidden = critical.map(({ rule, evidence }) => `${rule}: ${evidence}`)
  const vetoes = objections(judgement, spoken)
  const isFailed =
    vetoes.length > 0 || critical.length > 0 || filled.some(gate => spoken.has(gate.gate) && gate.verdict === 'failed')
  // A judge that answers "failed" without a reason still objects.
  const silent = judgement.status === 'FAILED' && !isFailed ? ['it says FAILED and names no reason'] : []
  const problems = [...vetoes, ...silent]
  const own = readingGate('judge', problems.length > 0 ? `${by} objects: ${problems.join('\n')}` : null, {
    words: isFailed ? `${by} objects` : `${by} does not object`,
  })
  return [
    ...filled,
    { ...own, cached },
    ...(forbidden.length > 0 ? [readingGate('must-not', `${by}: ${forbidden.join('\n')}`, { halts: true })] : []),
  ]
}

function spokenGate(gate: string, { status, reason, evidence }: CriterionJudgement, by: string): GateResult {
  const places = evidence.length > 0 ? ` (${evidence.join(', ')})` : ''
  const words = `${by}: ${reason || (status === 'PASS' ? 'it holds' : 'it does not hold')}${places}`
  const judged = readingGate(gate, words, status === 'PASS' ? { verdict: 'judged', blocking: false } : {})
  return evidence.length > 0 ? { ...judged, places: evidence } : judged
}

/** Its objections besides the criteria that it decides. */
function objections(judgement: Judgement, spoken: ReadonlySet<string>): readonly string[] {
  return [
    ...judgement.criteria
      .filter(({ id, status }) => status === 'FAIL' && !spoken.has(`criterion:${id}`))
      .map(({ id, reason, evidence }) => `${id} does not hold: ${[reason, ...evidence].filter(Boolean).join(', ')}`),
    ...judgement.suspiciousPasses.map(id => `${id} only looks met`),
  ]
}

/** The parts of a judgement besides its gates. A proposed task counts only if something failed. */
export function remembered(hearing: JudgeHearing): { readonly judged?: Judged } {
  if (hearing.is !== 'heard') return {}
  const { by, answer: judgement } = hearing
  return {
    judged: {
      by,
      warnings: judgement.violations
        .filter(({ severity }) => severity === 'warning')
        .map(({ rule, evidence }) => `${rule}${evidence ? ` (${evidence})` : ''}`),
      undocumentedChanges: judgement.undocumentedChanges,
      missingContext: judgement.missingContext,
      adaptation: judgement.status === 'FAILED' ? judgement.adaptation : null,
    },
  }
}
