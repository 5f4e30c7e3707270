import type { Judgement, JudgementReading } from '../../src/core/proof/judgement.ts'
import { REVIEW_SUBJECTS, type ReviewReading } from '../../src/core/review/review-answer.ts'
import { hashOf, Random } from './random.ts'

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
