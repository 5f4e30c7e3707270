import { z } from 'zod'
import { cleanText } from '../../../core/text/clean-text.ts'

const TEXT_MAX = 4_000
/** Upper bound of every list in an answer. */
export const LIST_MAX = 200

/** A bounded text without control characters. */
export const answerText = z.string().max(TEXT_MAX).transform(cleanText)

export const boundedList = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .max(LIST_MAX)
    .nullish()
    .transform(value => value ?? [])

/** A location in a file that can be looked up. */
export const citation = z
  .string()
  .max(TEXT_MAX)
  .regex(/^[^\s:][^:\0]*:\d{1,7}$/, 'expected a location such as "src/search.ts:12"')
