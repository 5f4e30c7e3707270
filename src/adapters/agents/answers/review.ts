import { z } from 'zod'
import { REVIEW_SUBJECTS, type ReviewReading } from '../../../core/review/review-answer.ts'
import { answerText, boundedList, citation } from './answer-schema.ts'
import { readAnswerFile } from './read-answer.ts'

const finding = z.object({
  place: citation,
  problem: answerText.refine(words => words.trim() !== '', 'expected a problem'),
  about: z.enum(REVIEW_SUBJECTS),
  severity: z.enum(['objection', 'remark']),
})

const reviewSchema = z.object({
  status: z.enum(['PASS', 'OBJECT']),
  findings: boundedList(finding),
  answers: z.partialRecord(z.enum(REVIEW_SUBJECTS), answerText),
  release_note: answerText.nullish().transform(value => value?.trim() || null),
})

/** Reads a reviewer's answer. Anything not exactly in the required form is not an answer. */
export async function readReview(dir: string): Promise<ReviewReading> {
  const read = await readAnswerFile(dir, reviewSchema)
  if (read.is !== 'valid') return read
  const { status, findings, answers, release_note } = read.answer
  return { is: 'valid', review: { status, findings, answers, releaseNote: release_note } }
}
