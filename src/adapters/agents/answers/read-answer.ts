import type { z } from 'zod'
import { problemsOf } from './problems.ts'
import { parseJson, readResultFile } from './report.ts'

/** The contents of the answer file of a judge or reviewer. */
type AnswerFound<T> =
  | { readonly is: 'valid'; readonly answer: T }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** The answer file in a workspace, in exactly the required form. */
export async function readAnswerFile<S extends z.ZodType>(dir: string, schema: S): Promise<AnswerFound<z.infer<S>>> {
  const found = await readResultFile(dir)
  if (found === null) return { is: 'missing' }
  const { place, content } = found
  if (!content.ok) return { is: 'invalid', problem: content.error }
  const json = parseJson(content.value.replace(/^\ufeff/, ''))
  if (!json.ok) return { is: 'invalid', problem: `${place} is not JSON: ${json.error}` }
  const parsed = schema.safeParse(json.value)
  return parsed.success
    ? { is: 'valid', answer: parsed.data }
    : { is: 'invalid', problem: `${place}: ${problemsOf(parsed.error)}` }
}
