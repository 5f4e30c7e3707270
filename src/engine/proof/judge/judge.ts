import { createHash } from 'node:crypto'
import type { Contract } from '../../../core/plan/contract.ts'
import type { Draft } from '../../../core/proof/draft.ts'
import type { Judgement } from '../../../core/proof/judgement.ts'
import { APPROVED_TESTS, blockers, type GateResult, hasFailed, type Receipt } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import { tierOfChange } from '../../../core/risk/tier.ts'
import { isUnavailable } from '../../../core/run/agent-pause.ts'
import { describeEnding } from '../../../core/run/triage.ts'
import { type AgentSpec, type Config, fittingsOf, judgesTests } from '../../../core/settings/config.ts'
import { clip } from '../../../core/text/quote.ts'
import { citableSentences } from '../../../core/text/sentences.ts'
import { judgeBrief } from '../../../core/told/judge-brief.ts'
import type { LaunchResult, Ports, WorkspaceId } from '../../../ports.ts'
import { readingGate } from '../gate-result.ts'
import { Interrupted } from '../suite/bench.ts'
import { misplaced } from './citations.ts'
import { type JudgeHearing, judgedGates, remembered } from './judge-gates.ts'

/** Tries before a human is asked. */
const LAUNCHES_MAX = 2

/** Work that passed everything else, with the judge's input. */
export interface JudgeCase {
  readonly id: WorkspaceId
  readonly draft: Draft
  readonly contract: Contract
  readonly contractHash: string
  readonly config: Config
  readonly receipt: Receipt
  /** The agent's report; only its confidence counts here. */
  readonly claimed: Report | null
  /** Repeats the proof under a contract that allows more. */
  readonly proveWith: (contract: Contract) => Promise<Receipt>
}
interface Options {
  readonly token: string
  readonly signal: AbortSignal
  readonly onAsking?: (asked: JudgeAsked) => Promise<void>
  readonly onJudge?: (used: JudgeUse) => Promise<void>
}

/** The judge that is about to be launched, and its exact prompt. */
export interface JudgeAsked {
  readonly agent: string
  readonly prompt: string
}

/** One launch of a judge: its ending and its cost. */
export type JudgeUse = Pick<LaunchResult, 'ending' | 'durationMs' | 'meter'> & { readonly agent: string }

/** The receipt with the judge's answer, if there is a judge and a question. It can only object. */
export async function withJudge(ports: Ports, on: JudgeCase, options: Options): Promise<Receipt> {
  const { config, receipt, contract } = on
  const { judge } = config
  if (!judge || config.quick || config.judging === 'never') return receipt
  const open = blockers(receipt)
  if (open.length > 0 && open.every(gate => gate.verdict === 'changes-tests') && judgesTests(config))
    return aboutTests(ports, on, judge, options)
  if (hasFailed(receipt) || !isAsked(on)) return receipt
  const hearing = await hear(ports, on, { judge, asksAboutTests: false }, options)
  return { ...receipt, gates: judgedGates(receipt.gates, contract, hearing), ...remembered(hearing) }
}

/** A judge is asked if commands cannot settle everything, if the agent is unsure, or if the settings say always. */
function isAsked({ config, contract, receipt, draft, claimed }: JudgeCase): boolean {
  return (
    config.judging === 'always' ||
    claimed?.selfAssessment === 'uncertain' ||
    claimed?.status === 'partial' ||
    claimed?.status === 'failed' ||
    receipt.gates.some(gate => gate.verdict === 'unjudged') ||
    receipt.basis === 'kept' ||
    tierOfChange(contract.task, config, { changes: draft.changes, extent: receipt.extent ?? null }).tier === 'critical'
  )
}

