import type { Judgement, JudgementReading } from '../../../src/core/proof/judgement.ts'
import type { FinalReviewReading } from '../../../src/core/release/final-review.ts'
import { REVIEW_SUBJECTS, type ReviewReading } from '../../../src/core/review/review-answer.ts'
import type { Ending } from '../../../src/core/run/ending.ts'
import { hashOf, Random } from '../random.ts'

const KINDS = [
  'objects',
  'crashes',
  'hangs',
  'writes',
  'babbles',
  'lacks-a-task',
  'wants-to-destroy',
  'forbids',
] as const
export type JudgeKind = (typeof KINDS)[number] | 'agrees'

/** What the judge of this attempt does; mostly it has nothing against it. */
export function judgeOf(seed: number, task: string, attempt: number, trouble: number): JudgeKind {
  const random = new Random(hashOf(seed, 'judge', task, attempt))
  return random.chance(trouble / 2) ? random.pick(KINDS) : 'agrees'
}

const REVIEWS = ['objects', 'crashes', 'hangs', 'writes', 'babbles', 'skips-questions', 'invents-places'] as const
type ReviewKind = (typeof REVIEWS)[number] | 'agrees'

/** What the reviewer of this attempt does; it is no better than the judge. */
export function reviewerOf(seed: number, task: string, attempt: number, trouble: number): ReviewKind {
  const random = new Random(hashOf(seed, 'reviewer', task, attempt))
  return random.chance(trouble / 2) ? random.pick(REVIEWS) : 'agrees'
}

export function reviewOf(kind: ReviewKind): ReviewReading {
  if (kind === 'crashes' || kind === 'hangs') return { is: 'missing' }
  if (kind === 'babbles') return { is: 'invalid', problem: 'it is not JSON' }
  const place = kind === 'invents-places' ? 'src/nowhere:1' : 'src/0:1'
  const objects = kind === 'objects' || kind === 'invents-places'
  return {
    is: 'valid',
    review: {
      status: objects ? 'OBJECT' : 'PASS',
      findings: objects ? [{ place, problem: 'it is bad', about: 'code', severity: 'objection' }] : [],
      answers: kind === 'skips-questions' ? {} : Object.fromEntries(REVIEW_SUBJECTS.map(subject => [subject, 'fine'])),
      releaseNote: null,
    },
  }
}

export function judgementOf(kind: JudgeKind): JudgementReading {
  if (kind === 'crashes' || kind === 'hangs') return { is: 'missing' }
  if (kind === 'babbles') return { is: 'invalid', problem: 'it is not JSON' }
  return { is: 'valid', judgement: said(kind) }
}

function said(kind: JudgeKind): Judgement {
  const wants = kind === 'lacks-a-task' || kind === 'wants-to-destroy'
  const agrees = kind === 'agrees' || kind === 'writes'
  return {
    status: agrees ? 'VERIFIED' : 'FAILED',
    criteria: [],
    violations: kind === 'forbids' ? [{ rule: 'no noise', evidence: 'loud', severity: 'critical' }] : [],
    suspiciousPasses: agrees || kind === 'forbids' ? [] : ['c1'],
    undocumentedChanges: [],
    missingContext: [],
    adaptation: wants
      ? {
          blockage: 'dependency_missing',
          title: kind === 'lacks-a-task' ? 'Make what is lacking' : 'Drop the table users',
          reason: 'it is lacking',
          steps: ['make it'],
          justification: '',
          dodRelated: [],
          withinScope: false,
        }
      : null,
    confirmedChanges: [],
  }
}

const FINAL_REVIEWS = [
  'asks',
  'asks',
  'crashes',
  'babbles',
  'writes',
  'wants-to-destroy',
  'limited',
  'cannot-start',
] as const
export type FinalReviewKind = (typeof FINAL_REVIEWS)[number] | 'ships'

/** What the reviewer of the whole branch does at this time; mostly it has nothing against it. */
export function finalReviewerOf(seed: number, review: number, now: number, trouble: number): FinalReviewKind {
  const random = new Random(hashOf(seed, 'reviewer', review, now))
  return random.chance(trouble) ? random.pick(FINAL_REVIEWS) : 'ships'
}

export function finalReviewOf(kind: FinalReviewKind, path: string): FinalReviewReading {
  if (kind === 'babbles') return { is: 'invalid', problem: 'it is not JSON' }
  if (kind === 'ships' || kind === 'writes')
    return { is: 'valid', answer: { verdict: 'ship', summary: 'good', findings: [] } }
  if (kind !== 'asks' && kind !== 'wants-to-destroy') return { is: 'missing' }
  const title = kind === 'asks' ? 'Make what is lacking' : 'Drop the table users'
  const finding = { severity: 'critical', title, detail: '', place: `${path}:1`, kind: 'fix' } as const
  return { is: 'valid', answer: { verdict: 'needs-fixes', summary: 'bad', findings: [finding, finding] } }
}

export function finalReviewEnding(kind: FinalReviewKind): Ending {
  switch (kind) {
    case 'crashes':
      return { is: 'signalled', signal: 'SIGSEGV' }
    case 'limited':
      return { is: 'usage-limit', problem: 'no more today', resetsAt: null }
    case 'cannot-start':
      return { is: 'could-not-start', problem: 'no such program' }
    default:
      return { is: 'exited', code: 0 }
  }
}
