import type { Contract } from '../../../core/plan/contract.ts'
import { needsWayBack } from '../../../core/plan/sensitive-paths.ts'
import type { GateResult, Receipt } from '../../../core/proof/receipt.ts'
import type { Waiver } from '../../../core/proof/waiver.ts'
import type { ReviewDepth, Reviewed, ReviewerAnswer, ReviewSubject } from '../../../core/review/review-answer.ts'
import { depthFor, REVIEW_GATE } from '../../../core/review/tier-review.ts'
import { type Tiering, tierOfChange } from '../../../core/risk/tier.ts'
import { reviewerOf } from '../../../core/settings/judge.ts'
import { reviewBrief } from '../../../core/told/review-brief.ts'
import type { Ports } from '../../../ports.ts'
import { readingGate } from '../gate-result.ts'
import { existsInAny } from './citations.ts'
import { type HearingOptions, hear, type ReadCase, type Reader, type ReaderHearing } from './hearing.ts'

/** Work that passed everything else, with the reviewer's input. */
export interface ReviewCase extends ReadCase {
  readonly contract: Contract
  readonly contractHash: string
  readonly receipt: Receipt
  readonly waivers?: readonly Waiver[]
  /** The design document of the plan; null if there is none. */
  readonly design: { readonly path: string; readonly text: string } | null
}

/** The receipt with the reviewer's answer, if there is a reviewer for work of this tier. It can only object. */
export async function withReview(ports: Ports, on: ReviewCase, options: HearingOptions): Promise<Receipt> {
  const { config, receipt, contract, draft } = on
  const reviewer = reviewerOf(config)
  if (!reviewer || draft.changes.length === 0) return receipt
  const extent = receipt.extent ?? null
  const tiering = tierOfChange(contract.task, config, { changes: draft.changes, extent })
  const depth = depthFor(tiering.tier)
  if (depth === null) return receipt
  const reviewed = reviewedInstead(on)
  if (reviewed) return { ...receipt, gates: [...receipt.gates, reviewed] }
  const hearing = await hear(ports, on, await question(ports, on, { depth, tiering }), options)
  return withAnswer(receipt, hearing, depth)
}

const degraded = (words: string): GateResult => readingGate(REVIEW_GATE, words, { verdict: 'review-degraded' })

/** The reviewer gave no answer about exactly this code, and a human reviewed it instead: another answer would come too late. */
function reviewedInstead({ waivers = [], receipt: { codeTree } }: ReviewCase): GateResult | undefined {
  const seen = waivers.filter(waiver => waiver.codeTree === codeTree).flatMap(({ gates }) => gates)
  const silent = seen.find(({ gate, verdict }) => gate === REVIEW_GATE && verdict === 'review-degraded')
  return silent && degraded(silent.evidence)
}

function withAnswer(receipt: Receipt, hearing: ReaderHearing<ReviewerAnswer>, depth: ReviewDepth): Receipt {
  const { by } = hearing
  if (hearing.is !== 'heard') {
    const problem = hearing.is === 'wrote' ? `it changed ${hearing.paths.join(', ')}` : hearing.problem
    return { ...receipt, gates: [...receipt.gates, degraded(`there was no review: ${by}: ${problem}`)] }
  }
  const { answer, cached } = hearing
  const said = (severity: 'objection' | 'remark') => answer.findings.filter(finding => finding.severity === severity)
  const objections = said('objection')
  const problem =
    objections.length > 0
      ? `${by} objects: ${objections.map(({ place, problem: words, about }) => `${place}: ${words} (${about})`).join('\n')}`
      : null
  const subject = depth === 'whole' ? 'the whole change' : 'the changed files'
  const gate = readingGate(REVIEW_GATE, problem, { words: `${by} read ${subject} and does not object` })
  const places = answer.findings.map(({ place }) => place)
  const reviewed: Reviewed = {
    by,
    depth,
    answers: answer.answers,
    remarks: said('remark').map(({ place, problem: words }) => `${place}: ${words}`),
    releaseNote: answer.releaseNote,
  }
  return {
    ...receipt,
    gates: [...receipt.gates, { ...gate, cached, ...(places.length > 0 ? { places } : {}) }],
    reviewed,
  }
}

async function question(
  ports: Ports,
  on: ReviewCase,
  { depth, tiering }: { readonly depth: ReviewDepth; readonly tiering: Tiering },
): Promise<Reader<ReviewerAnswer>> {
  const { draft, contract, config, receipt, design } = on
  const agent = reviewerOf(config)!
  const base = await ports.vault.treeOf(draft.base)
  const minutes = config.roles?.reviewer?.minutes ?? config.limits.gateMinutes
  const isWhole = depth === 'whole'
  const breaks = isWhole && ((receipt.extent?.interfaces.length ?? 0) > 0 || contract.task.breaking)
  const subjects = subjectsOf(depth, tiering, design !== null)
  const brief = reviewBrief({
    ...{ contract, depth, subjects, tiering, breaks, gates: receipt.gates, minutes, config },
    diff: await ports.vault.patch(base, draft.tree),
    design: isWhole ? design : null,
  })
  return {
    ...brief,
    agent,
    role: 'reviewer',
    minutes,
    key: ['review 1', receipt.codeTree, on.contractHash, agent, depth, subjects, isWhole ? design : null],
    read: ({ review = { is: 'missing' } }) => (review.is === 'valid' ? { is: 'valid', answer: review.review } : review),
    check: async answer => {
      const unanswered = subjects.filter(subject => !answer.answers[subject]?.trim())
      if (unanswered.length > 0) return `it does not answer ${unanswered.join(', ')}`
      if (breaks && answer.releaseNote === null) return 'it has no release note for an interface that breaks'
      if (answer.status === 'OBJECT' && !answer.findings.some(({ severity }) => severity === 'objection'))
        return 'it objects and names no location'
      for (const { place } of answer.findings)
        if (!(await existsInAny(ports.vault, [draft.tree, base], place)))
          return `it cites ${place}, which does not exist`
      return null
    },
  }
}

function subjectsOf(depth: ReviewDepth, { reasons }: Tiering, hasDesign: boolean): readonly ReviewSubject[] {
  if (depth === 'files') return ['contract', 'code']
  const stores = reasons.some(reason => reason.from === 'path' && (reason.hold || needsWayBack(reason.area)))
  return [
    'contract',
    'code',
    ...(hasDesign ? (['design'] as const) : []),
    'security',
    ...(stores ? (['migrations'] as const) : []),
    'breaking',
  ]
}
