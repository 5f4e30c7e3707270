import type { Ending } from '../../core/run/ending.ts'

/** An error that the script player simulates for an agent; for a limit, optionally when it ends. */
type PlayedTrouble =
  | { readonly is: 'agent-error' | 'overloaded'; readonly problem: string }
  | { readonly is: 'usage-limit'; readonly problem: string; readonly resetsInMs: number | null }

/** The last line with which the script player reports that an agent failed. */
export const agentErrorLine = (trouble: PlayedTrouble): string => `${JSON.stringify({ agent_error: trouble })}\n`

/** The error that the player reported, or null. */
export function agentErrorIn(output: string, now: number): Ending | null {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith('{"agent_error":')) return null
  try {
    const { agent_error: trouble } = JSON.parse(last) as { readonly agent_error: PlayedTrouble }
    if (trouble.is !== 'usage-limit') return trouble
    const { is, problem, resetsInMs } = trouble
    return { is, problem, resetsAt: resetsInMs === null ? null : now + resetsInMs }
  } catch {
    return null
  }
}
