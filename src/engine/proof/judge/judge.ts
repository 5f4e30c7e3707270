import type { Contract } from '../../../core/plan/contract.ts'
import type { Judgement } from '../../../core/proof/judgement.ts'
import { APPROVED_TESTS, blockers, type GateResult, hasFailed, type Receipt } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import { tierOfChange } from '../../../core/risk/tier.ts'
import { authorOf } from '../../../core/settings/assignment.ts'
import type { AgentSpec } from '../../../core/settings/config.ts'
import { isModelAgent, judgeOf, judgesTests } from '../../../core/settings/judge.ts'
import { type Contest, TESTER_GATE } from '../../../core/tester/blind-tests.ts'
import { clip } from '../../../core/text/quote.ts'
import { citableSentences } from '../../../core/text/sentences.ts'
import { judgeBrief } from '../../../core/told/judge-brief.ts'
import type { Ports } from '../../../ports.ts'
import { readingGate } from '../gate-result.ts'
import { sentenceOf } from '../tester/behaviour.ts'
import { misplaced } from './citations.ts'
import { type HearingOptions, hear, type ReadCase, type Reader, type ReaderHearing } from './hearing.ts'
import { judgedGates, remembered } from './judge-gates.ts'

/** Work that passed everything else, with the judge's input. */
export interface JudgeCase extends ReadCase {
  readonly contract: Contract
  readonly contractHash: string
  readonly receipt: Receipt
  /** The agent's report; only its confidence counts here. */
  readonly claimed: Report | null
  /** Its objection to a failed test of the tester; null if there is none. */
  readonly contest: Contest | null
  /** Repeats the proof under a contract that allows more. */
  readonly proveWith: (contract: Contract) => Promise<Receipt>
}
/** The receipt with the judge's answer, if there is a judge and a question. It can only object. */
export async function withJudge(ports: Ports, on: JudgeCase, options: HearingOptions): Promise<Receipt> {
  const { config, receipt, contract } = on
  const judge = judgeOf(config, contract.task)
  if (!judge) return receipt
  const open = blockers(receipt)
  if (open.length > 0 && open.every(gate => gate.verdict === 'changes-tests') && judgesTests(config, contract.task))
    return aboutTests(ports, on, judge, options)
  if (on.contest && isOnlyTester(receipt)) return aboutContest(ports, on, judge, options)
  if (hasFailed(receipt) || !isAsked(on)) return receipt
  const hearing = await hear(ports, on, await question(ports, on, { judge, asksAboutTests: false }), options)
  return { ...receipt, gates: judgedGates(receipt.gates, contract, hearing), ...remembered(hearing) }
}

/**
 * A judge is asked about all work of a coding agent. About work of commands and scripts of the user it is asked if commands
 * cannot settle everything, if the agent is unsure, if the work is critical, or if the settings say always.
 */
function isAsked({ config, contract, receipt, draft, claimed }: JudgeCase): boolean {
  const { tier } = tierOfChange(contract.task, config, { changes: draft.changes, extent: receipt.extent ?? null })
  const author = authorOf(config, contract.task)
  return (
    config.judging === 'always' ||
    (author !== null && isModelAgent(author) && draft.changes.length > 0) ||
    claimed?.selfAssessment === 'uncertain' ||
    claimed?.status === 'partial' ||
    claimed?.status === 'failed' ||
    receipt.gates.some(gate => gate.verdict === 'unjudged') ||
    receipt.basis === 'kept' ||
    tier === 'critical'
  )
}

/** A changed expectation is approved file by file, and only with the sentence of the task that asks for it; the rest stays a question. */
async function aboutTests(ports: Ports, on: JudgeCase, judge: AgentSpec, options: HearingOptions): Promise<Receipt> {
  const { contract, receipt, draft } = on
  const hearing = await hear(ports, on, await question(ports, on, { judge, asksAboutTests: true }), options)
  const judged = (of: Receipt, more: readonly GateResult[] = []): Receipt => ({
    ...of,
    gates: [...judgedGates(of.gates, contract, hearing), ...more],
    ...remembered(hearing),
  })
  if (hearing.is !== 'heard') return judged(receipt)
  const touched = new Set(draft.changes.filter(change => change.status !== 'added').map(change => change.path))
  const asked = new Set(blockers(receipt).flatMap(({ paths = [] }) => paths))
  const sentences = new Map(citableSentences(contract.task, contract.criteria).map(({ id, words }) => [id, words]))
  const approved = hearing.answer.confirmedChanges.filter(
    ({ file, sentence }) => touched.has(file) && asked.has(file) && sentences.has(sentence),
  )
  if (approved.length === 0) return judged(receipt)
  const paths = [...new Set(approved.map(({ file }) => file))]
  const allow = [...contract.task.allow, ...paths]
  const again = await on.proveWith({ ...contract, task: { ...contract.task, allow } })
  const evidence = approved.map(
    ({ file, sentence, reason }) =>
      `${hearing.by} approved ${file}: "${clip(sentences.get(sentence)!, CITED_MAX)}" (${sentence}) asks for it${reason ? `: ${reason}` : ''}`,
  )
  return judged(again, [
    {
      ...readingGate(APPROVED_TESTS, evidence.join('\n'), { verdict: 'judged', blocking: false, paths }),
      cached: hearing.cached,
      excused: { by: `${hearing.by} (judge)`, as: 'approved' },
    },
  ])
}

