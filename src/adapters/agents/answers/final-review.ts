import { z } from 'zod'
import {
  BRANCH_FIX_KINDS,
  BRANCH_SEVERITIES,
  type FinalReviewAnswer,
  type FinalReviewReading,
} from '../../../core/release/final-review.ts'
import { citation, LIST_MAX, answerText as text } from './answer-schema.ts'
import { readAnswerFile } from './read-answer.ts'

const words = text.nullish().transform(value => value ?? '')

/** Verdict and findings are required; other fields are ignored. */
const answerSchema = z.object({
  verdict: z.enum(['SHIP', 'NEEDS_FIXES']),
  summary: words,
  findings: z
    .array(
      z.object({
        severity: z.enum(BRANCH_SEVERITIES),
        title: text.refine(title => title.trim() !== '', 'expected a title'),
        detail: words,
        place: citation,
        kind: z
          .enum(BRANCH_FIX_KINDS)
          .nullish()
          .transform(kind => kind ?? 'fix'),
      }),
    )
    .max(LIST_MAX),
})

/** Reads a final reviewer's verdict. Anything not exactly in the required form is not a verdict. */
export async function readFinalReview(dir: string): Promise<FinalReviewReading> {
  const read = await readAnswerFile(dir, answerSchema)
  if (read.is !== 'valid') return read
  const { verdict, summary, findings } = read.answer
  const answer: FinalReviewAnswer = { verdict: verdict === 'SHIP' ? 'ship' : 'needs-fixes', summary, findings }
  const problem = contradiction(answer)
  return problem === null ? { is: 'valid', answer } : { is: 'invalid', problem }
}

/** A verdict that its own findings refute is not a verdict. */
function contradiction({ verdict, findings }: FinalReviewAnswer): string | null {
  const isAny = (...severities: readonly string[]) => findings.some(({ severity }) => severities.includes(severity))
  if (verdict === 'ship' && isAny('critical')) return 'it answers SHIP in spite of a critical finding'
  return verdict === 'needs-fixes' && !isAny('critical', 'warning')
    ? 'it answers NEEDS_FIXES without a finding that asks for a fix'
    : null
}
