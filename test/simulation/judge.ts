import type { Judgement, JudgementReading } from '../../src/core/proof/judgement.ts'
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
