import { z } from 'zod'
import type { TesterReading } from '../../../core/tester/blind-tests.ts'
import { answerText, boundedList } from './answer-schema.ts'
import { readAnswerFile } from './read-answer.ts'

const testerSchema = z.object({
  status: z.enum(['WRITTEN', 'NOTHING_TO_TEST']),
  tests: boundedList(z.object({ name: answerText, sentence: answerText })),
  reason: answerText.nullish().transform(value => value ?? ''),
})

/** Reads a tester's answer; its tests are in the files that it left. */
export async function readTesterAnswer(dir: string): Promise<TesterReading> {
  return readAnswerFile(dir, testerSchema)
}