/** A contested expectation of the tester holds unless the judge cites the contract against it; a judge that cites nothing leaves it to a human. */
async function aboutContest(ports: Ports, on: JudgeCase, judge: AgentSpec, options: HearingOptions): Promise<Receipt> {
  const { contract, receipt } = on
  const hearing = await hear(ports, on, await question(ports, on, { judge, asksAboutTests: false }), options)
  if (hearing.is !== 'heard') return { ...receipt, gates: judgedGates(receipt.gates, contract, hearing) }
  const { contest } = hearing.answer
  const gates = receipt.gates.map(gate => (gate.gate === TESTER_GATE ? contestedGate(gate, on, hearing) : gate))
  // Work that goes back is judged when it returns.
  if (contest?.required !== false || hasFailed({ gates })) return { ...receipt, gates }
  return { ...receipt, gates: judgedGates(gates, contract, hearing), ...remembered(hearing) }
}

const isOnlyTester = (receipt: Receipt): boolean => {
  const open = blockers(receipt)
  return open.length > 0 && open.every(({ gate, verdict }) => gate === TESTER_GATE && verdict === 'failed')
}

function contestedGate(
  gate: GateResult,
  { contract }: JudgeCase,
  { by, answer }: Extract<ReaderHearing<Judgement>, { is: 'heard' }>,
): GateResult {
  const { contest } = answer
  const words = contest && sentenceOf(contract, contest.sentence)
  const said = (verdict: string) => `${gate.evidence}\n${by} (judge): ${verdict}`
  if (!contest || !words)
    return { ...gate, verdict: 'question', evidence: said('it cites no sentence of the task, so a human decides') }
  const cited = `"${clip(words, CITED_MAX)}" (${contest.sentence})${contest.reason ? `: ${contest.reason}` : ''}`
  if (contest.required) return { ...gate, evidence: said(`the task asks for it: ${cited}`) }
  return {
    ...gate,
    verdict: 'judged',
    blocking: false,
    evidence: said(`the task does not ask for it: ${cited}`),
    excused: { by: `${by} (judge)`, as: 'approved' },
  }
}

const CITED_MAX = 300

/** The judge's question: what no command can settle, and on request about changed expectations. */
async function question(
  ports: Ports,
  on: JudgeCase,
  { judge, asksAboutTests }: { readonly judge: AgentSpec; readonly asksAboutTests: boolean },
): Promise<Reader<Judgement>> {
  const { draft, contract, config, receipt } = on
  const { vault } = ports
  const contest = isOnlyTester(receipt) ? on.contest : null
  const base = await vault.treeOf(draft.base)
  const diff = await vault.patch(base, draft.tree)
  const minutes = config.roles?.verifier?.minutes ?? config.limits.gateMinutes
  return {
    ...judgeBrief({
      ...{ contract, diff, gates: receipt.gates, asksAboutTests, contest, minutes, config },
      paths: draft.changes.map(({ path }) => path),
    }),
    agent: judge,
    role: 'verifier',
    minutes,
    key: ['judge 3', receipt.codeTree, on.contractHash, judge, asksAboutTests, contest],
    read: ({ judgement = { is: 'missing' } }) =>
      judgement.is === 'valid' ? { is: 'valid', answer: judgement.judgement } : judgement,
    check: async answer =>
      incomplete(answer, contract) ?? (await misplaced(vault, answer, { base, candidate: draft.tree })),
  }
}

/** An incomplete answer is not an answer. */
function incomplete(judgement: Judgement, contract: Contract): string | null {
  const said = new Set(judgement.criteria.map(({ id }) => id))
  const left = contract.criteria.filter(({ id, check }) => check === null && !said.has(id)).map(({ id }) => id)
  return left.length > 0 ? `it does not answer ${left.join(', ')}` : null
}
