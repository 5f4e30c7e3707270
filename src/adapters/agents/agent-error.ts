import type { Ending } from '../../core/run/ending.ts'

/** An end that the player of scripts gives an agent; a limit is over so long after it, where it says so. */
type PlayedTrouble =
  | { readonly is: 'agent-error' | 'overloaded'; readonly problem: string }
  | { readonly is: 'usage-limit'; readonly problem: string; readonly resetsInMs: number | null }

/** How the player of scripts says that an agent could not go on by itself: its last line. */
export const agentErrorLine = (trouble: PlayedTrouble): string => `${JSON.stringify({ agent_error: trouble })}\n`

/** The end that the player gave its agent, or null. */
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
