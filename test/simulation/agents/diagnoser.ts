import type { DiagnosisReading } from '../../../src/core/integration/diagnosis.ts'
import { hashOf, Random } from '../random.ts'

const KINDS = ['babbles', 'crashes', 'writes', 'suspects-nobody', 'limited', 'cannot-start'] as const
type DiagnoserKind = (typeof KINDS)[number] | 'names'

/** How the diagnoser answers at this time; mostly it names a place. */
export function diagnoserOf(seed: number, now: number, trouble: number): DiagnoserKind {
  const random = new Random(hashOf(seed, 'diagnoser', now))
  return random.chance(trouble) ? random.pick(KINDS) : 'names'
}

export function diagnosisOf(kind: DiagnoserKind, path: string): DiagnosisReading {
  if (kind === 'babbles') return { is: 'invalid', problem: 'it is not JSON' }
  if (kind !== 'names' && kind !== 'suspects-nobody') return { is: 'missing' }
  const suspect = kind === 'names' ? '1' : 'nobody'
  return { is: 'valid', answer: { suspect, cause: 'the first task', place: `${path}:1`, evidence: [], fix: '' } }
}