/** A changed expectation is approved file by file, and only with the sentence of the task that asks for it; the rest stays a question. */
async function aboutTests(ports: Ports, on: JudgeCase, judge: AgentSpec, options: Options): Promise<Receipt> {
  const { contract, receipt, draft } = on
  const hearing = await hear(ports, on, { judge, asksAboutTests: true }, options)
  const judged = (of: Receipt, more: readonly GateResult[] = []): Receipt => ({
    ...of,
    gates: [...judgedGates(of.gates, contract, hearing), ...more],
    ...remembered(hearing),
  })
  if (hearing.is !== 'heard') return judged(receipt)
  const touched = new Set(draft.changes.filter(change => change.status !== 'added').map(change => change.path))
  const asked = new Set(blockers(receipt).flatMap(({ paths = [] }) => paths))
  const sentences = new Map(citableSentences(contract.task, contract.criteria).map(({ id, words }) => [id, words]))
  const approved = hearing.judgement.confirmedChanges.filter(
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

const CITED_MAX = 300

interface Question {
  readonly judge: AgentSpec
  readonly asksAboutTests: boolean
}

/** The same code under the same contract is judged once; only a valid verdict is remembered. */
async function hear(ports: Ports, on: JudgeCase, question: Question, options: Options): Promise<JudgeHearing> {
  const { judge, asksAboutTests } = question
  const by = judge.name
  const parts = ['judge 2', on.receipt.codeTree, on.contractHash, judge, asksAboutTests]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const known = await ports.store.recall(key)
  if (known) return { is: 'heard', by, judgement: JSON.parse(known) as Judgement, cached: true }
  let hearing: JudgeHearing = { is: 'crashed', by, problem: 'it was not asked' }
  for (let launch = 0; launch < LAUNCHES_MAX && hearing.is === 'crashed'; launch++)
    hearing = await ask(ports, on, question, options)
  if (hearing.is === 'heard') await ports.store.remember(key, JSON.stringify(hearing.judgement))
  return hearing
}

/** One launch in a copy of the files, which is compared before and after. */
async function ask(
  ports: Ports,
  on: JudgeCase,
  { judge, asksAboutTests }: Question,
  options: Options,
): Promise<JudgeHearing> {
  const { draft, contract, config, receipt } = on
  const { limits } = config
  const id: WorkspaceId = { ...on.id, judge: options.token }
  const { vault, workspaces } = ports
  const base = await vault.treeOf(draft.base)
  const diff = await vault.patch(base, draft.tree)
  const minutes = config.roles?.verifier?.minutes ?? limits.gateMinutes
  const { prompt, files } = judgeBrief({ contract, diff, gates: receipt.gates, asksAboutTests, minutes, config })
  const { dir } = await workspaces.prepare(id, { base: draft.base, from: draft.ref, files })
  const collect = async () => workspaces.collect(id, { base: draft.base, limits, at: ports.clock.now() })
  const before = await collect()
  const launch = {
    ...id,
    agent: judge,
    dir,
    role: 'verifier',
    prompt,
    session: null,
    token: options.token,
    minutes,
    limits,
    env: fittingsOf(config).env,
  } as const
  await options.onAsking?.({ agent: judge.name, prompt })
  const launched = await ports.agents.launch(launch, options.signal, async () => {})
  const { ending, judgement: reading, durationMs, meter } = launched
  const after = await collect()
  await workspaces.discard(id)
  await options.onJudge?.({ agent: judge.name, ending, durationMs, ...(meter ? { meter } : {}) })
  // A judge at its usage limit is asked later; results of commands are remembered until then.
  if (ending.is === 'stopped' || isUnavailable(ending)) throw new Interrupted()
  const by = judge.name
  if (before && after && before.tree !== after.tree) {
    const paths = (await vault.diff(before.tree, after.tree)).map(change => change.path)
    return { is: 'wrote', by, paths }
  }
  const crashed = (problem: string): JudgeHearing => ({ is: 'crashed', by, problem })
  if (ending.is !== 'exited' || ending.code !== 0) return crashed(describeEnding(ending))
  if (!reading || reading.is === 'missing') return crashed('it left no verdict')
  if (reading.is === 'invalid') return crashed(`its verdict cannot be read: ${reading.problem}`)
  const problem =
    incomplete(reading.judgement, contract) ??
    (await misplaced(vault, reading.judgement, { base, candidate: draft.tree }))
  return problem === null ? { is: 'heard', by, judgement: reading.judgement, cached: false } : crashed(problem)
}

/** An incomplete answer is not an answer. */
function incomplete(judgement: Judgement, contract: Contract): string | null {
  const said = new Set(judgement.criteria.map(({ id }) => id))
  const left = contract.criteria.filter(({ id, check }) => check === null && !said.has(id)).map(({ id }) => id)
  return left.length > 0 ? `it does not answer ${left.join(', ')}` : null
}
