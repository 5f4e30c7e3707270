/** The person or process that decided. */
export interface Decider {
  readonly by: string
  /** It came from no terminal, and nothing kept agents from deciding: it may not be a human's. */
  readonly weak?: true
}

/** A decider in words, on every surface and in commits. */
export const deciderName = ({ by, weak }: Decider): string => (weak ? `${by} (weak: no terminal, no sandbox)` : by)

/** The process that a command came from, for the engine that receives it. */
export interface Origin {
  readonly pid: number
  readonly startTime: string
  readonly host: string
  /** Its process namespace, where the system has such. */
  readonly namespace: string | null
  /** Its input was a terminal. */
  readonly terminal: boolean
}

/** Who a command comes from, as far as it can be seen. */
type Standing = 'human' | 'weak' | 'agent'

/** What is known of the processes of a run's agents and checks. */
export interface KnownProcesses {
  readonly tokens: ReadonlySet<string>
  /** Leaders of process groups by pid, with their start times. */
  readonly leaders: ReadonlyMap<number, string>
}
/** Tells humans from agents; ports without it take commands from their own process only. */
export interface Deciders {
  /** Who a command comes from; an origin that is left out is unknown. */
  standing(origin: Origin | undefined, known: KnownProcesses): Promise<Standing>
}
