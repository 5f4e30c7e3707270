/**
 * One question to an agent besides the author. A judge and a reviewer read a copy of the files and answer in a file; a tester
 * gets the base and answers with new files too.
 */
import { createHash } from 'node:crypto'
import type { Draft } from '../../../core/proof/draft.ts'
import { isUnavailable } from '../../../core/run/agent-pause.ts'
import { describeEnding } from '../../../core/run/triage.ts'
import type { AgentSpec, Config } from '../../../core/settings/config.ts'
import type { ReaderRole } from '../../../core/settings/role.ts'
import type { LaunchResult, Ports, WorkspaceId, Workspaces } from '../../../ports.ts'
import { launchReader } from '../../compared-copy.ts'
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

/** The agent, its question, and the reading of its answer. */
export interface Reader<T> {
  readonly agent: AgentSpec
  readonly role: 'verifier' | ReaderRole
  readonly prompt: string
  readonly files: Readonly<Record<string, string>>
  readonly minutes: number
  /** Everything that the answer depends on: the same question is asked once. */
  readonly key: readonly unknown[]
  /** It works on the base and never sees the change; the files that it leaves are part of its answer. */
  readonly onBase?: Pick<Parameters<Workspaces['prepare']>[1], 'furnish' | 'leaveOut'>
  read(result: LaunchResult, left: Draft | null): AnswerReading<T> | Promise<AnswerReading<T>>
  /** The problem with a readable answer; null if there is none. */
  check(answer: T): Promise<string | null>
}

/** The reader that is about to be launched, and its exact prompt. */
export interface ReaderAsked {
  readonly agent: string
  readonly prompt: string
  /** Absent for the judge. */
  readonly role?: ReaderRole
}

/** One launch of a reader: its ending and its cost. */
export type ReaderUse = Pick<LaunchResult, 'ending' | 'durationMs' | 'meter'> & Omit<ReaderAsked, 'prompt'>

export interface HearingOptions {
  readonly token: string
  readonly signal: AbortSignal
  readonly onAsking?: (asked: ReaderAsked) => Promise<void>
  readonly onJudge?: (used: ReaderUse) => Promise<void>
  /** Whether the budget allows another launch of a reader without an answer. */
  readonly mayAskAgain?: (asked: Omit<ReaderAsked, 'prompt'>) => boolean
}

/** The work to read. */
export interface ReadCase {
  readonly id: WorkspaceId
  readonly draft: Draft
  readonly config: Config
  /** Paths that no agent sees. */
  readonly conceal: readonly string[]
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
  for (let launch = 0; launch < LAUNCHES_MAX && hearing.is === 'crashed'; launch++) {
    if (launch > 0 && options.mayAskAgain?.(whoIs(reader)) === false)
      return { ...hearing, problem: `${hearing.problem}, and the budget does not allow asking it again` }
    hearing = await ask(ports, on, reader, options)
  }
  if (hearing.is === 'heard') await ports.store.remember(key, JSON.stringify(hearing.answer))
  return hearing
}

const whoIs = ({ agent, role }: Pick<Reader<unknown>, 'agent' | 'role'>): Omit<ReaderAsked, 'prompt'> => ({
  agent: agent.name,
  ...(role === 'verifier' ? {} : { role }),
})

/** One launch, and its answer as far as it can be used. */
async function ask<T>(
  ports: Ports,
  on: ReadCase,
  reader: Reader<T>,
  options: HearingOptions,
): Promise<ReaderHearing<T>> {
  const { draft, config, conceal } = on
  const { agent, role, prompt, files, minutes, onBase } = reader
  const { token, signal } = options
  const by = agent.name
  const who = whoIs(reader)
  const { launched, changed, left } = await launchReader(ports, {
    ...{ agent, role, prompt, files, minutes, config, conceal, token, signal },
    ...(onBase ? { mayWrite: onBase } : {}),
    id: { ...on.id, judge: token },
    base: draft.base,
    from: onBase ? null : draft.ref,
    onAsking: async () => options.onAsking?.({ ...who, prompt }),
  })
  const { ending, durationMs, meter } = launched
  await options.onJudge?.({ ...who, ending, durationMs, ...(meter ? { meter } : {}) })
  // A reader at its usage limit is asked later; results of commands are remembered until then.
  if (ending.is === 'stopped' || isUnavailable(ending)) throw new Interrupted()
  if (changed.length > 0) return { is: 'wrote', by, paths: changed }
  const crashed = (problem: string): ReaderHearing<T> => ({ is: 'crashed', by, problem })
  if (ending.is !== 'exited' || ending.code !== 0) return crashed(describeEnding(ending))
  const reading = await reader.read(launched, left)
  if (reading.is === 'missing') return crashed('it left no answer')
  if (reading.is === 'invalid') return crashed(`its answer cannot be read: ${reading.problem}`)
  const problem = await reader.check(reading.answer)
  return problem === null ? { is: 'heard', by, answer: reading.answer, cached: false } : crashed(problem)
}
