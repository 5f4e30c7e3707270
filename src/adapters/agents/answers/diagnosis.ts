import { z } from 'zod'
import type { DiagnosisReading } from '../../../core/integration/diagnosis.ts'
import { boundedList, citation, answerText as text } from './answer-schema.ts'
import { readAnswerFile } from './read-answer.ts'

/** Cause and place are required; other fields are ignored. */
const answerSchema = z.object({
  suspect: z
    .union([text, z.number()])
    .nullish()
    .transform(task => (task === null || task === undefined || task === '' ? null : String(task).trim())),
  cause: text.refine(cause => cause.trim() !== '', 'expected a cause'),
  place: citation,
  evidence: boundedList(citation),
  fix: text.nullish().transform(fix => fix ?? ''),
})

/** Reads a diagnoser's answer. */
export const readDiagnosis = (dir: string): Promise<DiagnosisReading> => readAnswerFile(dir, answerSchema)
