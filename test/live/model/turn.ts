/** One answer of a model: words and uses of tools, a refusal of the service, or silence. */
export type Turn =
  | Spoken
  /** The request is no good. */
  | { readonly refuses: string }
  /** The vendor has no room. */
  | { readonly overloaded: true }
  /** The allowance is used up until then, in seconds. */
  | { readonly limitedUntil: number }
  | { readonly hang: true }

export interface Spoken {
  readonly text?: string
  readonly use?: readonly ToolUse[]
}

/** What every agent can do, by whatever name: write a file, run a command; and what some can: go on while it runs. */
export type ToolUse =
  | { readonly write: string; readonly content: string }
  | { readonly run: string; readonly isInBackground?: true }
  /** A tool of an MCP server, by the end of its name. */
  | { readonly call: string; readonly given: object }

/** The turns of each task, by its id; the last one is played again as often as it is asked for. */
export type ModelScript = Readonly<Record<string, readonly Turn[]>>
