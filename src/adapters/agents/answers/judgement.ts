import { z } from 'zod'
import { BLOCKAGES, type Judgement, type JudgementReading } from '../../../core/proof/judgement.ts'
import { boundedList, citation, LIST_MAX, answerText as text } from './answer-schema.ts'
import { readAnswerFile } from './read-answer.ts'

const words = text.nullish().transform(value => value ?? '')

const adaptation = z.object({
  blockage_type: z.enum(BLOCKAGES),
  suggested_todo: z.object({
    title: text.refine(title => title.trim() !== '', 'expected a title'),
    reason: words,
    steps: boundedList(text),
    scope_justification: words,
  }),
  scope_signals: z.object({ dod_related: boundedList(text), within_todo_scope: z.boolean() }),
})

/** Its four parts are required; others are ignored. */
const judgementSchema = z.object({
  status: z.enum(['VERIFIED', 'FAILED']),
  acceptance_criteria: z.object({
    results: z
      .array(z.object({ id: text, status: z.enum(['PASS', 'FAIL']), reason: words, evidence: boundedList(citation) }))
      .max(LIST_MAX),
  }),
  must_not_do: z.object({
    violations: z
      .array(z.object({ rule: text, evidence: words, severity: z.enum(['critical', 'warning']) }))
      .max(LIST_MAX),
  }),
  side_effects: z.object({
    suspicious_passes: boundedList(text),
    undocumented_changes: boundedList(text),
    missing_context: boundedList(text),
  }),
  suggested_adaptation: adaptation.nullish().transform(value => value ?? null),
  contested: z.object({ required: z.boolean(), sentence: text, reason: words }).nullish(),
  changed_expectations: boundedList(z.object({ file: text, sentence: text, reason: words })),
})

/** Reads a judge's verdict. Anything not exactly in the required form is not a verdict. */
export async function readJudgement(dir: string): Promise<JudgementReading> {
  const read = await readAnswerFile(dir, judgementSchema)
  return read.is === 'valid' ? { is: 'valid', judgement: toJudgement(read.answer) } : read
}

function toJudgement(found: z.infer<typeof judgementSchema>): Judgement {
  const wish = found.suggested_adaptation
  return {
    status: found.status,
    criteria: found.acceptance_criteria.results,
    violations: found.must_not_do.violations,
    suspiciousPasses: found.side_effects.suspicious_passes,
    undocumentedChanges: found.side_effects.undocumented_changes,
    missingContext: found.side_effects.missing_context,
    adaptation: wish && {
      blockage: wish.blockage_type,
      title: wish.suggested_todo.title,
      reason: wish.suggested_todo.reason,
      steps: wish.suggested_todo.steps,
      justification: wish.suggested_todo.scope_justification,
      dodRelated: wish.scope_signals.dod_related,
      withinScope: wish.scope_signals.within_todo_scope,
    },
    confirmedChanges: found.changed_expectations,
    ...(found.contested ? { contest: found.contested } : {}),
  }
}
