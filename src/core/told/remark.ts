import type { CountedOver, Tokens } from '../money/meter.ts'
import type { ChangeStatus } from '../proof/draft.ts'

/** One statement or action of an agent, in a common form for all CLIs. */
export type Remark =
  /** The agent's identity, as far as it is reported. */
  | {
      readonly is: 'began'
      readonly session: string | null
      readonly model: string | null
      readonly version: string | null
    }
  | { readonly is: 'text'; readonly text: string }
  /** It called a tool; `changes` if that tool can change something. */
  | { readonly is: 'tool'; readonly tool: string; readonly target: string; readonly changes: boolean }
  /** It claims to have changed a file; the real changes are read from the files. */
  | { readonly is: 'file'; readonly path: string; readonly change: ChangeStatus }
  /** Total usage so far. */
  | { readonly is: 'tokens'; readonly tokens: Tokens; readonly over: CountedOver }
  | { readonly is: 'cost'; readonly usd: number; readonly over: CountedOver }
  /** A denied tool call. */
  | { readonly is: 'denied'; readonly tool: string; readonly target: string; readonly changes: boolean }
  /** The vendor's quota is exhausted until then; null if the time is unknown. */
  | { readonly is: 'limit'; readonly resetsAt: number | null }
  /** An error: final, or followed by a retry. `status` is that of the failed request. */
  | {
      readonly is: 'error'
      readonly problem: string
      readonly status: number | null
      readonly isFinal: boolean
    }
  /** It ended with this last message, which may be empty. */
  | { readonly is: 'ended'; readonly text: string }
