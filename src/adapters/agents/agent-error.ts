/** How the player of scripts says that an agent went wrong by itself: its last line. */
export const agentErrorLine = (problem: string): string => `${JSON.stringify({ agent_error: problem })}\n`

/** What the player said went wrong, or null. */
export function agentErrorIn(output: string): string | null {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith('{"agent_error":')) return null
  try {
    return String((JSON.parse(last) as { readonly agent_error: unknown }).agent_error)
  } catch {
    return null
  }
}
