import type { CountedOver, Tokens } from '../money/meter.ts'
import type { ChangeStatus } from '../proof/draft.ts'

/** One thing that an agent said or did, in our own words, whichever CLI it came from. */
export type Remark =
  /** Who speaks, as far as it says. */
  | {
      readonly is: 'began'
      readonly session: string | null
      readonly model: string | null
      readonly version: string | null
    }
  | { readonly is: 'text'; readonly text: string }
  /** It asked for a tool; `changes` when that tool can change something. */
  | { readonly is: 'tool'; readonly tool: string; readonly target: string; readonly changes: boolean }
  /** It says that it changed a file; what it changed is read from the files. */
  | { readonly is: 'file'; readonly path: string; readonly change: ChangeStatus }
  /** Everything that was used so far. */
  | { readonly is: 'tokens'; readonly tokens: Tokens; readonly over: CountedOver }
  | { readonly is: 'cost'; readonly usd: number; readonly over: CountedOver }
  /** A tool that it was not let use. */
  | { readonly is: 'denied'; readonly tool: string; readonly target: string; readonly changes: boolean }
  /** The vendor gives no more until then; null where it does not say until when. */
  | { readonly is: 'limit'; readonly resetsAt: number | null }
  /** Something went wrong: for good, or it tries again by itself. `status` is that of the request that failed. */
  | {
      readonly is: 'error'
      readonly problem: string
      readonly status: number | null
      readonly isFinal: boolean
    }
  /** It came to its end, with these last words; they may be empty. */
  | { readonly is: 'ended'; readonly text: string }
