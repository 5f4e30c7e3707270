/** One question to an agent that only reads: a judge or a reviewer. It gets a copy of the files and answers in a file. */
import { createHash } from 'node:crypto'
import type { Draft } from '../../../core/proof/draft.ts'
import { isUnavailable } from '../../../core/run/agent-pause.ts'
import { describeEnding } from '../../../core/run/triage.ts'
import { type AgentSpec, type Config, fittingsOf } from '../../../core/settings/config.ts'
import type { LaunchResult, Ports, WorkspaceId } from '../../../ports.ts'
import { Interrupted } from '../suite/bench.ts'

/** Tries before a human is asked. */
const LAUNCHES_MAX = 2

/** The answer of a reader. */
export type ReaderHearing<T> =
  | { readonly is: 'heard'; readonly by: string; readonly answer: T; readonly cached: boolean }
  | { readonly is: 'crashed'; readonly by: string; readonly problem: string }
  | { readonly is: 'wrote'; readonly by: string; readonly paths: readonly string[] }

/** The contents of an answer file. */
type AnswerReading<T> =
  | { readonly is: 'valid'; readonly answer: T }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** Who is asked what, and how the answer is read. */
export interface Reader<T> {
  readonly agent: AgentSpec
  readonly role: 'verifier' | 'reviewer'
  readonly prompt: string
  readonly files: Readonly<Record<string, string>>
  readonly minutes: number
  /** Everything that the answer depends on: the same question is asked once. */
  readonly key: readonly unknown[]
  read(result: LaunchResult): AnswerReading<T>
  /** The problem with a readable answer; null if there is none. */
  check(answer: T): Promise<string | null>
}

/** The reader that is about to be launched, and its exact prompt. */
export interface ReaderAsked {
  readonly agent: string
  readonly prompt: string
  /** Absent for the judge. */
  readonly role?: 'reviewer'
}

/** One launch of a reader: its ending and its cost. */
export type ReaderUse = Pick<LaunchResult, 'ending' | 'durationMs' | 'meter'> & Omit<ReaderAsked, 'prompt'>

export interface HearingOptions {
  readonly token: string
  readonly signal: AbortSignal
  readonly onAsking?: (asked: ReaderAsked) => Promise<void>
  readonly onJudge?: (used: ReaderUse) => Promise<void>
}

/** The work to read. */
export interface ReadCase {
  readonly id: WorkspaceId
  readonly draft: Draft
  readonly config: Config
}

/** The same question about the same code is asked once; only a valid answer is remembered. */
export async function hear<T>(
  ports: Ports,
  on: ReadCase,
  reader: Reader<T>,
  options: HearingOptions,
): Promise<ReaderHearing<T>> {
  const by = reader.agent.name
  const key = createHash('sha256').update(JSON.stringify(reader.key)).digest('hex')
  const known = await ports.store.recall(key)
  if (known) return { is: 'heard', by, answer: JSON.parse(known) as T, cached: true }
  let hearing: ReaderHearing<T> = { is: 'crashed', by, problem: 'it was not asked' }
  for (let launch = 0; launch < LAUNCHES_MAX && hearing.is === 'crashed'; launch++)
    hearing = await ask(ports, on, reader, options)
  if (hearing.is === 'heard') await ports.store.remember(key, JSON.stringify(hearing.answer))
  return hearing
}

/** One launch in a copy of the files, which is compared before and after. */
async function ask<T>(
  ports: Ports,
  on: ReadCase,
  reader: Reader<T>,
  options: HearingOptions,
): Promise<ReaderHearing<T>> {
  const { draft, config } = on
  const { limits } = config
  const { agent, role, prompt, files, minutes } = reader
  const { vault, workspaces } = ports
  const id: WorkspaceId = { ...on.id, judge: options.token }
  const { dir } = await workspaces.prepare(id, { base: draft.base, from: draft.ref, files })
  const collect = async () => workspaces.collect(id, { base: draft.base, limits, at: ports.clock.now() })
  const before = await collect()
  const { env } = fittingsOf(config)
  const launch = { ...id, agent, dir, role, prompt, session: null, token: options.token, minutes, limits, env }
  const by = agent.name
  const who = { agent: by, ...(role === 'reviewer' ? { role } : {}) }
  await options.onAsking?.({ ...who, prompt })
  const launched = await ports.agents.launch(launch, options.signal, async () => {})
  const { ending, durationMs, meter } = launched
  const after = await collect()
  await workspaces.discard(id)
  await options.onJudge?.({ ...who, ending, durationMs, ...(meter ? { meter } : {}) })
  // A reader at its usage limit is asked later; results of commands are remembered until then.
  if (ending.is === 'stopped' || isUnavailable(ending)) throw new Interrupted()
  if (before && after && before.tree !== after.tree) {
    const paths = (await vault.diff(before.tree, after.tree)).map(change => change.path)
    return { is: 'wrote', by, paths }
  }
  const crashed = (problem: string): ReaderHearing<T> => ({ is: 'crashed', by, problem })
  if (ending.is !== 'exited' || ending.code !== 0) return crashed(describeEnding(ending))
  const reading = reader.read(launched)
  if (reading.is === 'missing') return crashed('it left no verdict')
  if (reading.is === 'invalid') return crashed(`its verdict cannot be read: ${reading.problem}`)
  const problem = await reader.check(reading.answer)
  return problem === null ? { is: 'heard', by, answer: reading.answer, cached: false } : crashed(problem)
}
