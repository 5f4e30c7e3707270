import { z } from 'zod'
import { headline } from '../../core/proof/receipt.ts'
import { lastAttempt, type RunState, type TaskRun } from '../../core/run/state.ts'
import { viewTaskInFull } from '../../core/shown/view.ts'

/** One task in few words. */
export const TASK_SUMMARY = z.object({
  id: z.string(),
  title: z.string(),
  state: z.string(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  tier: z.string(),
  attempts: z.number(),
  commit: z.string().nullable(),
  receipt: z.string().nullable(),
  criteria: z.array(z.object({ text: z.string(), verdict: z.string() })),
  gates: z.array(z.object({ gate: z.string(), verdict: z.string(), why: z.string() })),
  files: z.array(z.string()),
})

export function taskSummary(state: RunState, run: TaskRun): z.infer<typeof TASK_SUMMARY> {
  const {
    id,
    title,
    state: word,
    outcome,
    reason,
    tier,
    attempts,
    commit,
    criteria,
    artifacts,
  } = viewTaskInFull(state, run)
  const last = lastAttempt(run)
  return {
    id,
    title,
    state: word,
    outcome,
    reason,
    tier,
    attempts,
    commit,
    receipt: last?.receiptHash ?? null,
    criteria: criteria.map(({ text, verdict }) => ({ text, verdict })),
    gates: (last?.receipt?.gates ?? []).map(gate => ({ gate: gate.gate, verdict: gate.verdict, why: headline(gate) })),
    files: [...artifacts],
  }
}
