import { z } from 'zod'

const LENGTH_MAX = 4_000

/** A location in a file that can be looked up. */
export const citation = z
  .string()
  .max(LENGTH_MAX)
  .regex(/^[^\s:][^:\0]*:\d{1,7}$/, 'expected a location such as "src/search.ts:12"')
